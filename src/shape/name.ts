/** Tool names: verb first, short, unique, and independent of what else the document holds. */
import { shortHash } from "../read/openapi/schema/hash.js";
import { pathPhrase, pathSegments, repeatsPath, type Surroundings, wordsOfPath } from "./path-name.js";
import { verbPhrase } from "./phrase.js";
import { methodVerb } from "./verbs.js";
import { abbreviated, isLossy, splitWords } from "./words.js";

export const NAME: RegExp = /^[a-z][a-z0-9_]{0,47}$/;
const MAX = 48;
const HASH = 7;

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
  const wished = operations.map(wishedName);
  const origins = originsOf(operations);
  const owners = ownersOf(wished);
  const names = wished.map(({ name }, i) => (owners.get(name) === i ? name : hashed(name, origins[i] ?? "")));
  return separate(names, origins);
}

/** Which operation keeps a name: the only one that wants it, or the only one of the lowest rank; undefined: none. */
function ownersOf(wished: readonly Wish[]): ReadonlyMap<string, number | undefined> {
  const best = new Map<string, { readonly rank: number; readonly owner: number | undefined }>();
  for (const [i, { name, rank }] of wished.entries()) {
    const known = best.get(name);
    if (!known || rank < known.rank) best.set(name, { rank, owner: i });
    else if (rank === known.rank) best.set(name, { rank, owner: undefined });
  }
  return new Map([...best].map(([name, { owner }]) => [name, owner]));
}

interface Wish {
  readonly name: string;
  readonly rank: number;
}

/** Rank 0: it was asked for; 1: the operationId is this very name; 2: it was made. Of several, the only lowest keeps it. */
function wishedName(operation: Named): Wish {
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

/** Names that Windows keeps for devices: a tool becomes a file. */
const DEVICE = /^(?:con|prn|aux|nul|index|com\d|lpt\d)$/;

function legal(words: readonly string[], method: string): string {
  const name = words.join("_");
  return /^[a-z]/.test(name) && !DEVICE.test(name) ? name : [methodVerb(method), ...words].join("_");
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

function hashed(name: string, from: string): string {
  const room = MAX - HASH;
  if (name.length <= room) return `${name}_${shortHash(from)}`;
  const cut = name.slice(0, room + 1);
  const end = cut.lastIndexOf("_");
  return `${cut.slice(0, end > room / 2 ? end : room)}_${shortHash(from)}`;
}

/** The last resort, should two hashes or a hash and a name be equal: as many more digits as it takes. */
function separate(names: readonly string[], origins: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
  if (seen.size === names.length) return names;
  const again = names.map((name, i) =>
    (seen.get(name) ?? 0) > 1
      ? `${name.slice(0, MAX - 2 * HASH)}_${shortHash(`${name} ${origins[i]}`)}_${shortHash(`${origins[i]}`)}`
      : name,
  );
  return again;
}

/** `^[a-z][a-z0-9_]*$` from any text: names of toolkits and groups. */
export function snakeName(text: string, fallback: string): string {
  const name = splitWords(text).join("_");
  const legalName = /^[0-9]/.test(name) ? `n${name}` : name;
  if (legalName === "" || DEVICE.test(legalName)) return fallback;
  return legalName.length > MAX ? hashed(legalName, text) : legalName;
}
