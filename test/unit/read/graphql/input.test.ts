import { describe, expect, it } from "vitest";
import type { JsonSchemaObject } from "../../../../src/tool/json-schema.js";
import { documentOf, reading } from "./reading.js";

const inputOf = (args: string, types = "") => {
  const { details, schemas } = reading(`type Query { a(${args}): Int } ${types}`);
  return { ...details["Query.a"], schemas };
};
const INT = { type: "integer", minimum: -2147483648, maximum: 2147483647 };

describe("arguments", () => {
  it.each<[string, string, object, readonly string[] | undefined]>([
    [
      "may be null unless the type forbids it",
      "x: Boolean, y: Boolean!",
      { x: { type: ["boolean", "null"] }, y: { type: "boolean" } },
      ["y"],
    ],
    [
      "with a default are not required, and may still not be null",
      "x: Boolean! = true",
      { x: { type: "boolean", default: true, description: "Default true." } },
      undefined,
    ],
    [
      "are lists of what the list holds",
      "x: [[String!]]!",
      { x: { type: "array", items: { type: ["array", "null"], items: { type: "string" } } } },
      ["x"],
    ],
    [
      "have defaults coerced to their type (§3.11): one value is a list of one",
      "x: [Int!] = 1",
      { x: { type: ["array", "null"], items: INT, default: [1], description: "Default [1]." } },
      undefined,
    ],
    [
      "that are null by default say so",
      "x: Boolean = null",
      { x: { type: ["boolean", "null"], default: null } },
      undefined,
    ],
    [
      "have their own words first",
      `"How **many**." x: Boolean = true`,
      { x: { type: ["boolean", "null"], default: true, description: "How many." } },
      undefined,
    ],
    [
      "that are deprecated are left out",
      "x: Boolean @deprecated, y: Boolean! @deprecated",
      { y: { type: "boolean" } },
      ["y"],
    ],
    [
      "of unknown scalars take anything",
      "x: Odd, y: Odd!",
      { x: { description: "GraphQL scalar Odd." }, y: { description: "GraphQL scalar Odd." } },
      ["y"],
    ],
  ])("%s", (_, args, properties, required) => {
    const { input } = inputOf(args, "scalar Odd");
    expect(input).toEqual({ type: "object", additionalProperties: false, properties, ...(required && { required }) });
  });

  it("are variables of their own type, with the default where null is not allowed", () => {
    expect(documentOf("type Query { a(x: Int, y: [ID!]!, z: Int! = 3, w: Int = 4): Int }", "Query.a")).toBe(
      "query A($x: Int, $y: [ID!]!, $z: Int! = 3, $w: Int) { a(x: $x, y: $y, z: $z, w: $w) }",
    );
  });

  it("that no provider takes have other names, and keep their own on the wire", () => {
    const long = "x".repeat(65);
    const { input, graphql } = inputOf(`${long}: I!`, `input I { ${long}: Int b: Int }`);
    const renamed = "x".repeat(57);
    const [arg = ""] = Object.keys((typeof input === "object" && input.properties) || {});
    expect(arg).toMatch(new RegExp(`^${renamed}_[0-9a-f]{6}$`));
    expect(graphql?.variables).toEqual([{ arg, name: long }]);
    expect(graphql?.renamed).toBe(true);
    expect(inputOf(`a: I`, `input I { ${long}: Int b: Int }`).schemas["I"]).toMatchObject({
      properties: { [arg]: { "x-toolgen-wire": long } },
    });
  });

  it("never reach a prototype", () => {
    const { input, graphql, schemas } = inputOf(
      "__proto__: Int, constructor: I",
      "input I { __proto__: Int toString: Int! }",
    );
    expect(Object.keys((typeof input === "object" && input.properties) || {})).toEqual(["constructor"]);
    expect(graphql?.document).not.toContain("__proto__");
    expect(schemas["I"]).toMatchObject({ required: ["toString"] });
  });
});

describe("input objects and enums", () => {
  it("are shared by name, and may hold themselves", () => {
    const { input, schemas } = inputOf(
      "where: Filter!",
      `"What to **find**." input Filter { and: [Filter!] eq: Int! n: Int! = 2 kind: Kind = BIG page: Page! = { eq: 1 } } input Page { eq: Int } enum Kind { BIG SMALL }`,
    );
    expect(input).toMatchObject({ properties: { where: { $ref: "#/$defs/Filter" } } });
    expect(schemas).toEqual({
      Filter: {
        type: "object",
        description: "What to find.",
        additionalProperties: false,
        properties: {
          and: { type: ["array", "null"], items: { $ref: "#/$defs/Filter" } },
          eq: INT,
          n: { ...INT, default: 2, description: "Default 2." },
          kind: { anyOf: [{ $ref: "#/$defs/Kind" }, { type: "null" }], default: "BIG", description: "Default BIG." },
          page: { $ref: "#/$defs/Page", default: { eq: 1 }, description: 'Default {"eq":1}.' },
        },
        required: ["eq"],
      },
      Kind: { type: "string", enum: ["BIG", "SMALL"] },
      Page: { type: "object", additionalProperties: false, properties: { eq: { ...INT, type: ["integer", "null"] } } },
    });
  });

  it("of which exactly one field is wanted say so (§3.10 OneOf)", () => {
    const { schemas } = inputOf("by: By!", "input By @oneOf { id: ID name: String }");
    expect(schemas["By"]).toEqual({
      type: "object",
      additionalProperties: false,
      properties: { id: { type: ["string", "integer"] }, name: { type: "string" } },
      minProperties: 1,
      maxProperties: 1,
    });
  });

  it.each([
    ["is left out", "clientMutationId: String, id: ID!", ["id"]],
    ["is left out where it has a default", 'clientMutationId: String = "a", id: ID!', ["id"]],
    ["stays where the service asks for it", "clientMutationId: String!, id: ID!", ["clientMutationId", "id"]],
    ["stays where there is nothing else", "clientMutationId: String", ["clientMutationId"]],
    ["stays where it is no text", "clientMutationId: Int, id: ID!", ["clientMutationId", "id"]],
  ])("the mark of Relay's client %s", (_, fields, want) => {
    const { schemas } = inputOf("in: In!", `input In { ${fields} }`);
    expect(Object.keys((schemas["In"] as JsonSchemaObject).properties ?? {})).toEqual(want);
  });

  it("tell what values mean, and leave out deprecated ones", () => {
    const { schemas } = inputOf(
      "s: S, o: O",
      `enum S { "It is *open*." OPEN "open again" OPEN_AGAIN OLD @deprecated } enum O { A @deprecated B @deprecated }`,
    );
    expect(schemas["S"]).toEqual({ type: "string", description: "OPEN: It is open.", enum: ["OPEN", "OPEN_AGAIN"] });
    expect(schemas["O"]).toEqual({ type: "string", enum: ["A", "B"] });
  });

  it("have names that TypeScript takes, unique without regard to case", () => {
    const { schemas } = inputOf(
      "a: order_by, b: Record, c: thing, d: Thing",
      "enum order_by { A } input Record { a: Int } input thing { a: Int } input Thing { a: Int }",
    );
    expect(Object.keys(schemas)).toEqual([
      "OrderBy",
      "RecordModel",
      expect.stringMatching(/^Thing(_[0-9a-f]{6})?$/),
      expect.stringMatching(/^Thing_[0-9a-f]{6}$/),
    ]);
  });
});

describe("files", () => {
  it("have places in the variables, by the multipart request specification", () => {
    const { graphql, input, schemas } = inputOf(
      "one: Upload!, many: [Upload!], in: In",
      "scalar Upload input In { file: Upload more: [Part!] again: In plain: Plain } input Part { data: [Upload] } input Plain { a: Int }",
    );
    expect(graphql?.uploads).toEqual(["one", "many/*", "in/file", "in/more/*/data/*"]);
    expect(input).toMatchObject({ properties: { one: { $ref: "#/$defs/FileValue" } } });
    expect(schemas["FileValue"]).toMatchObject({ properties: { data: {}, handle: {} } });
  });
});
