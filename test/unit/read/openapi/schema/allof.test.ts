import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import type { JsonObject, JsonValue } from "../../../../../src/read/openapi/document.js";
import { createSchemaReader } from "../../../../../src/read/openapi/schema.js";
import { inMemory, referTo } from "./document.js";
import { acceptor, plain } from "./judge.js";

function read(
  schemas: JsonObject,
  name: string,
  direction: "input" | "output" = "input",
  version: "3.0" | "3.1" = "3.0",
) {
  const diagnostics = new Diagnostics();
  const reader = createSchemaReader(inMemory({ components: { schemas } }, version), diagnostics);
  const root = reader.read(referTo(name), direction);
  const all = plain(reader.schemas()) as Record<string, JsonValue>;
  return { root, reader, all, accepts: acceptor(root, reader.schemas()), codes: diagnostics.list.map((d) => d.code) };
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

describe("allOf", () => {
  it.each<readonly [what: string, given: JsonObject, want: unknown]>([
    [
      "one member and words about it stay a reference",
      { A: { allOf: [ref("B")], description: "mine" }, B: { type: "object", properties: { b: text } } },
      { $ref: "#/$defs/B", description: "mine" },
    ],
    [
      "objects become one flat object, the base's properties first",
      {
        A: { allOf: [ref("B"), { required: ["c"], properties: { c: text } }], description: "a" },
        B: { type: "object", title: "Base", properties: { b: text } },
      },
      { type: "object", description: "a", properties: { b: text, c: text }, required: ["c"] },
    ],
    [
      "a property twice: both hold",
      {
        A: {
          allOf: [
            {
              type: "object",
              properties: { x: { type: "string", minLength: 2, maxLength: 9, enum: ["aa", "bb"], description: "old" } },
            },
            {
              properties: { x: { type: "string", minLength: 1, maxLength: 5, enum: ["bb", "cc"], description: "new" } },
            },
          ],
        },
      },
      {
        type: "object",
        properties: { x: { type: "string", minLength: 2, maxLength: 5, enum: ["bb"], description: "new" } },
      },
    ],
    [
      "a property twice, of one type each: the narrower",
      {
        A: {
          allOf: [
            { properties: { x: { type: "number" }, y: ref("B") } },
            { properties: { x: { type: "integer" }, y: ref("B") } },
          ],
        },
        B: text,
      },
      { type: "object", properties: { x: { type: "integer" }, y: { $ref: "#/$defs/B" } } },
    ],
    [
      "a property twice that no one schema can say: allOf",
      { A: { allOf: [{ properties: { x: { pattern: "a" } } }, { properties: { x: { pattern: "b" } } }] } },
      { type: "object", properties: { x: { allOf: [{ pattern: "a" }, { pattern: "b" }] } } },
    ],
    [
      "a union stays beside what is flat",
      { A: { allOf: [ref("U"), { properties: { c: text } }] }, U: { oneOf: [{ type: "object" }, { type: "string" }] } },
      { type: "object", properties: { c: text }, allOf: [{ $ref: "#/$defs/U" }] },
    ],
    [
      "the same member twice is one",
      {
        A: { allOf: [ref("B"), ref("B"), { properties: { c: text } }] },
        B: { type: "object", properties: { b: text } },
      },
      { type: "object", properties: { b: text, c: text } },
    ],
    [
      "through several levels, and through references that only add words",
      {
        A: { allOf: [ref("B"), { properties: { a: text } }] },
        B: { allOf: [ref("C")], description: "b" },
        C: { allOf: [ref("D"), { properties: { c: text } }] },
        D: { type: "object", properties: { d: text } },
      },
      { type: "object", properties: { d: text, c: text, a: text } },
    ],
    [
      "types that exclude each other are kept as they are",
      { A: { allOf: [{ type: "string" }, { type: "integer" }] } },
      { type: "string", allOf: [{ type: "integer" }] },
    ],
    [
      "scalars",
      { A: { allOf: [{ type: "integer", minimum: 1 }, { minimum: 3, maximum: 9, multipleOf: 2 }, { multipleOf: 4 }] } },
      { type: "integer", minimum: 3, maximum: 9, multipleOf: 4 },
    ],
    [
      "lists",
      {
        A: {
          allOf: [
            { type: "array", items: { type: "object", properties: { a: text } } },
            { items: { required: ["a"] }, uniqueItems: true },
          ],
        },
      },
      { type: "array", items: { type: "object", properties: { a: text }, required: ["a"] }, uniqueItems: true },
    ],
    [
      "maps, where the rest is limited by one part",
      { A: { allOf: [{ type: "object", additionalProperties: text }, { properties: { a: { minLength: 2 } } }] } },
      { type: "object", additionalProperties: text, properties: { a: { type: "string", minLength: 2 } } },
    ],
  ])("%s", (_, schemas, want) => {
    expect(read(schemas, "A").all["A"]).toEqual(want);
  });

  it("a closed part forbids what it does not know, and says so", () => {
    const schemas = {
      A: {
        allOf: [{ type: "object", additionalProperties: false, properties: { a: text } }, { properties: { b: text } }],
      },
    };
    const { all, codes, accepts } = read(schemas, "A");
    expect(all).toEqual({ AInput: { type: "object", properties: { a: text }, additionalProperties: false } });
    expect(codes).toEqual(["SCHEMA_CLOSED_ALLOF"]);
    expect([accepts({ a: "x" }), accepts({ b: "x" }), accepts({ a: 1 })]).toEqual([true, false, false]);
    // What a server sends is believed.
    expect(read(schemas, "A", "output").accepts({ a: "x", b: "y" })).toBe(true);
  });

  it("a closed part that would leave nothing valid is meant together with the others", () => {
    const { all } = read(
      {
        A: {
          allOf: [
            { type: "object", additionalProperties: false, properties: { a: text } },
            { properties: { b: text }, required: ["b"] },
          ],
        },
      },
      "A",
    );
    expect(all["AInput"]).toEqual({
      type: "object",
      properties: { a: text, b: text },
      required: ["b"],
      additionalProperties: false,
    });
  });

  it("recursion through a base stays a reference", () => {
    const { all, accepts } = read(
      {
        Node: {
          type: "object",
          required: ["name"],
          properties: { name: text, children: { type: "array", items: ref("Node") } },
        },
        Ext: { allOf: [ref("Node"), { properties: { parent: ref("Ext") } }] },
      },
      "Ext",
    );
    expect(all["Ext"]).toEqual({
      type: "object",
      properties: {
        name: text,
        children: { type: "array", items: { $ref: "#/$defs/Node" } },
        parent: { $ref: "#/$defs/Ext" },
      },
      required: ["name"],
    });
    expect(accepts({ name: "a", parent: { name: "b", parent: { name: "c", children: [{ name: "d" }] } } })).toBe(true);
    expect(accepts({ name: "a", parent: { name: "b", parent: {} } })).toBe(false);
  });
});

describe("schemas that lead back to themselves", () => {
  it.each<readonly [what: string, given: JsonObject, good: JsonValue, bad: JsonValue]>([
    [
      "a base whose union lists its heirs",
      {
        A: { type: "object", required: ["kind"], properties: { kind: text }, oneOf: [ref("B"), ref("C")] },
        B: { allOf: [ref("A"), { required: ["b"], properties: { b: text } }] },
        C: { allOf: [ref("A"), { required: ["c"], properties: { c: text } }] },
      },
      { kind: "b", b: "x" },
      { b: "x" },
    ],
    ["a union with itself", { A: { anyOf: [ref("A"), { type: "string" }] } }, "x", 1],
    [
      "two unions with each other",
      { A: { anyOf: [ref("B"), { type: "string" }] }, B: { anyOf: [ref("A"), { type: "string" }] } },
      "x",
      1,
    ],
    ["allOf with itself", { A: { allOf: [ref("A"), { type: "string" }] } }, "x", 1],
    [
      "allOf of each other",
      { A: { allOf: [ref("B"), { minLength: 1 }] }, B: { allOf: [ref("A"), { type: "string" }] } },
      "x",
      1,
    ],
    ["not itself", { A: { type: "string", not: ref("A") } }, "x", 1],
    ["a condition on itself", { A: { type: "string", if: ref("A"), else: ref("A") } }, "x", 1],
  ])("%s: the loop is cut, the rest holds", (_, schemas, good, bad) => {
    const { accepts } = read(schemas, "A", "input", "3.1");
    expect([accepts(good), accepts(bad)]).toEqual([true, false]);
  });
});
