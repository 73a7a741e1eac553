/** The data that toolgen prints: JSON in the clothes of a literal, with two things that are none. */
import { MARK } from "./marks.js";
import { ITEMS, LOADER, PROPERTIES } from "./runs.js";
import { OutsideGrammar, type Scanner } from "./scan.js";
import { expectMark } from "./type.js";

// Deeper than anything that is printed.
const DEEPEST = 600;

const TOOL_MODULE = /^"\.\/tools\/[a-z0-9_]+\/[a-z0-9_]+\.js"$/;

export interface DataSetting {
  /** Values are built; else the text is only read. */
  readonly keeps: boolean;
  /** An entry may load a module of the toolkit: `load: () => import("./tools/….js").then((m) => m.name)`. */
  readonly loads: boolean;
}

/** One value. `schemas`, `selectable` and loaders are read, and left out of what is built. */
export class DataReader {
  readonly #scan: Scanner;
  readonly #keeps: boolean;
  readonly #loads: boolean;
  #depth = 0;
  /** What only types need, in the order of the text. */
  readonly types: (readonly [start: number, end: number])[] = [];

  constructor(scan: Scanner, { keeps, loads }: DataSetting) {
    this.#scan = scan;
    this.#keeps = keeps;
    this.#loads = loads;
  }

  /** `key`: the name of the property whose value it is. */
  read(key = ""): unknown {
    const scan = this.#scan;
    if (scan.next === MARK.QUOTE) return this.#string();
    if (key === "document" && scan.next === MARK.BACKQUOTE) return this.#block();
    if (scan.next === MARK.OPEN_CURLY) return this.#object();
    if (scan.mark(MARK.OPEN_SQUARE)) return this.#list();
    if (!scan.isName && scan.next !== MARK.OPEN_ROUND) return scan.number();
    if (scan.word("true")) return true;
    if (scan.word("false")) return false;
    if (scan.word("null")) return null;
    if (key === "$defs" && scan.word("schemas")) return undefined;
    if (key === "types" && scan.word("selectable")) return undefined;
    if (key !== "load" || !this.#loads) scan.fail("data");
    return this.#loader();
  }

  #string(): string {
    const { at } = this.#scan;
    this.#scan.string();
    return this.#keeps ? stringValue(this.#scan.text.slice(at, this.#scan.last)) : "";
  }

  #block(): string {
    const { at } = this.#scan;
    this.#scan.block();
    return this.#scan.text.slice(at + 1, this.#scan.last - 1);
  }

  #list(): readonly unknown[] {
    const scan = this.#scan;
    const list: unknown[] = [];
    this.#enter();
    while (!scan.mark(MARK.CLOSE_SQUARE)) {
      if (!this.#keeps && scan.pass(ITEMS)) continue;
      const item = this.read();
      if (this.#keeps) list.push(item);
      if (scan.next !== MARK.CLOSE_SQUARE) expectMark(scan, MARK.COMMA);
    }
    this.#depth--;
    return list;
  }

  #object(): Readonly<Record<string, unknown>> {
    const scan = this.#scan;
    const object: Record<string, unknown> = {};
    this.#enter();
    expectMark(scan, MARK.OPEN_CURLY);
    while (!scan.mark(MARK.CLOSE_CURLY)) {
      if (!this.#keeps && scan.pass(PROPERTIES)) continue;
      const key = this.#key();
      expectMark(scan, MARK.COLON);
      const value = this.read(key);
      this.#assertion();
      if (this.#keeps) define(object, key, value);
      if (scan.next !== MARK.CLOSE_CURLY) expectMark(scan, MARK.COMMA);
    }
    this.#depth--;
    return object;
  }

  /** `as const`, behind a value whose property has an inherited name. */
  #assertion(): void {
    const { at } = this.#scan;
    if (!this.#scan.word("as")) return;
    this.#scan.expect("const");
    this.types.push([at, this.#scan.last]);
  }

  #enter(): void {
    if (++this.#depth > DEEPEST) this.#scan.fail("data that is less deep");
  }

  #key(): string {
    const scan = this.#scan;
    const { at, text } = scan;
    if (scan.mark(MARK.OPEN_SQUARE)) {
      // A computed key: the only way to say `__proto__` as data.
      scan.expect('"__proto__"', "]");
      return "__proto__";
    }
    let key: string;
    if (scan.next === MARK.QUOTE) {
      scan.string();
      const quoted = text.slice(at, scan.last);
      key = quoted.includes("\\") ? stringValue(quoted) : quoted.slice(1, -1);
    } else {
      scan.name();
      key = text.slice(at, scan.last);
    }
    if (key === "__proto__") throw new OutsideGrammar("a key that sets no prototype", at);
    return key;
  }

  #loader(): undefined {
    const scan = this.#scan;
    if (!scan.pass(LOADER)) {
      scan.expect("(", ")", "=>", "import", "(");
      const { at } = scan;
      scan.string();
      if (!TOOL_MODULE.test(scan.text.slice(at, scan.last))) throw new OutsideGrammar("a tool's module", at);
      scan.expect(")", ".", "then", "(", "(", "m", ")", "=>", "m", ".");
    }
    scan.binding();
    scan.expect(")");
  }
}

function define(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A string literal of ours: JSON's escapes, and code points beyond the first plane. */
function stringValue(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  const json = quoted.replace(/\\u\{([0-9A-F]+)\}|\\./g, (whole, point: string | undefined) =>
    point === undefined ? whole : String.fromCodePoint(Number.parseInt(point, 16)),
  );
  return String(JSON.parse(json));
}
