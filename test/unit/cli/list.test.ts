import { describe, expect, it } from "vitest";
import { bindingsOf } from "../../../src/cli/list/bindings.js";
import { type ListedTool, listDocument } from "../../../src/cli/list/document.js";
import { SchemaPrinter } from "../../../src/cli/list/schemas.js";
import { toolTable } from "../../../src/cli/report/tools.js";
import { createTerminal } from "../../../src/cli/terminal.js";
import type { JsonSchema } from "../../../src/tool/json-schema.js";
import type { AnyTool, Toolkit } from "../../../src/tool/types.js";
import { testWorld } from "./world.js";

const wire = (name: string, schema: object = {}): object => ({ ...schema, "x-toolgen-wire": name });

describe("bindings", () => {
  it("say where each argument goes, under its wire name", () => {
    const plan = {
      method: "PUT",
      path: "/a/{id}/{file}.{ext}",
      pathParameters: [{ arg: "id_path", name: "id" }],
      query: ["limit", { arg: "filter_by", name: "filter[by]" }],
      header: [{ arg: "x_trace", name: "X-Trace" }],
      cookie: ["session"],
      querystring: { arg: "q", content: "application/json" },
      body: { mediaType: "application/json", fields: ["title", { arg: "id_body", name: "id" }] },
    };
    expect(bindingsOf(plan, { type: "object" })).toEqual([
      { arg: "id_path", in: "path", name: "id" },
      { arg: "file", in: "path", name: "file" },
      { arg: "ext", in: "path", name: "ext" },
      { arg: "limit", in: "query", name: "limit" },
      { arg: "filter_by", in: "query", name: "filter[by]" },
      { arg: "x_trace", in: "header", name: "X-Trace" },
      { arg: "session", in: "cookie", name: "session" },
      { arg: "q", in: "querystring", name: "q" },
      { arg: "title", in: "body", name: "title" },
      { arg: "id_body", in: "body", name: "id" },
    ]);
  });

  it("leave the name out of a whole body", () => {
    const body = { mediaType: "application/json", arg: "body" };
    expect(bindingsOf({ method: "POST", path: "/", body }, true)).toEqual([{ arg: "body", in: "body" }]);
  });

  const renamesOf = (schema: unknown, $defs: Record<string, unknown> = {}): unknown => {
    const input = { properties: { body: schema }, $defs } as JsonSchema;
    return bindingsOf({ method: "POST", path: "/", body: { mediaType: "a/b", arg: "body", renamed: true } }, input)[0]
      ?.rename;
  };

  it.each([
    ["a property", { properties: { a_b: wire("a-b") } }, { "/a_b": "a-b" }],
    [
      "one below another",
      { properties: { a_b: wire("a-b", { properties: { c_d: wire("c d") } }) } },
      { "/a_b": "a-b", "/a_b/c_d": "c d" },
    ],
    ["an item", { items: { properties: { a_b: wire("a-b") } } }, { "/*/a_b": "a-b" }],
    ["a map's value", { additionalProperties: { properties: { a_b: wire("a-b") } } }, { "/*/a_b": "a-b" }],
    ["a tuple's place", { prefixItems: [{}, { properties: { a_b: wire("a-b") } }] }, { "/1/a_b": "a-b" }],
    ["a branch", { anyOf: [{ properties: { a_b: wire("a-b") } }] }, { "/a_b": "a-b" }],
    ["a key that has to be escaped", { properties: { "a/~": { properties: { b: wire("B") } } } }, { "/a~1~0/b": "B" }],
    ["nothing", { properties: { a: {} } }, undefined],
  ])("name the renames of %s", (_, schema, want) => expect(renamesOf(schema)).toEqual(want));

  it("follow references, and a loop a few times", () => {
    const Node = { properties: { next_node: wire("next-node", { $ref: "#/$defs/Node" }) } };
    expect(renamesOf({ $ref: "#/$defs/Node" }, { Node })).toEqual({
      "/next_node": "next-node",
      "/next_node/next_node": "next-node",
      "/next_node/next_node/next_node": "next-node",
    });
  });

  it("end quickly where schemas contain each other in countless ways", () => {
    const names = Array.from({ length: 40 }, (_, i) => `S${i}`);
    const properties = Object.fromEntries(names.map((n) => [n.toLowerCase(), { $ref: `#/$defs/${n}` }]));
    const $defs = Object.fromEntries(names.map((n) => [n, { properties: { ...properties, x_y: wire("x-y") } }]));
    const begun = performance.now();
    expect(Object.keys(renamesOf({ $ref: "#/$defs/S0" }, $defs) as object).length).toBeGreaterThan(10);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

describe("schemas", () => {
  const $defs = {
    Pet: { type: "object", properties: { tag: { $ref: "#/$defs/Tag" }, "x-toolgen-wire": { type: "string" } } },
    Tag: { enum: ["x-toolgen-drop"], "x-toolgen-drop": ["a"] },
    Loop: { items: { $ref: "#/$defs/Loop" } },
    Unused: true,
  } as const;
  const printed = (schema: JsonSchema): unknown => JSON.parse(new SchemaPrinter().print(schema));

  it("carry the definitions they reach, and nothing of toolgen's own", () =>
    expect(printed({ $ref: "#/$defs/Pet", "x-toolgen-wire": "pet", $defs })).toEqual({
      $ref: "#/$defs/Pet",
      $defs: {
        Pet: { type: "object", properties: { tag: { $ref: "#/$defs/Tag" }, "x-toolgen-wire": { type: "string" } } },
        Tag: { enum: ["x-toolgen-drop"] },
      },
    }));

  it.each([
    [true, true],
    [{}, {}],
    [{ $defs }, {}],
    [
      { items: { $ref: "#/$defs/Loop" }, $defs },
      { items: { $ref: "#/$defs/Loop" }, $defs: { Loop: $defs.Loop } },
    ],
    [{ $ref: "#/$defs/Missing", $defs }, { $ref: "#/$defs/Missing" }],
  ])("%j", (schema: JsonSchema, want: unknown) => expect(printed(schema)).toEqual(want));

  it("keep a property called __proto__", () =>
    expect(new SchemaPrinter().print(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonSchema)).toBe(
      '{"properties":{"__proto__":{"type":"string"}}}',
    ));
});

const read: AnyTool = {
  name: "list_pets",
  title: "List pets",
  description: "List pets, newest first.\nMore text.",
  effect: "read",
  operationId: "listPets",
  auth: [{ key: [] }],
  input: { type: "object", properties: { limit: { type: "integer" } } },
  output: { type: "array" },
  http: { method: "GET", path: "/pets", query: ["limit"] },
};
const written: AnyTool = {
  name: "add",
  description: "Adds.",
  effect: "write",
  input: { type: "object" },
  run: () => 1,
};
const pets: Toolkit = {
  name: "pets",
  title: "The pet shop",
  servers: { default: { url: "https://pets.test" } },
  auth: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  tools: { list_pets: { description: read.description, effect: "read", load: async () => read }, add: written },
};
const listed: ListedTool[] = Object.entries(pets.tools).map(([name, entry]) => ({ name, toolkit: pets, entry }));

describe("the JSON document", () => {
  it("is the one of the contract", async () => {
    const pieces: string[] = [];
    for await (const piece of listDocument([pets], listed)) pieces.push(piece);
    expect(JSON.parse(pieces.join(""))).toEqual({
      toolkits: [{ name: "pets", servers: ["https://pets.test"], auth: pets.auth }],
      tools: [
        {
          name: "list_pets",
          toolkit: "pets",
          title: "List pets",
          description: read.description,
          effect: "read",
          origin: { kind: "http", method: "GET", path: "/pets", operationId: "listPets" },
          inputSchema: read.input,
          outputSchema: { type: "array" },
          bindings: [{ arg: "limit", in: "query", name: "limit" }],
          auth: [{ key: [] }],
        },
        {
          name: "add",
          toolkit: "pets",
          description: "Adds.",
          effect: "write",
          origin: { kind: "function", file: "index.ts", export: "add" },
          inputSchema: { type: "object" },
          bindings: [],
          auth: [],
        },
      ],
    });
  });

  it("is a document without toolkits and tools too", async () => {
    const pieces: string[] = [];
    for await (const piece of listDocument([], [])) pieces.push(piece);
    expect(JSON.parse(pieces.join(""))).toEqual({ toolkits: [], tools: [] });
  });
});

describe("the table", () => {
  const rows = listed.map(({ name, entry }) => ({ name, effect: entry.effect, description: entry.description }));
  const { paint } = createTerminal(testWorld());

  it("shows whole first lines where there is no terminal", () =>
    expect(toolTable([{ toolkit: pets, rows, hidden: 1 }], { paint: paint.out, width: undefined })).toBe(
      [
        "pets  The pet shop · 2 of 3 tools · https://pets.test",
        "  list_pets  read   List pets, newest first.",
        "  add        write  Adds.",
        "",
      ].join("\n"),
    ));

  it("cuts to the terminal's width", () =>
    expect(toolTable([{ toolkit: pets, rows, hidden: 0 }], { paint: paint.out, width: 42 }).split("\n")[1]).toBe(
      "  list_pets  read   List pets, newest fir…",
    ));
});
