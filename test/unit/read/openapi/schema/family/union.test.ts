import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../../src/diagnostics.js";
import type { JsonObject, JsonValue } from "../../../../../../src/read/openapi/document.js";
import { createSchemaReader, type Direction } from "../../../../../../src/read/openapi/schema.js";
import { inline, inMemory, referTo } from "../document.js";
import { acceptor, plain } from "../judge.js";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

function read(
  schemas: JsonObject,
  name: string,
  direction: Direction = "input",
  others: Record<string, JsonObject> = {},
) {
  const diagnostics = new Diagnostics();
  const reader = createSchemaReader(inMemory({ components: { schemas } }, "3.0", others), diagnostics);
  const root = reader.read(referTo(name), direction);
  const all = plain(reader.schemas()) as Record<string, JsonValue>;
  return { all, accepts: acceptor(root, reader.schemas()), codes: diagnostics.list.map((d) => d.code) };
}

const kind = (name: string, more: JsonObject = {}): JsonObject => ({
  type: "object",
  required: ["type", name],
  properties: { type: { type: "string", ...more }, [name]: text },
});

describe("a union with a discriminator", () => {
  const schemas = {
    Method: {
      oneOf: [ref("Card"), ref("Bank"), ref("Cash"), { $ref: "cheque.json" }],
      discriminator: {
        propertyName: "type",
        mapping: {
          card: "#/components/schemas/Card",
          sepa: "Bank",
          iban: "#/components/schemas/Bank",
          paper: "cheque.json",
        },
      },
    },
    Card: kind("number"),
    Bank: kind("account"),
    Cash: kind("till"),
  };
  const others = { "cheque.json": kind("cheque") };

  it("shows the values that lead to each branch: mapped by pointer, name or file, else the schema's name", () => {
    const { all, accepts } = read(schemas, "Method", "input", others);
    const tagged = (name: string, type: JsonObject) => ({
      allOf: [{ $ref: `#/$defs/${name}` }, { type: "object", properties: { type }, required: ["type"] }],
    });
    expect(all["MethodInput"]).toEqual({
      oneOf: [
        tagged("Card", { const: "card" }),
        tagged("Bank", { enum: ["sepa", "iban"] }),
        tagged("Cash", { const: "Cash" }),
        tagged("Cheque", { const: "paper" }),
      ],
    });
    const good = [
      { type: "iban", account: "x" },
      { type: "sepa", account: "x" },
      { type: "Cash", till: "x" },
      { type: "paper", cheque: "x" },
    ];
    const bad = [{ type: "iban" }, { account: "x" }, { type: "Bank", account: "x" }, { type: "card", account: "x" }];
    expect(good.map(accepts)).toEqual(good.map(() => true));
    expect(bad.map(accepts)).toEqual(bad.map(() => false));
  });

  it("lets answers hold kinds that come later", () => {
    const { all, accepts } = read(schemas, "Method", "output", others);
    expect((all["Method"] as { anyOf: unknown[] }).anyOf.at(-1)).toEqual({
      type: "object",
      properties: { type: { not: { enum: ["card", "sepa", "iban", "Cash", "paper"] } } },
    });
    expect([accepts({ type: "later" }), accepts({ type: "card" }), accepts({ type: "card", number: "1" })]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("adds nothing where a branch says it itself", () => {
    const { all } = read(
      {
        U: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "type" } },
        A: kind("a", { enum: ["A"] }),
        B: kind("b", { enum: ["bee"] }),
      },
      "U",
    );
    expect(all["UInput"]).toEqual({ oneOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] });
  });

  it("narrows an enum that all branches share, and keeps numbers numbers", () => {
    const all = read(
      {
        U: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "type", mapping: { a: "A", "7": "B" } } },
        A: kind("a", { enum: ["a", "b"] }),
        B: { type: "object", properties: { type: { type: "integer" } } },
      },
      "U",
    ).all;
    expect(all["UInput"]).toEqual({
      oneOf: [
        {
          allOf: [{ $ref: "#/$defs/A" }, { type: "object", properties: { type: { const: "a" } }, required: ["type"] }],
        },
        { allOf: [{ $ref: "#/$defs/B" }, { type: "object", properties: { type: { const: 7 } }, required: ["type"] }] },
      ],
    });
  });

  it("leaves branches alone that are no objects", () => {
    const { accepts } = read(
      {
        U: { oneOf: [ref("A"), ref("L")], discriminator: { propertyName: "type", mapping: { a: "A", array: "L" } } },
        A: kind("a"),
        L: { type: "array", items: text },
      },
      "U",
    );
    expect([accepts(["x"]), accepts({ type: "a", a: "x" }), accepts({ type: "array" })]).toEqual([true, true, false]);
  });

  it("where the property is not sent, a value may match several branches", () => {
    const hidden = (name: string) => ({
      type: "object",
      properties: { type: { type: "string", readOnly: true }, [name]: text },
    });
    const { all } = read(
      { U: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "type" } }, A: hidden("a"), B: hidden("b") },
      "U",
    );
    expect(all["UInput"]).toEqual({ anyOf: [{ $ref: "#/$defs/AInput" }, { $ref: "#/$defs/BInput" }] });
  });

  it("a default takes the values that nothing else maps, and none", () => {
    const { accepts } = read(
      {
        U: {
          oneOf: [ref("A"), ref("B")],
          discriminator: { propertyName: "type", mapping: { a: "A" }, defaultMapping: "B" },
        },
        A: kind("a"),
        B: { type: "object", properties: { type: text } },
      },
      "U",
    );
    expect([accepts({ type: "a", a: "x" }), accepts({ type: "zzz" }), accepts({}), accepts({ type: "a" })]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("reports a mapping to nothing, and goes on", () => {
    const { codes, accepts } = read(
      {
        U: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "type", mapping: { x: "Nowhere" } } },
        A: kind("a"),
        B: kind("b"),
      },
      "U",
    );
    expect(codes).toEqual(["SCHEMA_DISCRIMINATOR"]);
    expect(accepts({ type: "A", a: "x" })).toBe(true);
  });
});

describe("a base with a discriminator", () => {
  const schemas = {
    Pet: {
      type: "object",
      description: "A pet",
      required: ["kind"],
      properties: { kind: text, name: text },
      discriminator: { propertyName: "kind" },
    },
    Cat: { allOf: [ref("Pet"), { type: "object", required: ["lives"], properties: { lives: { type: "integer" } } }] },
    Lion: { allOf: [ref("Cat"), { type: "object", properties: { mane: { type: "boolean" } } }] },
    Dog: { allOf: [ref("Pet")] },
    Owner: {
      type: "object",
      properties: { pet: { allOf: [ref("Pet")], description: "Theirs" }, pets: { type: "array", items: ref("Pet") } },
    },
  };

  it("means any heir where it is referred to, and itself", () => {
    const { all, accepts } = read(schemas, "Owner");
    expect(all["CatInput"] ?? all["Cat"]).toEqual({
      type: "object",
      description: "A pet",
      properties: { kind: text, name: text, lives: { type: "integer" } },
      required: ["kind", "lives"],
    });
    expect((all["PetInput"] as JsonObject)["description"]).toBe("A pet");
    const good = [
      { pet: { kind: "Cat", lives: 9 } },
      { pets: [{ kind: "Dog" }, { kind: "Lion", lives: 1, mane: true }, { kind: "Pet", name: "x" }] },
    ];
    const bad = [{ pet: { kind: "Cat" } }, { pet: { kind: "Cow" } }, { pets: [{ kind: "Lion", lives: 1, mane: 5 }] }];
    expect(good.map(accepts)).toEqual([true, true]);
    expect(bad.map(accepts)).toEqual([false, false, false]);
  });

  it("takes any kind in answers, with what all kinds have", () => {
    const { accepts } = read(schemas, "Owner", "output");
    expect([accepts({ pet: { kind: "Cow" } }), accepts({ pet: { kind: "Cow", name: 5 } })]).toEqual([true, false]);
  });

  it("lends its heirs its properties, not the union", () => {
    const { accepts } = read(schemas, "Cat");
    expect([accepts({ kind: "Cat", lives: 9 }), accepts({ kind: "Cat" })]).toEqual([true, false]);
  });

  it("stays open where no heirs are known", () => {
    const { all, accepts } = read({ Pet: schemas.Pet }, "Pet");
    expect(all).toEqual({
      Pet: { type: "object", description: "A pet", properties: { kind: text, name: text }, required: ["kind"] },
    });
    expect(accepts({ kind: "Cow", milk: 5 })).toBe(true);
  });

  it("stays open where there are too many", () => {
    const many = Object.fromEntries(
      Array.from({ length: 70 }, (_, i) => [`Heir${i}`, { allOf: [ref("Pet"), { properties: { n: text } }] }]),
    );
    const { all, codes } = read({ Pet: schemas.Pet, ...many }, "Pet");
    expect(Object.keys(all)).toEqual(["Pet"]);
    expect(codes).toEqual(["SCHEMA_DISCRIMINATOR"]);
  });

  it("ends where bases map to each other", () => {
    const base = (to: string) => ({
      type: "object",
      properties: { t: text },
      discriminator: { propertyName: "t", mapping: { x: to } },
    });
    const { accepts } = read({ A: base("B"), B: base("A") }, "A");
    expect(accepts({ t: "x" })).toBe(true);
  });
});

describe("oneOf without a discriminator", () => {
  it("is exact in what is sent, and no fault of the server's in answers", () => {
    const schemas = {
      U: {
        oneOf: [
          { type: "object", required: ["a"] },
          { type: "object", required: ["b"] },
        ],
      },
    };
    expect(read(schemas, "U", "input").accepts({ a: 1, b: 1 })).toBe(false);
    expect(read(schemas, "U", "output").accepts({ a: 1, b: 1 })).toBe(true);
  });

  it("is one schema for both directions where no value can match twice", () => {
    const reader = createSchemaReader(
      inMemory({
        components: {
          schemas: { U: { oneOf: [text, { type: "integer" }, { type: "array", items: text }, { type: "null" }] } },
        },
      }),
      new Diagnostics(),
    );
    expect(reader.read(referTo("U"), "input")).toEqual(reader.read(referTo("U"), "output"));
    expect(Object.keys(reader.schemas())).toEqual(["U"]);
  });

  it("keeps constants with their words, as APIs describe integers", () => {
    const given = {
      type: "integer",
      oneOf: [
        { const: 1, title: "ONE", description: "first" },
        { const: 2, title: "TWO" },
      ],
    };
    const reader = createSchemaReader(inMemory({}), new Diagnostics());
    expect(plain(reader.read(inline(given), "output"))).toEqual(given);
  });
});
