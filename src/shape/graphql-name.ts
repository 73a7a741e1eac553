/** Names of GraphQL tools. Fields of queries are nouns, those of mutations verbs before or behind their noun. */
import { hashed, legalName, MAX, uniqueNames, type Wish } from "./unique.js";
import { isAction, isAdverb, isVerb } from "./verbs.js";
import { abbreviated, singular, splitWords } from "./words.js";

export interface GraphqlNamed {
  readonly operation: "query" | "mutation";
  readonly field: string | null;
  /** Of an operation document. */
  readonly operationName: string | null;
  /** The field returns a list or a connection. */
  readonly many: boolean;
  readonly wish?: string;
}

/** One name for each, in their order. */
export function graphqlNames(operations: readonly GraphqlNamed[]): readonly string[] {
  return uniqueNames(operations.map(wishOf));
}

function wishOf(operation: GraphqlNamed): Wish {
  const origin = originOf(operation);
  if (operation.wish !== undefined) return { name: operation.wish, rank: 0, origin };
  const name = graphqlName(operation);
  return { name, rank: sourceName(operation) === name ? 1 : 2, origin };
}

function originOf({ operation, field, operationName }: GraphqlNamed): string {
  return operationName ?? `${operation === "query" ? "Query" : "Mutation"}.${field}`;
}

const sourceName = ({ operationName, field }: GraphqlNamed): string => operationName ?? field ?? "";

/** The name of one operation, as if there were no other. */
export function graphqlName(operation: GraphqlNamed): string {
  const words = phraseOf(operation);
  const verb = operation.operation === "query" ? "get" : "call";
  const versions = [words, words.map(abbreviated)].map((version) => legalName(version, verb));
  return versions.find((name) => name.length <= MAX) ?? hashed(versions[0] ?? verb, originOf(operation));
}

/** Verb first, where there is one. */
export function phraseOf(operation: GraphqlNamed): readonly string[] {
  const words = splitWords(sourceName(operation));
  if (operation.operationName !== null) {
    // `query GetPetsQuery`
    const own = words.length > 1 && words.at(-1) === operation.operation ? words.slice(0, -1) : words;
    return operation.operation === "query" ? queryPhrase(own, operation.many) : mutationPhrase(own);
  }
  return operation.operation === "query" ? queryPhrase(words, operation.many) : mutationPhrase(words);
}

/** Other verbs are nouns where fields of queries begin with them: `release`, `link`, `export`. */
const READING: ReadonlySet<string> = new Set(
  (
    "browse calculate check compare compute count describe estimate fetch find get list load lookup preview query read " +
    "resolve retrieve search show suggest validate verify"
  ).split(" "),
);
const READING_LAST: ReadonlySet<string> = new Set(["search", "lookup"]);

function queryPhrase(words: readonly string[], many: boolean): readonly string[] {
  const last = words.at(-1) ?? "";
  if (READING.has(words[0] ?? "")) return words;
  if (READING_LAST.has(last) && words.length > 1) return [last, ...words.slice(0, -1)];
  // `usersConnection` is the list of users.
  const noun = many && last === "connection" && words.length > 1 ? words.slice(0, -1) : words;
  return [many ? "list" : "get", ...noun];
}

/** What these say is surer than what any other word of the name may say. */
const CORE: ReadonlySet<string> = new Set(
  "add archive create delete destroy edit insert purge remove revoke set unarchive update upsert".split(" "),
);

function mutationPhrase(words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  const end = words.length - 1;
  if (end < 1 || CORE.has(first) || (isAdverb(first) && CORE.has(words[1] ?? ""))) return words;
  if (CORE.has(words[end] ?? "")) return leadBy(words, end);
  if (isVerb(first)) return words;
  if (isVerb(words[end])) return leadBy(words, end);
  const inside = words.findIndex((word, i) => i > 0 && (CORE.has(word) || isVerb(word)));
  if (inside > 0) return leadBy(words, inside);
  const isLastAction = isAction(words[end], "POST") && !isAction(first, "POST");
  return isLastAction ? leadBy(words, end) : words;
}

/** `issueBatchUpdate` → batch update issue. */
function leadBy(words: readonly string[], verb: number): readonly string[] {
  const start = verb > 1 && isAdverb(words[verb - 1]) ? verb - 1 : verb;
  return [...words.slice(start, verb + 1), ...words.slice(0, start), ...words.slice(verb + 1)];
}

const CANNOT_BE_UNDONE: ReadonlySet<string> = new Set(["archive", "delete", "destroy", "purge", "remove", "revoke"]);

/** By the verb of the mutation's name; adverbs before it say nothing of what it does. */
export function isIrreversible(field: string): boolean {
  const words = mutationPhrase(splitWords(field));
  const verb = words.find((word) => !isAdverb(word)) ?? words[0] ?? "";
  return CANNOT_BE_UNDONE.has(verb);
}

const PREPOSITIONS: ReadonlySet<string> = new Set("and as at by for from in into of on or to via with".split(" "));

/** What a tool is about, as a folder's name: its noun, of two words at most. */
export function entityOf(operation: GraphqlNamed): string {
  const words = phraseOf(operation);
  const noun = words.slice(isAdverb(words[0]) ? 2 : 1);
  const end = noun.findIndex((word) => PREPOSITIONS.has(word));
  const core = (end < 0 ? noun : noun.slice(0, end)).slice(0, 2).map(singular);
  return core.join(" ");
}
