import { parse } from "graphql";
import { describe, expect, it } from "vitest";
import { reading } from "./reading.js";

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join(" ");

describe("G-01: arguments are variables alone", () => {
  it("and no literal of a document comes from a description or a default that is not a literal itself", () => {
    const { details } = reading(
      `type Query { a("""}) { x } #""" text: String! = "}) { x } #", size: Float! = 1e3, kind: K! = P, list: [String!]! = ["\\"}"]): Int } enum K { P }`,
    );
    const { document = "", variables } = details["Query.a"]?.graphql ?? {};
    expect(variables).toEqual(["text", "size", "kind", "list"]);
    const [operation, ...others] = parse(document).definitions;
    expect(others).toEqual([]);
    expect(operation).toMatchObject({
      selectionSet: {
        selections: [
          {
            arguments: ["text", "size", "kind", "list"].map((value) => ({
              value: { kind: "Variable", name: { value } },
            })),
          },
        ],
      },
    });
  });
});

describe("G-03: hostile shapes end in small documents", () => {
  const sizeOf = (sdl: string, options = {}) => reading(sdl, options).details["Query.a"]?.graphql.document.length;

  it("types that refer to each other, all to all", () => {
    const types = many(60, (i) => `type T${i} { id: ID! ${many(60, (k) => `f${k}: T${k}`)} }`);
    const sdl = `type Query { a: T0 } ${types}`;
    expect(sizeOf(sdl)).toBeLessThan(1_000);
    expect(sizeOf(sdl, { depth: 8 })).toBeLessThan(60_000);
  });

  it.each([undefined, 8])("types that have nothing but each other, 120 by 120, depth %s", (depth) => {
    const types = many(120, (i) => `type T${i} { ${many(120, (k) => `f${k}: T${k}`)} }`);
    const { details } = reading(`type Query { a: T0 } ${types}`, depth === undefined ? {} : { depth });
    expect(details["Query.a"]?.graphql.document).toBe("query A {\n  a {\n    __typename\n  }\n}");
  });

  it("a type of 500 fields", () => {
    expect(sizeOf(`type Query { a: T } type T { ${many(500, (i) => `field${i}: Int`)} }`)).toBeLessThan(1_000);
  });

  it("a union of 500 types", () => {
    const types = many(500, (i) => `type T${i} { id: ID! }`);
    expect(sizeOf(`type Query { a: U } union U = ${many(500, (i) => `| T${i}`)} ${types}`)).toBeLessThan(100);
  });

  it("unions whose types hold unions, with fields that all conflict", () => {
    const unions = many(8, (i) => `union U${i} = ${many(8, (k) => `| T${i}${k}`)}`);
    const types = many(8, (i) =>
      many(8, (k) => `type T${i}${k} { x: ${["Int", "ID", "[Int]", "Int!"][k % 4]} u: U${(i + 1) % 8} }`),
    );
    expect(sizeOf(`type Query { a: U0 } ${unions} ${types}`, { depth: 8 })).toBeLessThan(200_000);
  });

  it("a chain of connections", () => {
    const types = many(100, (i) => `type C${i} { pageInfo: P nodes: [C${i + 1}] }`);
    expect(sizeOf(`type Query { a: C0 } type P { endCursor: ID } type C100 { id: ID } ${types}`)).toBeLessThan(2_000);
  });

  it("fragments that use each other many times over", () => {
    const fragments = many(40, (i) => `fragment F${i} on T { a: t { ...F${i + 1} } b: t { ...F${i + 1} } }`);
    const { details } = reading(
      "type Query { t: T } type T { id: ID t: T }",
      {},
      {
        "a.graphql": `query Q { t { ...F0 } } ${fragments} fragment F40 on T { id }`,
      },
    );
    expect(details["Q"]?.graphql.document.length).toBeLessThan(10_000);
    expect(JSON.stringify(details["Q"]?.output).length).toBeLessThan(2_000_000);
  });
});

describe("G-06: what is not for the public is in no text", () => {
  it("comments, reasons of deprecation, directives and secret defaults", () => {
    const { details, schemas } = reading(
      `directive @internal(key: String) on FIELD_DEFINITION | ARGUMENT_DEFINITION
       # comment-secret
       type Query { a(apiKey: String = "default-secret", auth: Auth! = { password: "nested-secret" }, id: ID! @internal(key: "directive-secret")): A @internal(key: "directive-secret") }
       # comment-secret
       type A { id: ID! old: Int @deprecated(reason: "reason-secret") }
       input Auth { password: String = "field-secret" old: Int @deprecated(reason: "reason-secret") }`,
    );
    expect(JSON.stringify([details, schemas])).not.toMatch(/-secret/);
    // The server knows its default, also where it is not written down here.
    expect(details["Query.a"]?.graphql.document).toContain("$auth: Auth,");
    expect(details["Query.a"]?.input).toMatchObject({ required: ["id"] });
  });
});
