/** RFC 8259 from foreign hands: no digit of an integer is lost, no depth overflows the stack, no key is special. */

export interface ParseOptions {
  /** What an integer beyond 2^53 becomes; default `bigint`. With `string`, so does a number that no double holds (`1e400`). */
  readonly integers?: "bigint" | "string";
  /** Arrays and objects inside each other; default 500. */
  readonly maxDepth?: number;
}

/** The text is not JSON, or nests too deeply. The message says where, and quotes one character at most. */
export class JsonError extends SyntaxError {
  /** What is wrong, without the place. */
  readonly reason: string;
  /** In characters, from 0. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(`${message} at character ${offset + 1}`);
    this.name = "JsonError";
    this.reason = message.replace(/,$/, "");
    this.offset = offset;
  }
}

const DEFAULT_DEPTH = 500;
/** Integers of fewer digits are all below 2^53. */
const SAFE_DIGITS = 15;

/** Value of a JSON text. A leading byte order mark is let pass. */
export function parseJson(text: string, options: ParseOptions = {}): unknown {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const maxDepth = options.maxDepth ?? DEFAULT_DEPTH;
  if (isPlain(source, maxDepth)) {
    try {
      // JSON.parse makes `__proto__` an own property.
      return JSON.parse(source);
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      // Its message quotes the text; ours, from reading again, says where.
    }
  }
  return new Parser(source, options.integers ?? "bigint", maxDepth).document();
}

/** No long integer, no exponent and no deep nesting: JSON.parse may read it. */
function isPlain(text: string, maxDepth: number): boolean {
  let depth = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0x30 && c <= 0x39) {
      if (++digits > SAFE_DIGITS) return false;
      continue;
    }
    // An exponent: the number may be larger than any double.
    if (digits > 0 && (c === 0x65 || c === 0x45)) return false;
    digits = 0;
    if (c === 0x22) {
      i = endOfString(text, i);
    } else if (c === 0x5b || c === 0x7b) {
      if (++depth > maxDepth) return false;
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
  return true;
}

/** Index of the closing quote of the string that opens at `start`; the text's end where there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;

class Parser {
  readonly #text: string;
  readonly #integers: "bigint" | "string";
  readonly #maxDepth: number;
  #at = 0;

  constructor(text: string, integers: "bigint" | "string", maxDepth: number) {
    this.#text = text;
    this.#integers = integers;
    this.#maxDepth = maxDepth;
  }

  document(): unknown {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) this.#fail();
    return value;
  }

  #value(depth: number): unknown {
    this.#space();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(this.#deeper(depth));
      case "[":
        return this.#array(this.#deeper(depth));
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): unknown {
    const object: Record<string, unknown> = {};
    this.#at++;
    if (this.#skip("}")) return object;
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') this.#fail();
      const key = this.#string();
      if (!this.#skip(":")) this.#fail();
      const value = this.#value(depth);
      if (key === "__proto__")
        Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      else object[key] = value;
    } while (this.#skip(","));
    if (!this.#skip("}")) this.#fail();
    return object;
  }

  #array(depth: number): unknown {
    const array: unknown[] = [];
    this.#at++;
    if (this.#skip("]")) return array;
    do array.push(this.#value(depth));
    while (this.#skip(","));
    if (!this.#skip("]")) this.#fail();
    return array;
  }

  #string(): string {
    const start = this.#at;
    const end = endOfString(this.#text, start);
    if (end === this.#text.length) throw new JsonError("A string is not closed; it opens", start);
    this.#at = end + 1;
    try {
      return String(JSON.parse(this.#text.slice(start, end + 1)));
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      throw new JsonError("A string has a control character or a wrong escape; it opens", start);
    }
  }

  #number(): unknown {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (!match) return this.#fail();
    this.#at = NUMBER.lastIndex;
    const [token, fraction, exponent] = match;
    const number = Number(token);
    if (!Number.isFinite(number) && this.#integers === "string") return token;
    if (fraction !== undefined || exponent !== undefined || Number.isSafeInteger(number)) return number;
    return this.#integers === "bigint" ? BigInt(token) : token;
  }

  #word(word: string, value: unknown): unknown {
    if (!this.#text.startsWith(word, this.#at)) return this.#fail();
    this.#at += word.length;
    return value;
  }

  #skip(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #deeper(depth: number): number {
    if (depth >= this.#maxDepth)
      throw new JsonError(`More than ${this.#maxDepth} arrays and objects inside each other`, this.#at);
    return depth + 1;
  }

  #fail(): never {
    const found = this.#text.codePointAt(this.#at);
    throw new JsonError(
      found === undefined ? "The text ends too early," : `Unexpected ${JSON.stringify(String.fromCodePoint(found))}`,
      this.#at,
    );
  }
}
