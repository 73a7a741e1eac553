/** Tokens of the small language that toolgen emits. What is no token of it ends the reading. */

export type TokenKind = "end" | "name" | "string" | "number" | "mark";

/** The text is outside the language at `offset`. */
export class OutsideGrammar extends Error {
  readonly offset: number;

  constructor(expected: string, offset: number) {
    super(`expected ${expected} at character ${offset}`);
    this.offset = offset;
  }
}

const NAME = /[A-Za-z_$][A-Za-z0-9_$]*/y;
const NUMBER = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![A-Za-z0-9_.])/y;
const ESCAPE = /\\(?:["\\nrt]|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\})/y;

/** One token after the other; comments and blanks between them are passed over. */
export class Scanner {
  readonly text: string;
  kind: TokenKind = "end";
  /** Of the token. */
  start = 0;
  end = 0;
  /** End of the token before it. */
  last = 0;

  constructor(text: string) {
    this.text = text;
    this.next();
  }

  /** The token's text; of a string with its quotes. */
  get token(): string {
    return this.text.slice(this.start, this.end);
  }

  next(): void {
    const { text } = this;
    this.last = this.end;
    const at = this.#skip(this.end);
    this.start = at;
    const c = text.charCodeAt(at);
    if (at >= text.length) this.#take("end", at);
    else if (c === 0x22) this.#take("string", this.#string(at));
    else if (c >= 0x30 && c <= 0x39) this.#take("number", this.#match(NUMBER, at, "a number"));
    else if ((c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x5f || c === 0x24)
      this.#take("name", this.#match(NAME, at, "a name"));
    else if (c === 0x3d && text.charCodeAt(at + 1) === 0x3e) this.#take("mark", at + 2);
    else if (c === 0x2e && text.startsWith("...", at)) this.#take("mark", at + 3);
    else if ("{}[]()<>:;,=|&?.-".includes(text.charAt(at))) this.#take("mark", at + 1);
    else throw new OutsideGrammar("a token", at);
  }

  #take(kind: TokenKind, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  #match(pattern: RegExp, at: number, what: string): number {
    pattern.lastIndex = at;
    if (!pattern.test(this.text)) throw new OutsideGrammar(what, at);
    return pattern.lastIndex;
  }

  #skip(from: number): number {
    const { text } = this;
    for (let at = from; ; ) {
      const c = text.charCodeAt(at);
      if (c === 0x20 || c === 0x0a) at++;
      else if (c !== 0x2f) return at;
      else if (text.charCodeAt(at + 1) === 0x2f) at = this.#lineEnd(at);
      else if (text.charCodeAt(at + 1) === 0x2a) {
        const end = text.indexOf("*/", at + 2);
        if (end < 0) throw new OutsideGrammar("the end of a comment", at);
        at = end + 2;
      } else throw new OutsideGrammar("a token", at);
    }
  }

  // ECMAScript, LineTerminator.
  #lineEnd(from: number): number {
    const end = this.text.indexOf("\n", from);
    const comment = this.text.slice(from, end < 0 ? undefined : end);
    if (/[\r\u2028\u2029]/.test(comment)) throw new OutsideGrammar("one line in a comment", from);
    return end < 0 ? this.text.length : end;
  }

  #string(start: number): number {
    const { text } = this;
    for (let at = start + 1; ; at++) {
      const c = text.charCodeAt(at);
      if (c === 0x22) return at + 1;
      if (c === 0x5c) at = this.#match(ESCAPE, at, "an escape") - 1;
      // A control character, or the end of the text.
      else if (!(c >= 0x20) || c === 0x2028 || c === 0x2029) throw new OutsideGrammar("the end of a string", start);
    }
  }
}
