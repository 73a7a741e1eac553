import { describe, expect, it } from "vitest";
import { toWire, withoutWriteOnly } from "../../../../../src/runtime/http/request/wire.js";
import type { JsonSchema, JsonSchemaObject } from "../../../../../src/tool/json-schema.js";

const wire = (name: string): JsonSchema => ({ "x-toolgen-wire": name });

describe("toWire", () => {
  const cases: readonly [string, JsonSchemaObject, unknown, unknown][] = [
    ["no schema", {}, { a: 1 }, { a: 1 }],
    [
      "allOf",
      { allOf: [{ properties: { a_b: wire("a-b") } }, { properties: { c: wire("c.d") } }] },
      { a_b: 1, c: 2, e: 3 },
      { "a-b": 1, "c.d": 2, e: 3 },
    ],
    [
      "prefixItems",
      { prefixItems: [{ properties: { a: wire("A!") } }], items: { properties: { a: wire("B!") } } },
      [{ a: 1 }, { a: 2 }],
      [{ "A!": 1 }, { "B!": 2 }],
    ],
    [
      "a reference with siblings",
      { $ref: "#/$defs/X", properties: { b: wire("b b") }, $defs: { X: { properties: { a: wire("a a") } } } },
      { a: 1, b: 2 },
      { "a a": 1, "b b": 2 },
    ],
    [
      "patternProperties",
      { patternProperties: { "^x": { properties: { a: wire("a-a") } } } },
      { x1: { a: 1 } },
      { x1: { "a-a": 1 } },
    ],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ["if, then, else", { if: {}, then: { properties: { a: wire("a-a") } }, else: true }, { a: 1 }, { "a-a": 1 }],
    ["R-07 __proto__", { properties: { a: wire("__proto__") } }, { a: { x: 1 } }, JSON.parse('{"__proto__":{"x":1}}')],
    ["a loop of references", { $ref: "#/$defs/X", $defs: { X: { $ref: "#/$defs/X" } } }, { a: 1 }, { a: 1 }],
  ];
  it.each(cases)("%s", (_, schema, value, want) => {
    const out = toWire(value, schema, schema);
    expect(JSON.stringify(out)).toBe(JSON.stringify(want));
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it.each<[string, unknown, unknown]>([
    ["by a constant", { kind: "dash", a_b: 1 }, { kind: "dash", "a-b": 1 }],
    ["by a constant, the other", { kind: "plain", a_b: 1 }, { kind: "plain", a_b: 1 }],
    ["by a required property", { a_b: 1, dot: true }, { "a.b": 1, dot: true }],
    ["inside another union", { items: [{ kind: "dash", a_b: 1 }] }, { items: [{ kind: "dash", "a-b": 1 }] }],
  ])("takes the branch that the value belongs to: %s", (_, value, want) => {
    const schema: JsonSchemaObject = {
      oneOf: [
        { type: "object", required: ["kind"], properties: { kind: { const: "dash" }, a_b: wire("a-b") } },
        { type: "object", required: ["kind"], properties: { kind: { enum: ["plain"] }, a_b: true } },
        { type: "object", required: ["dot"], properties: { a_b: wire("a.b") }, additionalProperties: false },
        { type: "object", required: ["items"], properties: { items: { type: "array", items: { $ref: "#" } } } },
        { type: "string" },
      ],
    };
    // The third branch is closed and declares no `dot`; it is taken all the same when nothing else fits.
    const open: JsonSchemaObject = JSON.parse(JSON.stringify(schema).replace(',"additionalProperties":false', ""));
    expect(toWire(value, open, open)).toEqual(want);
  });

  it("R-10 leaves BigInt as it is", () => {
    const schema = { properties: { a_b: { type: "integer", "x-toolgen-wire": "a-b" } } } as const;
    expect(toWire({ a_b: 9007199254740993n }, schema, schema)).toEqual({ "a-b": 9007199254740993n });
  });
});

describe("withoutWriteOnly", () => {
  it("drops by the branch that the answer belongs to, even where another one declares the name", () => {
    const schema: JsonSchemaObject = {
      anyOf: [
        { type: "object", required: ["login"], properties: { login: { type: "string" } }, "x-toolgen-drop": ["token"] },
        { type: "object", required: ["csrf"], properties: { token: { type: "string" } } },
      ],
    };
    expect(withoutWriteOnly({ login: "kim", token: "s3cret" }, schema)).toEqual({ login: "kim" });
    expect(withoutWriteOnly({ csrf: 1, token: "public" }, schema)).toEqual({ csrf: 1, token: "public" });
  });

  it("drops in a closed object, in maps, and leaves what it does not know", () => {
    const schema: JsonSchemaObject = {
      type: "object",
      additionalProperties: { oneOf: [{ $ref: "#/$defs/U" }, { type: "null" }] },
      $defs: { U: { type: "object", properties: { id: true }, additionalProperties: false, "x-toolgen-drop": ["pw"] } },
    };
    expect(withoutWriteOnly({ a: { id: 1, pw: "x" }, b: null, c: [{ pw: 1 }] }, schema)).toEqual({
      a: { id: 1 },
      b: null,
      c: [{ pw: 1 }],
    });
  });
});
