/** Tool names: verb first, short, unique, and independent of what else the document holds. */
import { pathPhrase, pathSegments, repeatsPath, type Surroundings, wordsOfPath } from "./path-name.js";
import { verbPhrase } from "./phrase.js";
import { hashed, legalName, MAX, uniqueNames, type Wish } from "./unique.js";
import { methodVerb } from "./verbs.js";
import { abbreviated, isLossy, splitWords } from "./words.js";

export interface Named {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  /** What `x-toolgen-name` or the config says; legal. */
  readonly wish?: string;
  readonly around: Surroundings;
}

/** One name for each operation, in their order. Several that want one name all get a hash of their origin, no counter. */
export function toolNames(operations: readonly Named[]): readonly string[] {
  const origins = originsOf(operations);
  return uniqueNames(operations.map((operation, i) => ({ ...wishedName(operation), origin: origins[i] ?? "" })));
}

/** Rank 0: it was asked for; 1: the operationId is this very name; 2: it was made. */
function wishedName(operation: Named): Pick<Wish, "name" | "rank"> {
  if (operation.wish !== undefined) return { name: operation.wish, rank: 0 };
  const name = toolName(operation);
  return { name, rank: operation.operationId === name ? 1 : 2 };
}

/** The name of one operation, as if there were no other. */
export function toolName(operation: Named): string {
  const { method, path, around } = operation;
  const id = operation.operationId === null ? "" : withoutPathSuffix(operation.operationId, method, path);
  const usable = splitWords(id).length > (isLossy(id) ? 1 : 0) && !repeatsPath(id, method, path);
  const versions = usable
    ? verbPhrase(id, method, () => wordsOfPath(pathSegments(path)))
    : [pathPhrase(method, pathSegments(path), around)];
  const shorter = versions.flatMap((words) => [words, words.map(abbreviated)]);
  const fitting = shorter.map((words) => legal(words, method)).find((name) => name.length <= MAX);
  return fitting ?? hashed(legal(versions[0] ?? [], method), origin(operation));
}

/** FastAPI: `read_items_items__item_id__get`, the function's name followed by path and method. */
function withoutPathSuffix(id: string, method: string, path: string): string {
  const suffix = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  return id.length > suffix.length && id.endsWith(suffix) ? id.slice(0, -suffix.length) : id;
}

function legal(words: readonly string[], method: string): string {
  return legalName(words, methodVerb(method));
}

function origin(operation: Named): string {
  return operation.operationId ?? `${operation.method} ${operation.path}`;
}

/** What the hashes are of: the operationId where it is the only one of its kind. */
function originsOf(operations: readonly Named[]): readonly string[] {
  const count = new Map<string, number>();
  for (const { operationId } of operations)
    if (operationId !== null) count.set(operationId, (count.get(operationId) ?? 0) + 1);
  return operations.map((operation) =>
    operation.operationId !== null && (count.get(operation.operationId) ?? 0) > 1
      ? `${operation.method} ${operation.path} ${operation.operationId}`
      : origin(operation),
  );
}
