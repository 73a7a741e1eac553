/** Values as source text: what is printed evaluates to exactly what was given. */
import { Code, EmitError, isPlainKey } from "./code.js";

/** Widest line of generated code, where it can be broken. */
export const LINE_WIDTH = 120;

// Beyond this, source text would be too deep for parsers that recurse.
const DEEPEST = 500;

/** Which objects are printed one property a line even where they would fit: by key, from the root. */
export interface Layout {
  readonly [key: string]: Layout;
}

export interface Setting {
  /** Levels that the literal stands in. */
  readonly depth?: number;
  /** What stands before and after it on its line. */
  readonly taken?: number;
  /** Absent: whatever fits a line stands on one. */
  readonly layout?: Layout;
}

/** JSON data as TypeScript; `Code` inside it stays as it is. Refuses what JSON cannot say. */
export function literal(value: unknown, setting: Setting = {}): Code {
  const { depth = 0, taken = 1, layout } = setting;
  return Code.safe(print(value, depth, LINE_WIDTH - 2 * depth - taken, layout));
}

// No backslash, no backquote, no `${`: such text means itself in a template literal, and can neither end it nor fill it.
const BLOCK = /^[\n !-#%-[\]-_a-~]*(?:\$(?!\{)[\n !-#%-[\]-_a-~]*)*$/;

/** Text of several lines as it is, in a template literal without substitutions; else as a string literal. */
export function textBlock(text: string): Code {
  // Loaders of modules look for this word.
  const isPlain = text.includes("\n") && BLOCK.test(text) && !text.includes("import(");
  return isPlain ? Code.safe(`\`${text}\``) : Code.safe(quote(text));
}

/** A name in an object literal. A plain or quoted `__proto__` would set the prototype; a computed one is data. */
export function propertyKey(name: string): Code {
  return Code.safe(key(name));
}

/** A name in an interface: there `__proto__` is a name like any other. */
export function memberKey(name: string): Code {
  return Code.safe(isPlainKey(name) ? name : quote(name));
}

function key(name: string): string {
  if (isPlainKey(name)) return name;
  return name === "__proto__" ? '["__proto__"]' : quote(name);
}

// Members of TypeScript's `Object`: a property of such a name is not typed by what a record says of all its properties,
// so its value has to say its type itself.
const INHERITED: ReadonlySet<string> = new Set([
  "constructor",
  "toString",
  "toLocaleString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
]);

/** What has to follow the value of a property. */
function assertion(name: string, value: unknown): string {
  return INHERITED.has(name) && isComposite(value) ? " as const" : "";
}

const PLAIN = /^[ !#-;=-[\]-~]*$/;

// Letters, marks, numbers, punctuation and symbols of any script may be read; what cannot be seen is escaped: control
// and format characters, bidi marks, variation selectors, tags, odd blanks, private use, lone surrogates.
const ESCAPED = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}|<(?=!--|\/script)/giu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };

function escapeCharacter(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16).toUpperCase();
  return point > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

/** Text as a string literal in double quotes. */
export function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `"${text.replace(ESCAPED, escapeCharacter)}"`;
}

function scalar(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return Object.is(value, -0) ? "-0" : String(value);
  throw new EmitError(`no JSON value: ${typeof value} ${String(value)}`);
}

type Composite = readonly unknown[] | Readonly<Record<string, unknown>>;

function isComposite(value: unknown): value is Composite {
  if (typeof value !== "object" || value === null || value instanceof Code) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return true;
  throw new EmitError("no plain object");
}

const isList = (value: Composite): value is readonly unknown[] => Array.isArray(value);

function isEmpty(value: Composite): boolean {
  if (isList(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

function print(value: unknown, depth: number, room: number, layout: Layout | undefined): string {
  if (value instanceof Code) return value.text;
  if (!isComposite(value)) return scalar(value);
  if (layout === undefined || isEmpty(value)) {
    const line = inline(value, room, depth);
    if (line !== undefined) return line;
  }
  if (depth > DEEPEST) throw new EmitError(`data nested deeper than ${DEEPEST}`);
  const start = `\n${"  ".repeat(depth + 1)}`;
  const inner = LINE_WIDTH - 2 * (depth + 1) - 1;
  let text = isList(value) ? "[" : "{";
  if (isList(value)) {
    for (let i = 0; i < value.length; i++) text += `${start}${print(value[i], depth + 1, inner, undefined)},`;
  } else {
    for (const name of Object.keys(value)) {
      const label = key(name);
      const below = layout !== undefined && Object.hasOwn(layout, name) ? layout[name] : undefined;
      const part = value[name];
      text += `${start}${label}: ${print(part, depth + 1, inner - label.length - 2, below)}${assertion(name, part)},`;
    }
  }
  return `${text}\n${"  ".repeat(depth)}${isList(value) ? "]" : "}"}`;
}

/** On one line, or undefined as soon as it does not fit. */
function inline(value: unknown, room: number, depth: number): string | undefined {
  if (room < 0) return undefined;
  if (value instanceof Code) return value.isOneLine && value.text.length <= room ? value.text : undefined;
  if (!isComposite(value)) {
    if (typeof value === "string" && value.length > room) return undefined;
    const text = scalar(value);
    return text.length <= room ? text : undefined;
  }
  if (isEmpty(value)) return isList(value) ? "[]" : "{}";
  const names = isList(value) ? undefined : Object.keys(value);
  const length = isList(value) ? value.length : (names?.length ?? 0);
  if (length * 3 > room) return undefined;
  let text = isList(value) ? "[" : "{ ";
  for (let i = 0; i < length; i++) {
    if (i > 0) text += ", ";
    const name = names?.[i];
    if (name !== undefined) text += `${key(name)}: `;
    const below = isList(value) ? value[i] : value[name ?? ""];
    const part = inline(below, room - text.length - 1, depth + 1);
    if (part === undefined) return undefined;
    text += part;
    if (name !== undefined) text += assertion(name, below);
  }
  text += isList(value) ? "]" : " }";
  return text.length <= room ? text : undefined;
}
