/** Values and types as sentences have them: short, and with nothing in them that cannot be seen. */

export const MAX_QUOTED = 80;
export const MAX_LISTED = 10;

/** As JSON, with characters that cannot be seen, or turn text around, by their numbers. */
export function quote(value: unknown): string {
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, MAX_QUOTED) : value) ?? String(value);
  return cut(text).replace(/[\p{Cc}\p{Cf}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
}

export function cut(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1)}…` : text;
}

export function oneOf(values: readonly unknown[]): string {
  if (values.length === 1) return quote(values[0]);
  const more = values.length > MAX_LISTED ? ` (and ${values.length - MAX_LISTED} more)` : "";
  return `one of ${values.slice(0, MAX_LISTED).map(quote).join(", ")}${more}`;
}

const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};

export function typeNames(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names.map((name) => TYPES[String(name)] ?? String(name)).join(" or ");
}
