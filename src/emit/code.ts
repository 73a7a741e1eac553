/**
 * The one way from text to code. A `Code` is made from a literal, an identifier, a comment, or this package's own
 * words; a plain string can never become one, so no text of a document can either.
 */

/** Something that the emitter refuses to print. A fault of toolgen, not of the document: readers have checked it. */
export class EmitError extends Error {
  override name = "EmitError";
}

/** TypeScript source text that is known to be safe. Only `emit` makes it. */
export class Code {
  readonly #text: string;
  readonly isOneLine: boolean;

  private constructor(text: string, isOneLine: boolean) {
    this.#text = text;
    this.isOneLine = isOneLine;
  }

  /** For the makers of safe text (literals, comments, templates) only: a test lists who calls it. */
  static safe(text: string, isOneLine: boolean = !text.includes("\n")): Code {
    return new Code(text, isOneLine);
  }

  get text(): string {
    return this.#text;
  }

  get isEmpty(): boolean {
    return this.#text === "";
  }
}

export const nothing: Code = Code.safe("");

/** Joins own words and `Code`; there is no slot for a string. */
export function code(words: TemplateStringsArray, ...slots: readonly Code[]): Code {
  let text = words[0] ?? "";
  let isOneLine = !text.includes("\n");
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i];
    if (!(slot instanceof Code)) throw new EmitError(`slot ${i} is no code`);
    const next = words[i + 1] ?? "";
    text += slot.text + next;
    isOneLine &&= slot.isOneLine && !next.includes("\n");
  }
  return Code.safe(text, isOneLine);
}

/** The parts, with `separator` between them. */
export function join(parts: readonly Code[], separator: Code): Code {
  let text = "";
  let isOneLine = parts.length < 2 || separator.isOneLine;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? nothing;
    text += i === 0 ? part.text : separator.text + part.text;
    isOneLine &&= part.isOneLine;
  }
  return Code.safe(text, isOneLine);
}

/** The same code, `levels` further in; its first line stays where it is put. No literal or comment spans lines. */
export function indent(part: Code, levels: number): Code {
  if (levels === 0 || part.isOneLine) return part;
  return Code.safe(part.text.split("\n").join(`\n${"  ".repeat(levels)}`), false);
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

// ECMAScript, ReservedWord, with what strict mode and modules add; `undefined` and the like would shadow.
const RESERVED = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for " +
    "function if import in instanceof new null return super switch this throw true try typeof var void while with yield " +
    "let static implements interface package private protected public arguments eval async of undefined NaN Infinity " +
    "globalThis"
  ).split(" "),
);

// TypeScript, ContextualKeyword: names in most places, something else in some.
const CONTEXTUAL = new Set(
  (
    "abstract accessor as assert asserts constructor declare defer from get global infer is keyof module namespace out " +
    "override readonly require satisfies set type unique using"
  ).split(" "),
);

// TypeScript, names that no type may have.
const PREDEFINED_TYPES = new Set(
  "any unknown never number bigint boolean string symbol void object undefined intrinsic".split(" "),
);

/** True for names that may not be bound: keywords of any kind, and globals that one should not hide. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name) || CONTEXTUAL.has(name);
}

/** True for names that no interface or alias may have. */
export function isReservedType(name: string): boolean {
  return isReserved(name) || PREDEFINED_TYPES.has(name);
}

/** A name of ours, checked. Text of a document is made a name by `shape`, never here. */
export function identifier(name: string): Code {
  if (!IDENTIFIER.test(name) || isReserved(name)) throw new EmitError(`not an identifier: ${JSON.stringify(name)}`);
  return Code.safe(name);
}

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** True where a property name may stand without quotes. */
export function isPlainKey(name: string): boolean {
  return PLAIN_KEY.test(name) && name !== "__proto__";
}
