import { buildClientSchema, buildSchema, introspectionFromSchema, parseConstValue } from "graphql";
import { describe, expect, it } from "vitest";
import { defaultJson, type InputElement, isRequired } from "../../../../src/read/graphql/defaults.js";

const TYPES = "enum E { P Q } input I { a: Int b: [E!] c: J } scalar J type Query { f(x: ";
const rows: readonly (readonly [string, string, unknown])[] = [
  ["Int", "1", 1],
  ["Float", "1", 1],
  ["[Int!]", "1", [1]],
  ["[[Int]]", "1", [[1]]],
  ["[[Int]]", "[1, null]", [[1], null]],
  ["E", "P", "P"],
  ["[E!]!", "Q", ["Q"]],
  ["String", '"a\\nb"', "a\nb"],
  ["ID", "7", "7"],
  ["Boolean", "false", false],
  ["I", "{ a: 1, b: P }", { a: 1, b: ["P"] }],
  ["Int", "null", null],
];
const schemaOf = (type: string, literal: string) => buildSchema(`${TYPES}${type} = ${literal}): Int }`);
const argument = (schema: ReturnType<typeof buildSchema>): InputElement => {
  const [arg] = schema.getQueryType()?.getFields()["f"]?.args ?? [];
  if (!arg) throw new Error("no argument");
  return arg;
};

describe("a default", () => {
  it.each(rows)("of %s, written %s", (type, literal, value) => {
    expect(defaultJson(argument(schemaOf(type, literal)))).toEqual(value);
  });

  it.each(rows)("of %s, introspected as %s", (type, literal, value) => {
    const introspected = buildClientSchema(introspectionFromSchema(schemaOf(type, literal)));
    expect(defaultJson(argument(introspected))).toEqual(value);
  });

  it.each(rows)("of %s, as graphql 17 keeps %s", (type, literal, value) => {
    const { type: parsed } = argument(schemaOf(type, literal));
    const base = { name: "x", type: parsed, defaultValue: undefined };
    const element = Object.assign(base, { default: { literal: parseConstValue(literal) } }) as unknown as InputElement;
    expect(defaultJson(element)).toEqual(value);
    expect(isRequired(element)).toBe(false);
  });

  it("of a custom scalar is what it is as JSON", () => {
    expect(defaultJson(argument(schemaOf("J", '{ a: [1, "b", null] }')))).toEqual({ a: [1, "b", null] });
    expect(defaultJson(argument(schemaOf("J", "12345678901234567890")))).toBe("12345678901234567890");
    const inside = "{ a: [12345678901234567890], b: 1e400 }";
    expect(defaultJson(argument(schemaOf("J", inside)))).toEqual({ a: ["12345678901234567890"], b: "1e400" });
  });

  it("beyond what a double holds stays digits, and is no Infinity", () => {
    expect(defaultJson(argument(schemaOf("Float", "1e400")))).toBe("1e400");
  });
});

describe("G-06: a default that may be a credential is not told", () => {
  it.each(["apiKey: String", "token: ID", "password: [String]"])("of %s", (arg) => {
    const schema = buildSchema(`type Query { f(${arg} = "sk_live_1"): Int }`);
    expect(defaultJson(argument(schema))).toBeUndefined();
  });

  it("anywhere within a value", () => {
    const schema = buildSchema(
      `input I { auth: [J] } input J { secret: String } type Query { f(x: I = { auth: [{ secret: "s" }] }): Int }`,
    );
    expect(defaultJson(argument(schema))).toBeUndefined();
  });
});
