/** What makes names legal and unique, whatever they are made of. */
import { shortHash } from "../read/names/hash.js";
import { splitWords } from "./words.js";

export const NAME: RegExp = /^[a-z][a-z0-9_]{0,47}$/;
export const MAX = 48;
const HASH = 7;

/** A name that an operation would have if there were no other. */
export interface Wish {
  readonly name: string;
  /** Of several that want one name, the only one of the lowest rank keeps it. */
  readonly rank: number;
  /** What a hash is made of. */
  readonly origin: string;
}

/** One name for each, in their order. Those that cannot have theirs get a hash of their origin, no counter. */
export function uniqueNames(wishes: readonly Wish[]): readonly string[] {
  const owners = ownersOf(wishes);
  const names = wishes.map(({ name, origin }, i) => (owners.get(name) === i ? name : hashed(name, origin)));
  return separate(
    names,
    wishes.map(({ origin }) => origin),
  );
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

/** Names that Windows keeps for devices: a tool becomes a file. */
const DEVICE = /^(?:con|prn|aux|nul|index|com\d|lpt\d)$/;

/** `verb` goes in front where the words alone are no legal name. */
export function legalName(words: readonly string[], verb: string): string {
  const name = words.join("_");
  return /^[a-z]/.test(name) && !DEVICE.test(name) ? name : [verb, ...words].join("_");
}

export function hashed(name: string, from: string): string {
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
