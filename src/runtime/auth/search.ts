/** Finds many texts in one, in one pass (Rabin–Karp): time grows with the text, not with how many are looked for. */

/** Characters that tell where to look closer. Whatever is looked for has as many, or more. */
export const WINDOW = 6;
const BASE = 31;
/** `BASE` to the power of `WINDOW`, modulo 2^32: what the character that leaves the window still counts. */
const LEAVING = 887_503_681;

export interface Search {
  /** Where they stand, in order; those that overlap or touch are one. */
  find(text: string): readonly (readonly [start: number, end: number])[];
}

/** By the hash of their first characters, then by length: a slice of the text is one of them, or none. */
type Table = Map<number, Map<number, Set<string>>>;

export function searchFor(wanted: Iterable<string>): Search {
  const table: Table = new Map();
  for (const text of wanted) {
    const hash = hashOf(text);
    const lengths = table.get(hash) ?? new Map<number, Set<string>>();
    table.set(hash, lengths);
    const same = lengths.get(text.length) ?? new Set<string>();
    lengths.set(text.length, same.add(text));
  }
  // Nearly every place of an honest text is told apart without a look into the table.
  const filter = new Uint8Array(2 ** Math.ceil(Math.log2(64 * (table.size + 1))));
  const mask = filter.length - 1;
  for (const hash of table.keys()) filter[slotOf(hash, mask)] = 1;

  return {
    find(text) {
      const found: [number, number][] = [];
      let hash = 0;
      for (let i = 0; i < text.length; i++) {
        hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
        if (i >= WINDOW) hash = (hash - Math.imul(LEAVING, text.charCodeAt(i - WINDOW))) | 0;
        if (filter[slotOf(hash, mask)] === 0) continue;
        const start = i - WINDOW + 1;
        const end = start < 0 ? 0 : endOf(table, hash, text, start);
        if (end > 0) join(found, start, end);
      }
      return found;
    },
  };
}

/** Of the longest one that begins at `start`; 0: none does. */
function endOf(table: Table, hash: number, text: string, start: number): number {
  let end = 0;
  for (const [length, same] of table.get(hash) ?? []) {
    if (start + length > end && same.has(text.slice(start, start + length))) end = start + length;
  }
  return end;
}

function join(found: [number, number][], start: number, end: number): void {
  const last = found.at(-1);
  if (last && start <= last[1]) last[1] = Math.max(last[1], end);
  else found.push([start, end]);
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < WINDOW; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Its low bits alone would be those of the last characters. */
const slotOf = (hash: number, mask: number): number => (hash ^ (hash >>> 15)) & mask;
