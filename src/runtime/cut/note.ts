/** Longest key that is written into a note; keys come from the upstream. */
const MAX_KEY = 40;
/** More keys or notes than that are only counted. */
const MAX_LISTED = 6;

/** `1234567` as `1,234,567`. */
export function grouped(count: number): string {
  return `${count}`.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `items: 40 of 1,200 kept`. */
export function keptOf(path: string, kept: number, total: number, unit = ""): string {
  return `${path}: ${grouped(kept)} of ${grouped(total)}${unit && ` ${unit}`} kept`;
}

/** `user: without avatar, bio`. */
export function leftOut(path: string, keys: readonly string[]): string {
  return `${path ? `${path}: ` : ""}without ${listed(keys.map(named))}`;
}

export function memberOf(path: string, key: string): string {
  return path === "" ? named(key) : `${path}.${named(key)}`;
}

/** All of a few; the first of many, and how many more there are. */
export function listed(words: readonly string[], separator = ", "): string {
  const more = words.length - MAX_LISTED;
  if (more <= 1) return words.join(separator);
  return `${words.slice(0, MAX_LISTED).join(separator)} and ${grouped(more)} more`;
}

function named(key: string): string {
  if (/^[\w$-]{1,40}$/.test(key)) return key;
  return JSON.stringify(key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key);
}
