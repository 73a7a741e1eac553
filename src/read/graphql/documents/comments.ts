/** What people write about an operation or a variable: a description (GraphQL, September 2025), else the comments around it. */
import { type ASTNode, type StringValueNode, type Token, TokenKind } from "graphql";

/** The description, the comment lines right above, or the comment behind it in the same line. Empty: nothing is said. */
export function textOf(node: ASTNode & { readonly description?: StringValueNode | undefined }): string {
  return node.description?.value ?? (above(node.loc?.startToken) || behind(node.loc?.endToken));
}

const MAX_LINES = 100;
const IMPORT = /^\s*import\s/;

function above(start: Token | undefined): string {
  const lines: string[] = [];
  let below = start;
  for (let token = start?.prev; token?.kind === TokenKind.COMMENT && lines.length < MAX_LINES; token = token.prev) {
    const alone = !token.prev || token.prev.line < token.line || token.prev.kind === TokenKind.SOF;
    if (!alone || token.line + 1 !== below?.line || IMPORT.test(token.value)) break;
    lines.unshift(token.value.trim());
    below = token;
  }
  return lines.join("\n").trim();
}

function behind(end: Token | undefined): string {
  const next = end?.next;
  return next?.kind === TokenKind.COMMENT && next.line === end?.line ? next.value.trim() : "";
}
