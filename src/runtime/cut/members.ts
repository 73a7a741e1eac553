import { stringLength } from "./measure.js";
import type { Rules } from "./rules.js";

/** What was kept of a value, and its length as JSON. */
export interface Kept {
  readonly value: unknown;
  readonly length: number;
}

export type Members = Readonly<Record<string, unknown>>;

export const isContainer = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** Objects with more properties than that are taken for maps, where no schema says what they are. */
const MANY = 64;

/** Those that have to stay: by name, and as many as there have to be at least. */
export function requiredKeys(keys: readonly string[], rules: Rules): ReadonlySet<string> {
  const required = new Set(keys.filter((key) => rules.required.has(key)));
  for (const key of keys) {
    if (required.size >= rules.minProperties) break;
    required.add(key);
  }
  return required;
}

/** Tells the entries of a map from the properties of a record. */
export function entryTest(
  keys: readonly string[],
  required: ReadonlySet<string>,
  rules: Rules,
): (key: string) => boolean {
  const { declared } = rules;
  if (!declared) return (key) => keys.length > MANY && !required.has(key);
  return (key) => !declared.has(key) && !required.has(key);
}

/** Of the keys that something was kept of, in their order. */
export function objectOf(keys: readonly string[], kept: ReadonlyMap<string, Kept>): Kept {
  const entries: [string, unknown][] = [];
  let length = 1;
  for (const key of keys) {
    const part = kept.get(key);
    if (!part) continue;
    entries.push([key, part.value]);
    length += stringLength(key) + 2 + part.length;
  }
  // `fromEntries` defines own properties: `__proto__` is a key like any other.
  return { value: Object.fromEntries(entries), length: Math.max(2, length) };
}
