import { describe, expect, it } from "vitest";
import { reading, selectionOf } from "./reading.js";

/** GraphQL §5.3.2 */
describe("fields that cannot be merged have an alias", () => {
  it.each<[string, string, string, Readonly<Record<string, string>> | undefined]>([
    [
      "types that differ",
      "union U = A | B type A { x: Int } type B { x: String }",
      "{ __typename ... on A { x } ... on B { x_B: x } }",
      { "/x_B": "x" },
    ],
    [
      "null allowed and not",
      "union U = A | B type A { x: Int! } type B { x: Int }",
      "{ __typename ... on A { x } ... on B { x_B: x } }",
      { "/x_B": "x" },
    ],
    [
      "a list and none",
      "union U = A | B type A { x: [Int] } type B { x: Int }",
      "{ __typename ... on A { x } ... on B { x_B: x } }",
      { "/x_B": "x" },
    ],
    [
      "two enums",
      "union U = A | B type A { x: E } type B { x: F } enum E { P } enum F { P }",
      "{ __typename ... on A { x } ... on B { x_B: x } }",
      { "/x_B": "x" },
    ],
    [
      "a leaf and an object",
      "union U = A | B type A { x: C } type B { x: Int } type C { id: ID }",
      "{ __typename ... on A { x { id } } ... on B { x_B: x } }",
      { "/x_B": "x" },
    ],
    [
      "objects whose fields differ",
      "union U = A | B type A { x: C } type B { x: D } type C { id: ID! } type D { id: ID }",
      "{ __typename ... on A { x { id } } ... on B { x_B: x { id } } }",
      { "/x_B": "x" },
    ],
    [
      "none where objects have the same fields",
      "union U = A | B type A { x: C } type B { x: D } type C { id: ID! } type D { id: ID! name: Int }",
      "{ __typename ... on A { x { id } } ... on B { x { id name } } }",
      undefined,
    ],
    [
      "a third that fits the first, or the second",
      "union U = A | B | C | D type A { x: Int } type B { x: Int! } type C { x: Int } type D { x: Int! }",
      "{ __typename ... on A { x } ... on B { x_B: x } ... on C { x } ... on D { x_D: x } }",
      { "/x_B": "x", "/x_D": "x" },
    ],
    [
      "a field that is called as an alias would be",
      "union U = A | B type A { x: Int x_B: Int } type B { x: String x_B: String }",
      "{ __typename ... on A { x x_B } ... on B { x_B2: x x_B_B: x_B } }",
      { "/x_B2": "x", "/x_B_B": "x_B" },
    ],
    [
      "in what an interface has in common, covariantly",
      "union V = A | B interface U { x: Int y: [U] } type A implements U { x: Int! y: [A] z: Int } type B implements U { x: Int y: [B] z: ID }",
      "{ __typename x ... on A { z } ... on B { z_B: z } }",
      { "/z_B": "z" },
    ],
  ])("%s", (_, types, selection, aliases) => {
    const sdl = `type Query { a: [U!]! } ${types}`;
    expect(selectionOf(sdl, "Query.a")).toBe(selection);
    expect(reading(sdl).details["Query.a"]?.graphql.aliases).toEqual(aliases);
  });

  it("at places below the root field, lists left out", () => {
    const sdl = `type Query { a(first: Int): Us } type Us { nodes: [T!]! pageInfo: P } type P { endCursor: String } type T { u: U } union U = A | B type A { x: Int } type B { x: ID }`;
    const { graphql, output } = reading(sdl).details["Query.a"] ?? {};
    expect(graphql?.aliases).toEqual({ "/nodes/u/x_B": "x" });
    expect(JSON.stringify(output)).not.toContain("x_B");
  });
});
