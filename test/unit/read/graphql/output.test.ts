import { describe, expect, it } from "vitest";
import { reading } from "./reading.js";

const outputOf = (type: string, types = "") => reading(`type Query { a: ${type} } ${types}`).details["Query.a"]?.output;
const object = (properties: object, required = Object.keys(properties)) => ({ type: "object", properties, required });

describe("an output schema", () => {
  it.each<[string, string, string, unknown]>([
    ["a leaf", "Int!", "", { type: "integer" }],
    [
      "null, as declared",
      "[[Int]!]",
      "",
      { type: ["array", "null"], items: { type: "array", items: { type: ["integer", "null"] } } },
    ],
    [
      "an object",
      "A!",
      "type A { id: ID! x: Float }",
      object({ id: { type: "string" }, x: { type: ["number", "null"] } }),
    ],
    [
      "texts of fields",
      "A!",
      'type A { "The **id**." id: ID! }',
      object({ id: { type: "string", description: "The id." } }),
    ],
    [
      "an enum",
      "A!",
      "type A { e: E f: [E!]! } enum E { P }",
      object({
        e: { anyOf: [{ $ref: "#/$defs/E" }, { type: "null" }] },
        f: { type: "array", items: { $ref: "#/$defs/E" } },
      }),
    ],
    [
      "what each type of a union has",
      "U!",
      "union U = A | B type A { x: Int! } type B { x: String! }",
      {
        anyOf: [
          object({ __typename: { type: "string", const: "A" }, x: { type: "integer" } }),
          object({ __typename: { type: "string", const: "B" }, x: { type: "string" } }),
        ],
      },
    ],
    [
      "an interface whose types have nothing of their own",
      "[N!]!",
      "interface N { id: ID! } type A implements N { id: ID! } type B implements N { id: ID! }",
      { type: "array", items: object({ __typename: { type: "string", enum: ["A", "B"] }, id: { type: "string" } }) },
    ],
    ["anything, where nothing is known", "A!", "type A { j: JSON } scalar JSON", object({ j: {} })],
  ])("tells of %s", (_, type, types, schema) => {
    expect(outputOf(type, types)).toEqual(schema);
  });

  it("has deprecated values of an enum, which the input has not", () => {
    const { schemas, details } = reading("type Query { a(e: E): E } enum E { OLD @deprecated NEW }");
    expect(details["Query.a"]?.output).toEqual({ anyOf: [{ $ref: "#/$defs/EResult" }, { type: "null" }] });
    expect(schemas).toEqual({
      E: { type: "string", enum: ["NEW"] },
      EResult: { type: "string", enum: ["OLD", "NEW"] },
    });
  });

  it("never reaches a prototype", () => {
    const output = outputOf("A!", "type A { constructor: Int toString: Int! }");
    expect(output).toEqual(object({ constructor: { type: ["integer", "null"] }, toString: { type: "integer" } }));
  });
});
