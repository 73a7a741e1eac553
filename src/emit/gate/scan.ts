/** The tokens of the small language that toolgen emits. What is no token of it ends the reading. */
import { isReserved } from "../code.js";

/** The text is outside the language, at `offset`. */
export class OutsideGrammar extends Error {
  readonly offset: number;

  constructor(expected: string, offset: number) {
    super(`expected ${expected} at character ${offset}`);
    this.offset = offset;
  }
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const SLASH = 0x2f;
const STAR = 0x2a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.$])/y;
const ESCAPE = /\\(?:["\\nrt]|u[0-9A-F]{4}|u\{(?:[1-9A-F][0-9A-F]{4}|10[0-9A-F]{4})\})/y;
// A template literal without substitutions, escapes or anything that is not printable ASCII.
const BLOCK = /`[\n !-#%-[\]-_a-~]*(?:\$(?!\{)[\n !-#%-[\]-_a-~]*)*`/y;
// Where a tag may stand, and which. After a letter or digit it is an address.
const OTHER_TAG = /(?<![\p{L}\p{N}]|^\/\*\*? |\n *\* )@|(?<![\p{L}\p{N}])@(?!deprecated\b|defaultValue |__PURE__ )/u;
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/y;

const NAME_PART = new Uint8Array(128);
for (const c of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$") NAME_PART[c.charCodeAt(0)] = 1;
for (const c of "0123456789") NAME_PART[c.charCodeAt(0)] = 2;

/** Reads one token after the other; blanks and comments between them are passed over. */
export class Scanner {
  readonly text: string;
  /** Start of the next token. */
  at = 0;
  /** End of the token before it. */
  last = 0;

  constructor(text: string) {
    this.text = text;
    this.#take(0);
  }

  get isEnd(): boolean {
    return this.at >= this.text.length;
  }

  fail(expected: string): never {
    throw new OutsideGrammar(expected, this.at);
  }

  /** Character code of the next token's first character. */
  get next(): number {
    return this.text.charCodeAt(this.at);
  }

  /** Takes one character of punctuation, if it is there. */
  mark(c: number): boolean {
    if (this.text.charCodeAt(this.at) !== c) return false;
    this.#take(this.at + 1);
    return true;
  }

  /** Takes these tokens, as they are. */
  expect(...tokens: readonly string[]): void {
    for (const token of tokens) {
      if (!this.text.startsWith(token, this.at)) this.fail(token);
      const end = this.at + token.length;
      if (this.#isName(end - 1) && this.#isName(end)) this.fail(token);
      this.#take(end);
    }
  }

  /** Takes all that a sticky pattern matches, which are whole tokens. */
  pass(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.#take(pattern.lastIndex);
    return true;
  }

  /** Takes a word, if it is there. */
  word(word: string): boolean {
    const end = this.at + word.length;
    if (!this.text.startsWith(word, this.at) || this.#isName(end)) return false;
    this.#take(end);
    return true;
  }

  get isName(): boolean {
    return NAME_PART[this.next] === 1;
  }

  /** A name of any kind, as a property may have. */
  name(): void {
    if (!this.isName) this.fail("a name");
    this.#take(this.#nameEnd());
  }

  /** A name that no keyword is, but those given. */
  binding(...also: readonly string[]): void {
    if (!this.isName) this.fail("a name");
    const end = this.#nameEnd();
    const name = this.text.slice(this.at, end);
    if (isReserved(name) && !also.includes(name)) this.fail("a name that is no keyword");
    this.#take(end);
  }

  /** What comes next has to stand right behind what came: a line break would end the statement there. */
  close(): void {
    if (this.at !== this.last + 1 || this.text.charCodeAt(this.last) !== SPACE) this.fail("one blank");
  }

  #nameEnd(): number {
    let end = this.at + 1;
    while (this.#isName(end)) end++;
    return end;
  }

  string(): void {
    const { text } = this;
    const start = this.at;
    if (text.charCodeAt(start) !== QUOTE) this.fail("a string");
    let end = start + 1;
    for (let c = text.charCodeAt(end); c !== QUOTE; c = text.charCodeAt(end)) {
      if (c === BACKSLASH) end = this.#match(ESCAPE, end, "an escape");
      // A control character, a line's end, or the end of the text.
      else if (!(c >= SPACE) || c === 0x2028 || c === 0x2029) throw new OutsideGrammar("the end of a string", start);
      else if (c >= 0xd800 && c <= 0xdfff) end = this.#match(PAIR, end, "a whole character");
      else end++;
    }
    this.#take(end + 1);
  }

  /** Text of several lines. */
  block(): void {
    this.#take(this.#match(BLOCK, this.at, "a text without escapes and substitutions"));
  }

  number(): number {
    const { at } = this;
    const end = this.#match(NUMBER, at, "a number");
    this.#take(end);
    return Number(this.text.slice(at, end));
  }

  #isName(at: number): boolean {
    const c = this.text.charCodeAt(at);
    return c < 128 && NAME_PART[c] !== 0;
  }

  #match(pattern: RegExp, at: number, what: string): number {
    pattern.lastIndex = at;
    if (!pattern.test(this.text)) throw new OutsideGrammar(what, at);
    return pattern.lastIndex;
  }

  #take(end: number): void {
    const { text } = this;
    this.last = end;
    let at = end;
    for (let c = text.charCodeAt(at); ; c = text.charCodeAt(at)) {
      if (c === SPACE || c === LINE_FEED) at++;
      else if (c === SLASH) at = this.#comment(at);
      else break;
    }
    this.at = at;
  }

  /** The end of a comment. It holds no tag but ours, since tags speak to compilers, bundlers and editors. */
  #comment(start: number): number {
    const { text } = this;
    const isBlock = text.charCodeAt(start + 1) === STAR;
    if (!isBlock && !text.startsWith("// ", start)) throw new OutsideGrammar("a comment", start);
    const found = text.indexOf(isBlock ? "*/" : "\n", start + 2);
    if (found < 0) throw new OutsideGrammar("the end of a comment", start);
    const comment = text.slice(start, found);
    const isSound = isBlock ? !comment.includes("@") || !OTHER_TAG.test(comment) : !/[\r\u2028\u2029]/.test(comment);
    if (!isSound) throw new OutsideGrammar("a comment without tags", start);
    return isBlock ? found + 2 : found + 1;
  }
}
