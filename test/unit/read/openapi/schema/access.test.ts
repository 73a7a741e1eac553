import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import type { JsonObject, JsonValue } from "../../../../../src/read/openapi/document.js";
import { createSchemaReader } from "../../../../../src/read/openapi/schema.js";
import { inline, inMemory, referTo } from "./document.js";
import { acceptor, plain } from "./judge.js";

const readerOf = (schemas: JsonObject, version: "3.0" | "3.1" = "3.0") =>
  createSchemaReader(inMemory({ components: { schemas } }, version), new Diagnostics());
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

describe("readOnly and writeOnly", () => {
  it("leave inputs and outputs at every depth, and required with them", () => {
    const reader = readerOf({
      User: {
        type: "object",
        required: ["id", "name", "password", "address"],
        properties: {
          id: { type: "string", readOnly: true },
          name: text,
          password: { type: "string", writeOnly: true },
          address: ref("Address"),
          tags: {
            type: "array",
            items: { type: "object", required: ["n"], properties: { n: { type: "integer", readOnly: true } } },
          },
          byRef: ref("Stamp"),
          byPart: { allOf: [ref("Stamp")], description: "when" },
        },
      },
      Address: {
        type: "object",
        required: ["street", "verified"],
        properties: { street: text, verified: { type: "boolean", readOnly: true } },
      },
      Stamp: { type: "string", readOnly: true },
    });
    reader.read(referTo("User"), "input");
    reader.read(referTo("User"), "output");
    expect(plain(reader.schemas())).toEqual({
      Address: {
        type: "object",
        properties: { street: text, verified: { type: "boolean" } },
        required: ["street", "verified"],
      },
      AddressInput: { type: "object", properties: { street: text }, required: ["street"] },
      Stamp: { type: "string" },
      User: {
        type: "object",
        properties: {
          id: text,
          name: text,
          address: { $ref: "#/$defs/Address" },
          tags: { type: "array", items: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } },
          byRef: { $ref: "#/$defs/Stamp" },
          byPart: { $ref: "#/$defs/Stamp", description: "when" },
        },
        required: ["id", "name", "address"],
        "x-toolgen-drop": ["password"],
      },
      UserInput: {
        type: "object",
        properties: {
          name: text,
          password: text,
          address: { $ref: "#/$defs/AddressInput" },
          tags: { type: "array", items: { type: "object", properties: {} } },
        },
        required: ["name", "password", "address"],
      },
    });
  });

  it("are known across the parts of allOf", () => {
    const reader = readerOf({
      Cat: {
        allOf: [ref("Pet"), { type: "object", required: ["id", "lives"], properties: { lives: { type: "integer" } } }],
      },
      Pet: {
        type: "object",
        required: ["id"],
        properties: { id: { type: "integer", readOnly: true }, secret: { type: "string", writeOnly: true } },
      },
    });
    const input = reader.read(referTo("Cat"), "input");
    const output = reader.read(referTo("Cat"), "output");
    expect(plain(reader.schemas([input]))).toEqual({
      CatInput: { type: "object", properties: { secret: text, lives: { type: "integer" } }, required: ["lives"] },
    });
    expect(plain(reader.schemas([output]))).toEqual({
      Cat: {
        type: "object",
        properties: { id: { type: "integer" }, lives: { type: "integer" } },
        required: ["id", "lives"],
        "x-toolgen-drop": ["secret"],
      },
    });
  });

  it("leave the alternatives of what is required", () => {
    const reader = readerOf({});
    const schema = reader.read(
      inline({
        type: "object",
        properties: { id: { type: "string", readOnly: true }, name: text },
        anyOf: [{ required: ["id"] }, { required: ["name"] }],
        not: { required: ["id"] },
      }),
      "input",
    );
    expect(plain(schema)).toEqual({
      type: "object",
      properties: { name: text },
      anyOf: [{}, { required: ["name"] }],
      not: { required: ["id"] },
    });
  });

  it("both at once: asked for, and never shown", () => {
    const given = { type: "object", properties: { a: { type: "string", readOnly: true, writeOnly: true } } };
    const reader = readerOf({});
    expect(plain(reader.read(inline(given), "input"))).toEqual({ type: "object", properties: { a: text } });
    expect(plain(reader.read(inline(given), "output"))).toEqual({
      type: "object",
      properties: {},
      "x-toolgen-drop": ["a"],
    });
  });

  it("drops() says whether an answer may hold something to drop", () => {
    const reader = readerOf({
      A: { type: "object", properties: { b: { type: "array", items: ref("B") } } },
      B: { type: "object", properties: { a: ref("A"), p: { type: "string", writeOnly: true } } },
      C: { type: "object", properties: { c: ref("C") } },
    });
    expect(reader.drops(reader.read(referTo("A"), "output"))).toBe(true);
    expect(reader.drops(reader.read(referTo("C"), "output"))).toBe(false);
    expect(reader.drops(reader.read(referTo("A"), "input"))).toBe(false);
  });
});

describe("one schema or two", () => {
  it("a schema that is the same both ways is one, whatever refers to it", () => {
    const reader = readerOf({
      A: { type: "object", properties: { b: ref("B"), c: ref("C") } },
      B: { type: "object", properties: { c: ref("C"), b: ref("B") } },
      C: text,
    });
    expect(reader.read(referTo("A"), "output")).toEqual({ $ref: "#/$defs/A" });
    expect(reader.read(referTo("A"), "input")).toEqual({ $ref: "#/$defs/A" });
    expect(Object.keys(reader.schemas())).toEqual(["A", "B", "C"]);
  });

  it("a difference spreads to all that lead to it, round loops too, and no further", () => {
    const reader = readerOf({
      A: { type: "object", properties: { b: ref("B"), z: ref("Z") } },
      B: { type: "object", properties: { a: ref("A"), c: { type: "array", items: ref("C") } } },
      C: { type: "object", properties: { id: { type: "string", readOnly: true } } },
      Z: text,
    });
    reader.read(referTo("A"), "input");
    expect(Object.keys(reader.schemas())).toEqual(["AInput", "BInput", "CInput", "Z"]);
    reader.read(referTo("A"), "output");
    expect(Object.keys(reader.schemas())).toEqual(["A", "AInput", "B", "BInput", "C", "CInput", "Z"]);
  });

  it.each<readonly [what: string, schemas: JsonObject]>([
    ["digits", { A: { type: "object", properties: { n: { type: "integer", format: "int64" } } } }],
    ["names", { A: { type: "object", properties: { "a-b": text } } }],
    ["required names alone", { A: { required: ["a-b"] } }],
    ["oneOf of objects", { A: { oneOf: [{ type: "object" }, { type: "object", required: ["a"] }] } }],
    ["a broken reference", { A: { type: "object", properties: { n: ref("Nowhere") } } }],
  ])("is the same question in whichever direction it is asked first: %s", (_, schemas) => {
    const names = (order: readonly ("input" | "output")[]): readonly string[] => {
      const reader = readerOf(schemas);
      for (const direction of order) {
        try {
          reader.read(referTo("A"), direction);
        } catch {
          expect(direction).toBe("input");
        }
      }
      return Object.keys(reader.schemas());
    };
    expect(names(["input", "output"])).toEqual(names(["output", "input"]));
  });
});

describe("argument names below the root", () => {
  const given: JsonValue = {
    type: "object",
    required: ["@type", "a-b"],
    dependentRequired: { "a-b": ["c d"] },
    properties: { "@type": text, "a-b": ref("B"), "c d": true, ok: false, größe: { type: "integer" }, "2fa": {} },
    additionalProperties: { type: "object", properties: { "x.y": text } },
  };

  it("are legal, and say what the wire calls them; answers keep the wire's names", () => {
    const reader = readerOf({ B: { type: "object", properties: { "p-q": text } } }, "3.1");
    const input = reader.read(inline(given), "input");
    expect(plain(input)).toEqual({
      type: "object",
      properties: {
        type: { type: "string", "x-toolgen-wire": "@type" },
        a_b: { $ref: "#/$defs/BInput", "x-toolgen-wire": "a-b" },
        c_d: { "x-toolgen-wire": "c d" },
        ok: false,
        gro_e: { type: "integer", "x-toolgen-wire": "größe" },
        _2fa: { "x-toolgen-wire": "2fa" },
      },
      required: ["type", "a_b"],
      additionalProperties: { type: "object", properties: { x_y: { type: "string", "x-toolgen-wire": "x.y" } } },
      dependentRequired: { a_b: ["c_d"] },
    });
    expect(reader.renamed(input)).toBe(true);
    const output = reader.read(inline(given), "output");
    expect(reader.renamed(output)).toBe(false);
    expect(Object.keys((output as { properties: object }).properties)).toEqual([
      "@type",
      "a-b",
      "c d",
      "ok",
      "größe",
      "2fa",
    ]);
  });

  it("collide within one object only, and get a hash of the wire name then", () => {
    const reader = readerOf({
      A: { allOf: [ref("B"), { properties: { a_b: text, "a b": text } }] },
      B: { type: "object", required: ["a-b"], properties: { "a-b": { type: "integer" } } },
    });
    reader.read(referTo("A"), "input");
    reader.read(referTo("B"), "input");
    const { AInput, BInput } = plain(reader.schemas()) as Record<
      string,
      { properties: object; required?: readonly string[] }
    >;
    expect(BInput).toEqual({
      type: "object",
      properties: { a_b: { type: "integer", "x-toolgen-wire": "a-b" } },
      required: ["a_b"],
    });
    const names = Object.keys(AInput?.properties ?? {});
    expect(names).toEqual([
      expect.stringMatching(/^a_b_[0-9a-f]{6}$/),
      "a_b",
      expect.stringMatching(/^a_b_[0-9a-f]{6}$/),
    ]);
    expect(new Set(names).size).toBe(3);
    expect(AInput?.required).toEqual([names[0]]);
  });

  it("hold in the alternatives of what is required, and in discriminators", () => {
    const reader = readerOf({
      U: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "@type" } },
      A: {
        type: "object",
        properties: { "@type": text, "a-1": text },
        anyOf: [{ required: ["a-1"] }, { required: ["@type"] }],
      },
      B: { type: "object", properties: { "@type": text } },
    });
    const root = reader.read(referTo("U"), "input");
    const accepts = acceptor(root, reader.schemas());
    expect([accepts({ type: "A", a_1: "x" }), accepts({ type: "B" }), accepts({ type: "C" })]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
