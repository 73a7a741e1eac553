/** Text → GraphQL document, for files of any origin. */
import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind } from "graphql";
import { ReadFault } from "../../source/fault.js";
import type { GraphqlLimits } from "./limits.js";
import { otherText } from "./other.js";

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Throws `ReadFault` with line and column. `name` is what errors call the file. */
export function parseDocument(text: string, name: string, limits: GraphqlLimits): DocumentNode {
  const source = new Source(text, name);
  try {
    measure(source, limits);
    return parse(source, { maxTokens: limits.tokens });
  } catch (cause) {
    if (!(cause instanceof GraphQLError)) throw cause;
    const other = otherText(text);
    if (other)
      throw new ReadFault("GRAPHQL_UNUSABLE", other.what, other.fix === undefined ? {} : { fix: other.fix }, cause);
    const [at] = cause.locations ?? [];
    throw new ReadFault("GRAPHQL_SYNTAX", cause.message.replace(/^Syntax Error: /, ""), at, cause);
  }
}

/** The parser recurses, the lexer does not: so depth and tokens are counted first. */
function measure(source: Source, limits: GraphqlLimits): void {
  const lexer = new Lexer(source);
  let depth = 0;
  let tokens = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (OPENING.has(token.kind)) depth++;
    else if (CLOSING.has(token.kind)) depth--;
    const { line, column } = token;
    if (depth > limits.depth)
      throw new ReadFault("LIMIT_EXCEEDED", `more than ${limits.depth} levels of nesting`, { line, column });
    if (++tokens > limits.tokens)
      throw new ReadFault("LIMIT_EXCEEDED", `more than ${limits.tokens} tokens`, { line, column });
  }
}
