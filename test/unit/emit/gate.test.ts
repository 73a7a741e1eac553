import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { EmitError } from "../../../src/emit/code.js";
import { assertEmitted, eraseTypes, readDefinition } from "../../../src/emit/gate.js";
import { emitToolkit } from "../../../src/emit/toolkit.js";
import { petstore } from "./fixtures.js";
import { foreignKinds } from "./kinds.js";

const modules = emitToolkit(petstore, { version: "1.2.3", options: {} }).filter(({ path }) => path.endsWith(".ts"));
const text = (path: string): string => modules.find((file) => file.path === path)?.text ?? "";
const accepts = (path: string, source: string): boolean => {
  try {
    assertEmitted(path, source);
    return true;
  } catch (cause) {
    if (cause instanceof EmitError) return false;
    throw cause;
  }
};

const HEAD = 'import { defineTool, type Tool } from "toolgen/tool";\n';
const tool = (data: string): string => `${HEAD}export const a: Tool<A, B> = /* @__PURE__ */ defineTool(${data});\n`;

describe("the gate", () => {
  it.each(modules.map(({ path }) => path))("lets %s pass, and TypeScript sees nothing else in it", (path) => {
    expect(accepts(path, text(path))).toBe(true);
    expect(foreignKinds(text(path))).toEqual([]);
  });

  it.each([
    'tool({ name: "a" })',
    '{ a: 1, b: [true, null, -1.5e+21, "x\\n\\u2028\\u{1F600}"], "c-d": {}, ["__proto__"]: { e: [] }, $defs: schemas }',
    "[]",
    "{ document: `query A($b: C) {\n  d(e: $b)\n}` }",
    '{ select: { arg: "fields", type: "Pet", types: selectable } }',
  ])("takes data: %s", (data) => {
    expect(accepts("a.ts", tool(data.replace("tool(", "").replace(")", "")))).toBe(true);
  });

  it.each([
    "eval(1)",
    "{ a: eval }",
    "{ a: b.c }",
    "{ a: `b` }",
    "{ types: schemas }",
    "{ a: selectable }",
    "{ document: `a${1}` }",
    "{ document: `a\\u0041` }",
    "{ document: `a\\`` }",
    "{ document: `a` + `b` }",
    "{ document: `a` `b` }",
    "{ document: a`b` }",
    "{ document: `a\t` }",
    "{ document: `\u00e9` }",
    "{ document: `a }",
    "{ a: 'b' }",
    "{ a() {} }",
    "{ get a() { return 1 } }",
    "{ ...b }",
    "{ a }",
    "{ [a]: 1 }",
    "{ __proto__: 1 }",
    '{ "__proto__": 1 }',
    '{ "\\u005f_proto__": 1 }',
    "{ a: 1 + 1 }",
    "{ a: - 1 }",
    "{ a: +1 }",
    "{ a: 01 }",
    "{ a: 1n }",
    "{ a: 1_000 }",
    "{ a: .5 }",
    "{ a: 0x10 }",
    "{ a: undefined }",
    "{ a: NaN }",
    "{ a: schemas }",
    "{ $defs: schemas.b }",
    "{ a: /b/ }",
    "{ a: (1) }",
    "{ a: () => 1 }",
    '{ load: () => import("./tools/a/b.js").then((m) => m.c) }',
    "{ a: new Date() }",
    "{ a: 1; b: 2 }",
    "{ a: 1 b: 2 }",
    "{ a: 1 }, 2",
    "{ a: [1,,2] }",
    '{ a: "b\nc" }',
    '{ a: "b\u2028c" }',
    '{ a: "\\x41" }',
    '{ a: "\\u{110000}" }',
    '{ a: "\ud800" }',
    '{ a: "b }',
    "{ a: 1",
    "{ a: 1 } as B",
    "<B>{ a: 1 }",
    "{ a: 1 }!",
    "{ a: /* b",
    "{ a: 1 // b\u2028c\n }",
    "{ /** @ts-ignore */ a: 1 }",
    "{\n  /** A.\n   * @internal\n   */\n  a: 1 }",
    "{ /* @deprecated */ a: 1 } /* x @deprecated */",
  ])("refuses %j", (data) => {
    expect(accepts("a.ts", tool(data))).toBe(false);
  });

  it.each([
    'import fs from "node:fs";',
    'import { a } from "node:fs";',
    'import "./a.js";',
    'import * as a from "toolgen/tool";',
    'import { a } from "../../../a.js";',
    'import { a } from "./tools/../../a.js";',
    'export * from "./catalog.js";',
    "export default 1;",
    "export function a() {}",
    "export class A {}",
    "export enum A {}",
    "export namespace A {}",
    "export let a: B = 1;",
    "export const a = 1;",
    "export const a: B = 1, c: D = 2;",
    "export const a: typeof b = 1;",
    'export const a: import("b") = 1;',
    "export type A = keyof B;",
    "export type A = B extends C ? D : E;",
    "export type A = `a`;",
    "export type A = () => void;",
    "export interface A extends B {}",
    "export interface A { (): void }",
    "export interface A { [key: number]: B }",
    "declare const a: B;",
    "const a: B = 1;",
    "a;",
    ";",
    "#!/usr/bin/env node",
    "//# sourceMappingURL=a",
    "/// <reference path='a' />",
    "export const a: B = defineOther({});",
  ])("refuses %j", (statement) => {
    expect(accepts("a.ts", `${statement}\n`)).toBe(false);
  });

  it("says file and character", () => {
    expect(() => assertEmitted("tools/a/b.ts", tool("{ a: eval(1) }"))).toThrow(
      /^tools\/a\/b\.ts would hold more than imports, types and data: expected .+ at character 115$/,
    );
  });

  it("ends for text of any depth", () => {
    for (const source of [`${"[".repeat(1e5)}`, `{ a: ${"{ a: ".repeat(1e5)}`])
      expect(accepts("a.ts", tool(source))).toBe(false);
    expect(eraseTypes(`export type A = ${"(".repeat(1e5)}`)).toBeUndefined();
    expect(eraseTypes(`export type A = ${"{ a: ".repeat(1e5)}`)).toBeUndefined();
  });

  it("lets nothing pass that TypeScript reads in another way", () => {
    const pieces = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 3 }),
      fc.constantFrom(..."{}[]()<>:;,=|&?.-\"'`\\/*@#!+~^%$_ \n\r\u2028\ud800".split("")),
      fc.constantFrom(
        "eval(1)",
        "`${a}`",
        "*/",
        "/*",
        "//",
        "=> 1",
        'import("a")',
        "new A",
        "...a",
        "as B",
        "type ",
        "schemas",
        "__proto__",
        "?.",
        "\\u0041",
        "export ",
        "const a: B = 1;",
        "@internal",
        "<!--",
        "-->",
        "/a/g",
        "() => ",
        "async ",
        "1e3",
        "0x1",
      ),
    );
    const edit = fc.record({ file: fc.nat(modules.length - 1), at: fc.nat(), cut: fc.nat(6), put: pieces });
    fc.assert(
      fc.property(edit, ({ file, at, cut, put }) => {
        const { path, text } = modules[file] ?? { path: "", text: "" };
        const start = at % text.length;
        const source = text.slice(0, start) + put + text.slice(start + cut);
        if (accepts(path, source)) expect([source, foreignKinds(source)]).toEqual([source, []]);
      }),
      { numRuns: 4000 },
    );
  });
});

describe("erasing types", () => {
  const script = (source: string): string =>
    ts.transpileModule(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    }).outputText;
  // Blanks and commas apart, which erasing leaves behind.
  const dense = (source: string): string => source.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, "").replace(/[\s,;]+/g, "");

  it.each(modules.map(({ path }) => path))("%s becomes what TypeScript makes of it, line by line", (path) => {
    const source = text(path);
    const erased = eraseTypes(source) ?? "";
    expect(dense(script(erased))).toBe(dense(script(source)).replace("export{}", ""));
    expect(erased.split("\n").length).toBe(source.split("\n").length);
    expect(erased.length).toBe(source.length);
  });

  it("leaves alone what toolgen did not emit", () => {
    expect(eraseTypes("export const a = () => 1;")).toBeUndefined();
    expect(readDefinition("export const a = () => 1;")).toBeUndefined();
  });
});

describe("reading data back", () => {
  it("gives what was printed", () => {
    const [create] = petstore.operations;
    const { name, input, http } = readDefinition(text("tools/pets/create_pet.ts")) as Record<string, unknown>;
    expect({ name, input, http }).toStrictEqual({
      name: "create_pet",
      input: create?.input,
      http: create?.kind === "http" && create.http,
    });
    expect(readDefinition(text("schemas.ts"))).toStrictEqual(petstore.schemas);
  });
});
