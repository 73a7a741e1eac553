/** Deeper values are not shown: `JSON.stringify` recurses, and no model reads them. */
export const MAX_DEPTH = 400;

/** Length of a string as JSON writes it, quotes included; `Infinity` once it is over `limit`. */
export function stringLength(text: string, limit: number = Number.POSITIVE_INFINITY): number {
  if (text.length + 2 > limit) return Number.POSITIVE_INFINITY;
  let length = text.length + 2;
  for (let i = 0; i < text.length && length <= limit; i++) length += extra(text, i);
  return length <= limit ? length : Number.POSITIVE_INFINITY;
}

/** How many more code units JSON needs for the one at `i`: RFC 8259 section 7, and lone surrogates as `\udXXX`. */
function extra(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  if (unit === 0x22 || unit === 0x5c) return 1;
  if (unit < 0x20) return unit >= 8 && unit <= 13 && unit !== 11 ? 1 : 5;
  if (unit >= 0xd800 && unit <= 0xdfff && isLone(text, i, unit)) return 5;
  return 0;
}

function isLone(text: string, i: number, unit: number): boolean {
  if (unit < 0xdc00) return !isLow(text.charCodeAt(i + 1));
  const before = text.charCodeAt(i - 1);
  return !(before >= 0xd800 && before < 0xdc00);
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The longest start of `text` that JSON writes in `limit` code units, quotes included, and that splits no character. */
export function startOf(text: string, limit: number): string {
  let length = 2;
  let i = 0;
  while (i < text.length) {
    const next = 1 + extra(text, i);
    if (length + next > limit) break;
    length += next;
    i++;
  }
  return text.slice(0, boundary(text, i));
}

/** `at`, or one less where it would split a surrogate pair. */
export function boundary(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before < 0xdc00 && isLow(text.charCodeAt(at)) ? at - 1 : at;
}

/**
 * Length of a JSON value as `JSON.stringify` writes it. Stops as soon as it is over `limit`, and then it is `Infinity`;
 * so it is for values that are nested too deeply. Iterative, and never looks at more than it needs.
 */
export function jsonLength(value: unknown, limit: number, maxDepth: number = MAX_DEPTH): number {
  let length = 0;
  const open: Iterator<unknown>[] = [];
  let current: { readonly value: unknown } | undefined = { value };
  while (current) {
    length += headLength(current.value, limit - length);
    const inner = children(current.value);
    if (inner) open.push(inner);
    if (length > limit || open.length > maxDepth) return Number.POSITIVE_INFINITY;
    current = undefined;
    for (let top = open.at(-1); top && !current; top = open.at(-1)) {
      const step = top.next();
      if (step.done) open.pop();
      else current = step;
    }
  }
  return length;
}

/** Of a scalar all of it; of an object or array its brackets, keys, colons and commas. */
function headLength(value: unknown, limit: number): number {
  if (typeof value === "string") return stringLength(value, limit);
  if (Array.isArray(value)) return 2 + Math.max(0, value.length - 1);
  if (typeof value !== "object" || value === null) return (JSON.stringify(value) ?? "null").length;
  let length = 2;
  let first = true;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    length += stringLength(key, limit) + (first ? 1 : 2);
    first = false;
    if (length > limit) return Number.POSITIVE_INFINITY;
  }
  return length;
}

function children(value: unknown): Iterator<unknown> | undefined {
  if (Array.isArray(value)) return value[Symbol.iterator]();
  if (typeof value !== "object" || value === null) return undefined;
  return members(value);
}

function* members(value: object): Generator<unknown> {
  for (const key in value) {
    if (Object.hasOwn(value, key)) yield (value as Readonly<Record<string, unknown>>)[key];
  }
}
