/**
 * Generated modules without Node's module loader. They are data in a tiny grammar, so that taking them apart here is
 * many times faster than a round trip through module hooks for each, and they can import nothing but each other and
 * `toolgen/tool`. What is not of that grammar is left to Node.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { compileFunction } from "node:vm";
import { eraseTypes } from "../../emit/gate.js";
import { defineTool, defineToolkit } from "../../tool/index.js";

type Exports = Readonly<Record<string, unknown>>;

const IMPORT = /import\s*\{([^{}]*)\}\s*from\s*("(?:[^"\\\n]|\\.)*")\s*;?/y;
const BETWEEN = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const EXPORT = /export (const ([A-Za-z_$][\w$]*)\s*=)/y;
// In a string the quote would end it, and what follows one is a comma or a bracket: this is code wherever it stands.
const LOADER = 'import("./tools/';

/** `toolgen/tool`, as far as generated modules use it at run time. */
const TOOL_MODULE: Exports = { defineTool, defineToolkit };

export class GeneratedModules {
  readonly #root: string;
  readonly #elsewhere: (file: string) => Promise<Exports>;
  readonly #loaded = new Map<string, Exports | undefined>();

  /** `root`: real path of a toolkit's folder. `elsewhere` imports a module that is not of the grammar. */
  constructor(root: string, elsewhere: (file: string) => Promise<Exports>) {
    this.#root = root;
    this.#elsewhere = elsewhere;
  }

  /** What the module exports; undefined where it is not of the grammar. */
  load(file: string): Exports | undefined {
    if (!this.#loaded.has(file)) {
      // Also ends a circle, which no generated module has.
      this.#loaded.set(file, undefined);
      this.#loaded.set(file, this.#evaluate(file));
    }
    return this.#loaded.get(file);
  }

  #evaluate(file: string): Exports | undefined {
    if (!file.startsWith(this.#root + sep) || !existsSync(file)) return undefined;
    const module = takeApart(eraseTypes(readFileSync(file, "utf8")));
    if (module === undefined) return undefined;
    const bound = new Map<string, unknown>();
    for (const { names, from } of module.imports) {
      const exports = from === "toolgen/tool" ? TOOL_MODULE : this.load(this.#resolve(file, from));
      for (const name of names) {
        if (exports === undefined || !Object.hasOwn(exports, name)) return undefined;
        bound.set(name, exports[name]);
      }
    }
    const run: unknown = compileFunction(module.body, ["$import", ...bound.keys()], { filename: file });
    if (typeof run !== "function") return undefined;
    const exported: unknown = run(
      (specifier: string) => this.#import(this.#resolve(file, specifier)),
      ...bound.values(),
    );
    return { [module.name]: exported };
  }

  async #import(file: string): Promise<Exports> {
    return this.load(file) ?? this.#elsewhere(file);
  }

  #resolve(from: string, specifier: string): string {
    return join(dirname(from), specifier.replace(/\.js$/, ".ts"));
  }
}

interface Parts {
  readonly imports: readonly { readonly names: readonly string[]; readonly from: string }[];
  /** Of the one constant that the module exports. */
  readonly name: string;
  /** Of a function that returns it. */
  readonly body: string;
}

function takeApart(script: string | undefined): Parts | undefined {
  if (script === undefined) return undefined;
  const imports: Parts["imports"][number][] = [];
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(script);
    if (found) at = pattern.lastIndex;
    return found;
  };
  next(BETWEEN);
  for (let found = next(IMPORT); found; found = next(IMPORT)) {
    const [, names = "", from = ""] = found;
    imports.push({
      names: names
        .split(",")
        .map((n) => n.trim())
        .filter(Boolean),
      from: String(JSON.parse(from)),
    });
    next(BETWEEN);
  }
  const [, declaration, name] = next(EXPORT) ?? [];
  if (declaration === undefined || name === undefined) return undefined;
  const body = script.slice(at).replaceAll(LOADER, () => `$${LOADER}`);
  // Another constant: not one of ours.
  if (/\nexport /.test(body)) return undefined;
  return { imports, name, body: `"use strict"; ${declaration}${body}\nreturn ${name};` };
}
