import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../src/tool/json-schema.js";
import { compareSchemas } from "../../../src/write/compare.js";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** What is said, as `kind what`. */
function said(
  before: JsonSchema,
  after: JsonSchema,
  of: "input" | "output" = "input",
  [old, now]: readonly [Schemas, Schemas] = [{}, {}],
): readonly string[] {
  const found = compareSchemas({ schema: before, schemas: old }, { schema: after, schemas: now }, of);
  return found.map(({ kind, what }) => `${kind} ${what}`);
}

const text: JsonSchema = { type: "string" };
const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

describe("an input", () => {
  it.each<readonly [what: string, before: JsonSchema, after: JsonSchema, want: readonly string[]]>([
    ["the same", object({ a: text }), object({ a: text }), []],
    ["an argument that is gone", object({ a: text }), object({}), ["breaking a is gone"]],
    ["a new argument", object({}), object({ a: text }), ["widening a is new"]],
    ["a new argument that is needed", object({}), object({ a: text }, ["a"]), ["breaking a is required now"]],
    ["one that is needed now", object({ a: text }), object({ a: text }, ["a"]), ["breaking a is required now"]],
    ["one that is optional now", object({ a: text }, ["a"]), object({ a: text }), ["widening a is optional now"]],
    ["a needed one that is gone", object({ a: text }, ["a"]), object({}), ["breaking a is gone"]],
    [
      "another type",
      text,
      { type: "boolean" },
      ["breaking no longer takes the type string", "widening takes the type boolean too"],
    ],
    ["a type more", text, { type: ["string", "boolean"] }, ["widening takes the type boolean too"]],
    ["numbers where integers were", { type: "integer" }, { type: "number" }, ["widening takes the type number too"]],
    [
      "integers where numbers were",
      { type: "number" },
      { type: "integer" },
      ["breaking no longer takes the type number"],
    ],
    ["any type", text, {}, ["widening takes any type now"]],
    ["no longer any type", {}, text, ["breaking takes only some types now"]],
    ["a value more", { enum: ["a"] }, { enum: ["b", "a"] }, ["widening takes the value b too"]],
    ["a value less", { enum: ["a", "b"] }, { enum: ["b"] }, ["breaking no longer takes the value a"]],
    ["values in another order", { enum: ["a", "b"] }, { enum: ["b", "a"] }, []],
    ["null too", text, { type: ["string", "null"] }, ["widening takes null too"]],
    ["null no longer", { type: ["string", "null"] }, text, ["breaking no longer takes null"]],
    ["null, written in another way", { anyOf: [text, { type: "null" }] }, { type: ["string", "null"] }, []],
    ["a higher maximum", { maximum: 1 }, { maximum: 2 }, ["widening maximum is 2"]],
    ["a lower maximum", { maximum: 2 }, { maximum: 1 }, ["breaking maximum is 1"]],
    ["a higher minimum", { minLength: 1 }, { minLength: 2 }, ["breaking minLength is 2"]],
    ["a bound that is new", {}, { maxItems: 2 }, ["breaking maxItems is 2"]],
    ["a bound that is gone", { maxItems: 2 }, {}, ["widening maxItems is gone"]],
    ["a pattern that is new", text, { type: "string", pattern: "a" }, ["breaking pattern is another"]],
    ["a pattern that is gone", { pattern: "a" }, {}, ["widening pattern is another"]],
    ["another pattern", { pattern: "a" }, { pattern: "b" }, ["breaking pattern is another"]],
    ["other items", { items: text }, { items: { type: ["string", "null"] } }, ["widening * takes null too"]],
    ["any items", { items: text }, { items: {} }, ["widening * takes other values"]],
    ["items, which were anything", {}, { items: text }, ["breaking * takes other values"]],
    ["any items, said in another way", { items: true }, {}, []],
    [
      "a branch more",
      { anyOf: [text, { const: 1 }] },
      { anyOf: [text, { const: 1 }, { const: null }] },
      ["widening 1 of anyOf is new"],
    ],
    [
      "two branches more",
      { oneOf: [text] },
      { oneOf: [{ const: 1 }, text, { const: 2 }] },
      ["widening 2 of oneOf are new"],
    ],
    ["a branch less", { oneOf: [text, { const: 1 }] }, { oneOf: [text] }, ["breaking 1 of oneOf is gone"]],
    ["a part more that holds", { allOf: [text] }, { allOf: [text, { minLength: 1 }] }, ["breaking 1 of allOf is new"]],
    ["closed", {}, { additionalProperties: false }, ["breaking takes less than any further property"]],
    ["open", { additionalProperties: false }, {}, ["widening takes properties that it does not name"]],
    [
      "another map",
      { additionalProperties: text },
      { additionalProperties: { type: "null" } },
      ["breaking * no longer takes the type string", "widening * takes the type null too"],
    ],
    ["never", text, false, ["breaking takes other values"]],
    [
      "texts, told once",
      object({ a: { title: "A" }, b: { description: "B" } }),
      object({ a: {}, b: {} }),
      ["text-only a title is another"],
    ],
    [
      "names of objects' own",
      object({ constructor: text, ["__proto__"]: text }),
      object({ toString: text }),
      ["breaking constructor is gone", "breaking __proto__ is gone", "widening toString is new"],
    ],
  ])("%s", (_, before, after, want) => {
    expect(said(before, after)).toEqual(want);
  });
});

describe("an output", () => {
  it.each<readonly [what: string, before: JsonSchema, after: JsonSchema, want: readonly string[]]>([
    ["a property that is gone", object({ a: text }), object({}), ["breaking result/a is gone"]],
    ["a property that is new", object({}), object({ a: text }, ["a"]), ["widening result/a is required now"]],
    ["one that may be missing", object({ a: text }, ["a"]), object({ a: text }), ["breaking result/a is optional now"]],
    ["null too", text, { type: ["string", "null"] }, ["breaking result takes null too"]],
    ["null no longer", { type: ["string", "null"] }, text, ["widening result no longer takes null"]],
    ["a value more", { enum: ["a"] }, { enum: ["a", "b"] }, ["breaking result takes the value b too"]],
    ["a value less", { enum: ["a", "b"] }, { enum: ["a"] }, ["widening result no longer takes the value b"]],
    ["a higher maximum", { maximum: 1 }, { maximum: 2 }, ["breaking result maximum is 2"]],
    ["known, where it was not", true, text, ["widening result takes other values"]],
    ["not known any more", text, true, ["breaking result takes other values"]],
    ["open", { additionalProperties: false }, {}, ["widening result takes properties that it does not name"]],
    ["a branch more", { oneOf: [text] }, { oneOf: [text, { const: 1 }] }, ["breaking result 1 of oneOf is new"]],
  ])("%s", (_, before, after, want) => {
    expect(said(before, after, "output")).toEqual(want);
  });
});

describe("references", () => {
  const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

  it("are followed, each pair once, and end", () => {
    const node = (value: JsonSchema): Schemas => ({ Node: object({ value, next: ref("Node") }), A: ref("A") });
    expect(said(ref("Node"), ref("Node"), "input", [node(text), node({ type: "number" })])).toEqual([
      "breaking value no longer takes the type string",
      "widening value takes the type number, integer too",
    ]);
    expect(said(ref("A"), ref("A"), "input", [node(text), node(text)])).toEqual([]);
  });

  it("that have another name, or none, say the same", () => {
    expect(said(ref("Old"), ref("New"), "input", [{ Old: text }, { New: text }])).toEqual([]);
    expect(said(ref("Old"), text, "input", [{ Old: text }, {}])).toEqual([]);
    expect(
      said(ref("Old"), { anyOf: [ref("Old"), { type: "null" }] }, "input", [{ Old: text }, { Old: text }]),
    ).toEqual(["widening takes null too"]);
  });
});

it("many differences are counted, and none hides a breaking one", () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`a${i}`, text]));
  const found = said(object({ z: text }), object(many));
  expect(found).toHaveLength(22);
  expect(found[0]).toBe("breaking z is gone");
  expect(found.at(-1)).toBe("widening 10 more like these");
});
