/**
 * Reads what was emitted, by a grammar that has imports, types and literal data and nothing else. TypeScript's own
 * parser would take a second to load; tests hold the two against each other.
 */
import { EmitError } from "./code.js";
import { OutsideGrammar, Scanner } from "./scan.js";

/** Refuses a file that holds anything but imports, types and literal data. */
export function assertEmitted(file: string, text: string): void {
  try {
    new Module(text, file === "catalog.ts").read();
  } catch (cause) {
    if (!(cause instanceof OutsideGrammar)) throw cause;
    throw new EmitError(`${file} would hold more than imports, types and data: ${cause.message}`, { cause });
  }
}

/** The module as JavaScript: types become blanks, so that lines stay. `undefined` where toolgen did not emit it so. */
export function eraseTypes(source: string): string | undefined {
  try {
    const module = new Module(source, true);
    module.read();
    return blanked(source, module.types);
  } catch (cause) {
    if (cause instanceof OutsideGrammar) return undefined;
    throw cause;
  }
}

/** The data of a module's one constant; `undefined` where toolgen did not emit it so. `schemas` and loaders are left out. */
export function readDefinition(source: string): unknown {
  try {
    const module = new Module(source, true, true);
    module.read();
    return module.data;
  } catch (cause) {
    if (cause instanceof OutsideGrammar) return undefined;
    throw cause;
  }
}

/** A string literal of ours: JSON's escapes, and code points beyond the first plane. */
function stringValue(token: string): string {
  const text = token.replace(/\\(?:u\{([0-9A-Fa-f]{1,6})\}|.)/gs, (whole, point: string | undefined) => {
    if (point === undefined) return whole;
    if (Number.parseInt(point, 16) > 0x10ffff) throw new OutsideGrammar("a character", 0);
    return String.fromCodePoint(Number.parseInt(point, 16));
  });
  return String(JSON.parse(text));
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["schemas", undefined],
]);

type Range = readonly [start: number, end: number];

function blanked(source: string, ranges: readonly Range[]): string {
  let text = "";
  let end = 0;
  for (const [from, to] of ranges) {
    text += source.slice(end, from) + source.slice(from, to).replace(/[^\n]/g, " ");
    end = to;
  }
  return text + source.slice(end);
}

const CALLS: ReadonlySet<string> = new Set(["defineTool", "defineToolkit"]);
const SPECIFIER = /^"(?:toolgen\/tool|\.{1,2}(?:\/[A-Za-z0-9_.]+)+\.js)"$/;

class Module {
  /** What only types need, in the order of the text. */
  readonly types: Range[] = [];
  readonly #scan: Scanner;
  readonly #loads: boolean;
  readonly #keeps: boolean;
  /** The last constant's, where data is kept. */
  data: unknown;

  /** `loads`: entries may load a module of the toolkit. `keeps`: data is built, not only read. */
  constructor(text: string, loads: boolean, keeps = false) {
    this.#scan = new Scanner(text);
    this.#loads = loads;
    this.#keeps = keeps;
  }

  read(): void {
    while (this.#scan.kind !== "end") this.#statement();
  }

  #statement(): void {
    const { start } = this.#scan;
    if (this.#skip("import")) {
      const typeOnly = this.#skip("type");
      this.#names(typeOnly);
      this.#from();
      if (typeOnly) this.types.push([start, this.#scan.last]);
      return;
    }
    this.#expect("export");
    if (this.#is("{")) {
      this.#names(false);
      this.#from();
    } else if (this.#is("interface")) {
      this.#interface();
      this.types.push([start, this.#scan.last]);
    } else if (this.#is("type")) {
      this.#alias();
      this.types.push([start, this.#scan.last]);
    } else this.#constant();
  }

  /** `{ a, type B, C as D }`; the types among them are erased with their commas, unless the whole statement is. */
  #names(typeOnly: boolean): void {
    this.#expect("{");
    while (!this.#skip("}")) {
      const { start } = this.#scan;
      const type = this.#skip("type");
      this.#name();
      if (this.#skip("as")) this.#name();
      if (!this.#is("}")) this.#expect(",");
      if (type && !typeOnly) this.types.push([start, this.#scan.last]);
    }
  }

  #from(): void {
    this.#expect("from");
    if (!SPECIFIER.test(this.#scan.token)) this.#fail("a module of the toolkit");
    this.#scan.next();
    this.#expect(";");
  }

  #interface(): void {
    this.#expect("interface");
    this.#name();
    this.#members();
  }

  #alias(): void {
    this.#expect("type");
    this.#name();
    this.#expect("=");
    this.#type();
    this.#expect(";");
  }

  #constant(): void {
    this.#expect("const");
    this.#name();
    const { start } = this.#scan;
    this.#expect(":");
    this.#type();
    this.types.push([start, this.#scan.last]);
    this.#expect("=");
    if (CALLS.has(this.#scan.token)) {
      this.#scan.next();
      this.#expect("(");
      this.data = this.#literal();
      this.#expect(")");
    } else this.data = this.#literal();
    this.#expect(";");
  }

  #type(): void {
    if (!this.#skip("|")) this.#skip("&");
    do {
      this.#skip("readonly");
      this.#primary();
      while (this.#is("[")) {
        this.#scan.next();
        this.#expect("]");
      }
    } while (this.#skip("|") || this.#skip("&"));
  }

  #primary(): void {
    const { kind } = this.#scan;
    if (this.#is("{")) this.#members();
    else if (this.#skip("(")) {
      this.#type();
      this.#expect(")");
    } else if (this.#skip("[")) {
      while (!this.#skip("]")) {
        this.#skip("...");
        this.#type();
        this.#skip("?");
        if (!this.#is("]")) this.#expect(",");
      }
    } else if (kind === "string") this.#scan.next();
    else if (kind === "number" || this.#is("-")) this.#number();
    else {
      this.#name();
      if (!this.#skip("<")) return;
      do this.#type();
      while (this.#skip(","));
      this.#expect(">");
    }
  }

  /** `{ key?: Type; [key: string]: Type; }` */
  #members(): void {
    this.#expect("{");
    while (!this.#skip("}")) {
      if (this.#skip("[")) {
        this.#expect("key");
        this.#expect(":");
        this.#expect("string");
        this.#expect("]");
      } else {
        if (this.#scan.kind !== "name" && this.#scan.kind !== "string") this.#fail("a member");
        this.#scan.next();
        this.#skip("?");
      }
      this.#expect(":");
      this.#type();
      if (!this.#is("}")) this.#expect(";");
    }
  }

  #literal(): unknown {
    const { kind, token } = this.#scan;
    if (kind === "string") {
      this.#scan.next();
      return this.#keeps ? stringValue(token) : undefined;
    }
    if (kind === "number" || this.#is("-")) return this.#number();
    if (this.#skip("[")) return this.#list();
    if (this.#is("{")) return this.#object();
    if (this.#loads && this.#is("(")) return this.#loader();
    if (!WORDS.has(token)) this.#fail("data");
    this.#scan.next();
    return WORDS.get(token);
  }

  #list(): readonly unknown[] {
    const list: unknown[] = [];
    while (!this.#skip("]")) {
      const item = this.#literal();
      if (this.#keeps) list.push(item);
      if (!this.#is("]")) this.#expect(",");
    }
    return list;
  }

  #object(): Readonly<Record<string, unknown>> {
    const object: Record<string, unknown> = {};
    this.#expect("{");
    while (!this.#skip("}")) {
      const key = this.#key();
      this.#expect(":");
      const value = this.#literal();
      if (this.#keeps)
        Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      if (!this.#is("}")) this.#expect(",");
    }
    return object;
  }

  #key(): string {
    if (this.#skip("[")) {
      // A computed key: the only way to say `__proto__` as data.
      this.#expect('"__proto__"');
      this.#expect("]");
      return "__proto__";
    }
    const { kind, token } = this.#scan;
    if (kind !== "name" && kind !== "string") this.#fail("a key");
    const key = kind === "name" || (!this.#keeps && !token.includes("\\")) ? token : stringValue(token);
    if (token === "__proto__" || token === '"__proto__"' || key === "__proto__")
      this.#fail("a key that sets no prototype");
    this.#scan.next();
    return key;
  }

  /** `() => import("./tools/….js").then((m) => m.name)` */
  #loader(): undefined {
    for (const word of ["(", ")", "=>", "import", "("]) this.#expect(word);
    if (!/^"\.\/tools(?:\/[a-z0-9_]+)+\.js"$/.test(this.#scan.token)) this.#fail("a tool's module");
    this.#scan.next();
    for (const word of [")", ".", "then", "(", "(", "m", ")", "=>", "m", "."]) this.#expect(word);
    this.#name();
    this.#expect(")");
    return undefined;
  }

  #number(): number {
    const sign = this.#skip("-") ? -1 : 1;
    if (this.#scan.kind !== "number") this.#fail("a number");
    const value = sign * Number(this.#scan.token);
    this.#scan.next();
    return value;
  }

  #name(): void {
    if (this.#scan.kind !== "name") this.#fail("a name");
    this.#scan.next();
  }

  #is(word: string): boolean {
    const { text, start, end } = this.#scan;
    return end - start === word.length && text.startsWith(word, start);
  }

  #skip(word: string): boolean {
    if (!this.#is(word)) return false;
    this.#scan.next();
    return true;
  }

  #expect(word: string): void {
    if (!this.#skip(word)) this.#fail(word);
  }

  #fail(expected: string): never {
    throw new OutsideGrammar(expected, this.#scan.start);
  }
}
