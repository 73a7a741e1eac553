import { describe, expect, it } from "vitest";
import { code, identifier } from "../../../src/emit/code.js";
import { planToolkit } from "../../../src/emit/plan.js";
import { typesModule } from "../../../src/emit/shared.js";
import { declareType } from "../../../src/emit/types/declare.js";
import { printType } from "../../../src/emit/types/print.js";
import type { JsonSchema } from "../../../src/tool/json-schema.js";
import { complaints } from "./compile.js";
import { toolSpec } from "./fixtures.js";

const names = { refer: (name: string) => (/^[A-Z]$/.test(name) ? identifier(name) : undefined) };
const printed = (schema: JsonSchema): string => printType(schema, names, 0).code.text;
const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

const long = (letter: string): string => letter.repeat(40);

const TABLE: readonly { readonly schema: JsonSchema; readonly want: string }[] = [
  { schema: true, want: "unknown" },
  { schema: false, want: "never" },
  { schema: {}, want: "unknown" },
  { schema: { description: "Anything." }, want: "unknown" },
  { schema: { type: "string", format: "date-time" }, want: "string" },
  { schema: { type: "integer" }, want: "number" },
  { schema: { type: "integer", format: "int32" }, want: "number" },
  { schema: { type: "integer", format: "int64" }, want: "number | string" },
  { schema: { type: ["integer", "string"], format: "uint64" }, want: "number | string" },
  { schema: { type: "number", format: "double" }, want: "number" },
  { schema: { type: "boolean" }, want: "boolean" },
  { schema: { type: "null" }, want: "null" },
  { schema: { type: ["string", "null"] }, want: "string | null" },
  { schema: { const: 'a"b' }, want: '"a\\"b"' },
  { schema: { const: -0 }, want: "0" },
  { schema: { enum: ["a", 1, -1.5, 1e21, true, null, "a"] }, want: '"a" | 1 | -1.5 | 1e+21 | true | null' },
  { schema: { enum: [{ a: 1 }, ["b"]] }, want: "{ [key: string]: unknown } | unknown[]" },
  { schema: { enum: [] }, want: "unknown" },
  { schema: { type: "array" }, want: "unknown[]" },
  { schema: { type: "array", items: { type: ["string", "null"] } }, want: "(string | null)[]" },
  { schema: { items: { type: "string" } }, want: "string[]" },
  { schema: { type: "array", items: ref("A") }, want: "A[]" },
  {
    schema: { type: "array", prefixItems: [{ type: "string" }, { enum: ["a", "b"] }], minItems: 1 },
    want: '[string, ("a" | "b")?, ...unknown[]]',
  },
  { schema: { type: "array", prefixItems: [{ type: "string" }], minItems: 1, items: false }, want: "[string]" },
  { schema: { type: "array", items: false }, want: "[]" },
  { schema: { type: "object" }, want: "{ [key: string]: unknown }" },
  { schema: { type: "object", additionalProperties: false }, want: "{ [key: string]: never }" },
  { schema: { type: "object", additionalProperties: ref("A") }, want: "{ [key: string]: A }" },
  { schema: { type: "object", patternProperties: { "^x-": { type: "number" } } }, want: "{ [key: string]: number }" },
  { schema: { type: "object", properties: { a: { type: "string" } } }, want: "{\n  a?: string;\n}" },
  { schema: { type: "object", required: ["a", "b-c"] }, want: '{\n  a: unknown;\n  "b-c": unknown;\n}' },
  {
    schema: { properties: { a: { type: "string" } }, required: ["a"], additionalProperties: { type: "number" } },
    want: "{\n  a: string;\n  [key: string]: number | string;\n}",
  },
  {
    schema: { properties: { a: { type: "string" } }, additionalProperties: true },
    want: "{\n  a?: string;\n  [key: string]: unknown;\n}",
  },
  {
    schema: { properties: { a: { type: "object", properties: { b: { type: "string", description: "B." } } } } },
    want: "{\n  a?: {\n    /** B. */\n    b?: string;\n  };\n}",
  },
  { schema: ref("A"), want: "A" },
  { schema: ref("missing"), want: "unknown" },
  { schema: { $ref: "https://example.com/x" }, want: "unknown" },
  { schema: { allOf: [ref("A"), ref("B"), ref("A")] }, want: "A & B" },
  { schema: { type: "object", allOf: [ref("A")], additionalProperties: false }, want: "A" },
  { schema: { allOf: [ref("A")], required: ["a"] }, want: "{\n  a: unknown;\n} & A" },
  { schema: { allOf: [{ anyOf: [ref("A"), ref("B")] }, ref("C")] }, want: "(A | B) & C" },
  { schema: { allOf: [ref("A"), false] }, want: "never" },
  { schema: { anyOf: [ref("A"), { anyOf: [ref("B"), { type: "null" }] }] }, want: "A | B | null" },
  { schema: { oneOf: [ref("A"), false] }, want: "A" },
  { schema: { oneOf: [ref("A"), {}] }, want: "unknown" },
  { schema: { type: "string", anyOf: [{ enum: ["a"] }, { pattern: "^x" }] }, want: "string" },
  { schema: { not: { type: "string" } }, want: "unknown" },
  {
    schema: { anyOf: [{ const: long("a") }, { const: long("b") }, { const: long("c") }] },
    want: `\n  | "${long("a")}"\n  | "${long("b")}"\n  | "${long("c")}"`,
  },
  {
    schema: { type: "array", items: { enum: [long("a"), long("b"), long("c")] } },
    want: `(\n  | "${long("a")}"\n  | "${long("b")}"\n  | "${long("c")}"\n)[]`,
  },
  { schema: { anyOf: [{ properties: { a: true } }, { type: "null" }] }, want: "{\n  a?: unknown;\n} | null" },
  {
    schema: { anyOf: [{ properties: { a: true } }, { properties: { b: true } }] },
    want: "\n  | {\n      a?: unknown;\n    }\n  | {\n      b?: unknown;\n    }",
  },
];

describe("types", () => {
  it.each(TABLE)("$want", ({ schema, want }) => {
    expect(printed(schema)).toBe(want);
  });

  it("end for schemas of any depth and width", () => {
    let deep: JsonSchema = { type: "string" };
    for (let i = 0; i < 5000; i++) deep = { type: "object", properties: { a: deep } };
    expect(printed(deep)).toContain("a?: unknown;");
    const wide = { anyOf: Array.from({ length: 20_000 }, (_, i) => ({ const: i })) };
    expect(printed(wide).split("\n")).toHaveLength(20_001);
  });

  it("speak of no member but those of the schema", () => {
    const schema: JsonSchema = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "null"}}}',
    );
    expect(printed(schema)).toBe('{\n  "__proto__"?: string;\n  constructor?: null;\n}');
  });
});

describe("declarations", () => {
  it.each<{ readonly schema: JsonSchema; readonly want: string }>([
    { schema: { type: "object", properties: { a: ref("A") } }, want: "export interface X {\n  a?: A;\n}" },
    { schema: { type: "object" }, want: "export type X = { [key: string]: unknown };" },
    { schema: { type: "string", description: "Text." }, want: "/** Text. */\nexport type X = string;" },
    {
      schema: { type: ["object", "null"], properties: { a: true } },
      want: "export type X = {\n  a?: unknown;\n} | null;",
    },
    {
      schema: { type: "object", deprecated: true, description: "Old.", required: ["a"] },
      want: "/**\n * Old.\n * @deprecated\n */\nexport interface X {\n  a: unknown;\n}",
    },
  ])("$want", ({ schema, want }) => {
    expect(declareType(code`X`, schema, names).text).toBe(want);
  });
});

describe("types.ts", () => {
  const text = (schemas: Record<string, JsonSchema>): string => typesModule(planToolkit(toolSpec({ schemas }))).text;

  it("compiles whatever the table has", () => {
    const schemas: Record<string, JsonSchema> = { A: { type: "object" }, B: { type: "string" }, C: {} };
    for (const [i, { schema }] of TABLE.entries()) schemas[`T${i}`] = schema;
    for (const resolution of ["nodenext", "bundler"] as const) {
      expect(complaints(new Map([["types.ts", text(schemas)]]), resolution)).toEqual([]);
    }
  });

  it("compiles names that TypeScript reserves, and names of its globals", () => {
    const reserved =
      "string any unknown never object undefined keyof infer readonly unique asserts is type as from abstract class " +
      "default await new typeof import void symbol bigint number boolean null true this Array Record Promise Tool constructor";
    const schemas = Object.fromEntries(reserved.split(" ").map((name) => [name, { properties: { a: ref(name) } }]));
    const list: JsonSchema = { type: "array", items: { type: "object", additionalProperties: true } };
    const files = new Map([["types.ts", text({ ...schemas, List: list })]]);
    expect(complaints(files)).toEqual([]);
  });

  it("compiles aliases in circles of any kind", () => {
    const schemas: Record<string, JsonSchema> = {
      Self: { anyOf: [ref("Self"), { type: "string" }] },
      Ping: { oneOf: [ref("Pong"), { type: "null" }] },
      Pong: { allOf: [ref("Ping")] },
      List: { type: "array", items: ref("List") },
      Map: { type: "object", additionalProperties: ref("Map") },
      Tree: { type: "object", properties: { left: ref("Tree"), all: ref("Forest") } },
      Forest: { anyOf: [ref("Tree"), { type: "array", items: ref("Forest") }] },
      Deep: { allOf: [ref("Tree"), { properties: { deep: ref("Deep") } }] },
    };
    for (let i = 0; i < 500; i++) schemas[`Chain${i}`] = { anyOf: [ref(`Chain${(i + 1) % 500}`), { const: i }] };
    const files = new Map([["types.ts", text(schemas)]]);
    expect(complaints(files)).toEqual([]);
    expect(files.get("types.ts")).toContain("export type List = List[];");
    expect(files.get("types.ts")).toContain("export type Forest = Tree | Forest[];");
    expect(files.get("types.ts")).toContain("export type Self = unknown;");
  });
});
