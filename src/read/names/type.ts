/** Names of shared schemas: legal TypeScript identifiers, unique without regard to case, that do not depend on order. */
import { shortHash } from "./hash.js";

const MAX = 80;

/** What generated code may not call its own type: it would hide what the code itself or its reader means. */
const TAKEN = new Set(
  (
    "Any Array ArrayBuffer AsyncIterable AsyncIterator Atomics Awaited BigInt Boolean Buffer Capitalize Console DataView " +
    "Date Disposable Error EvalError Exclude Extract FileValue Float32Array Float64Array Function Generator Global " +
    "GlobalThis Infinity InstanceType Int16Array Int32Array Int8Array Intl Iterable Iterator Json JSON JsonSchema " +
    "Lowercase Map Math Module Never NaN NonNullable Null Number Object Omit OmitThisParameter Parameters Partial Pick " +
    "Promise PromiseLike PropertyKey Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect RegExp Required " +
    "ReturnType Schemas Set SharedArrayBuffer String Symbol Tool Toolkit TypeError Uint16Array Uint32Array Uint8Array " +
    "Uncapitalize Undefined Unknown Uppercase Void WeakMap WeakRef WeakSet"
  )
    .split(" ")
    .map((name) => name.toLowerCase()),
);

/** `full-repository` → `FullRepository`; what is already a type's name stays. */
export function typeName(raw: string): string {
  const words = raw
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  if (joined === "") return `Schema_${shortHash(raw)}`;
  const name = /^[0-9]/.test(joined) ? `_${joined}` : joined;
  if (name.length > MAX) return `${name.slice(0, MAX - 7)}_${shortHash(raw)}`;
  return TAKEN.has(name.toLowerCase()) ? `${name}Model` : name;
}

export interface Candidate {
  readonly key: string;
  /** As `typeName` gives it. */
  readonly name: string;
  /** Of several that want one name, the only one of the lowest rank keeps it. */
  readonly rank: number;
}

/** One name for each key. Who shares a wish with another gets a hash of its key, whatever the order. */
export function assignNames(
  candidates: readonly Candidate[],
  isTaken: (name: string) => boolean = () => false,
): ReadonlyMap<string, string> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const wish = candidate.name.toLowerCase();
    const group = groups.get(wish);
    if (group) group.push(candidate);
    else groups.set(wish, [candidate]);
  }
  const names = new Map<string, string>();
  for (const group of groups.values()) {
    const lowest = Math.min(...group.map((c) => c.rank));
    const first = group.filter((c) => c.rank === lowest);
    for (const { key, name, rank } of group) {
      const keeps = rank === lowest && first.length === 1 && !isTaken(name);
      names.set(key, keeps ? name : `${name}_${shortHash(key)}`);
    }
  }
  return names;
}
