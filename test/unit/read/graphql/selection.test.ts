import { describe, expect, it } from "vitest";
import { reading, selectionOf } from "./reading.js";

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join(" ");

describe("a selection", () => {
  it.each<[string, string, string]>([
    ["has none for a leaf", "type Query { a: Int }", ""],
    [
      "has the leaves of an object",
      "type Query { a: A } type A { x: Int y: [String!]! e: E } enum E { P }",
      "{ x y e }",
    ],
    [
      "has the identity of what an object refers to",
      "type Query { a: A } type A { x: Int b: B } type B { id: ID! name: String size: Int long: String more: Int }",
      "{ x b { id name } }",
    ],
    [
      "goes no deeper",
      "type Query { a: A } type A { id: ID! b: B } type B { id: ID! c: C } type C { id: ID! }",
      "{ id b { id } }",
    ],
    [
      "goes through what is made of values alone",
      "type Query { a: A } type A { id: ID! price: Range } type Range { min: Money max: Money } type Money { amount: Float currency: String }",
      "{ id price { min { amount currency } max { amount currency } } }",
    ],
    ["ends where a type comes again", "type Query { a: A } type A { id: ID! parent: A }", "{ id parent { id } }"],
    [
      "leaves lists of objects and connections of an object to tools of their own",
      "type Query { a: A } type A { id: ID! bs: [B!] cs: Cs } type B { id: ID! } type Cs { nodes: [B] pageInfo: P } type P { hasNextPage: Boolean }",
      "{ id }",
    ],
    [
      "has a list where there is nothing else",
      "type Query { a: A } type A { bs: [B!] } type B { id: ID! x: Int }",
      "{ bs { id } }",
    ],
    [
      "takes a wrapper for what it holds",
      "type Query { a: A } type A { items: [B!] total: Int } type B { id: ID! x: Int }",
      "{ items { id x } total }",
    ],
    [
      "leaves out fields that need arguments, and those that are deprecated",
      "type Query { a: A } type A { x: Int y(n: Int!): Int z(n: Int! = 1): Int old: Int @deprecated old2: B @deprecated } type B { id: ID }",
      "{ x z }",
    ],
    [
      "leaves out credentials and bulk",
      "type Query { a: A } type A { id: ID! token: String apiKey: ID tokenCount: Int token_expires: Date bodyHTML: String page: HTML } scalar HTML scalar Date",
      "{ id tokenCount token_expires }",
    ],
    ["leaves out what is marked as internal", 'type Query { a: A } type A { id: ID! "[Internal] x" x: Int }', "{ id }"],
    ["never enters a root type again", "type Query { a: A relay: Query! } type A { id: ID! query: Query }", "{ id }"],
    ["has __typename where there is nothing else", "type Query { a: A } type A { x(n: Int!): Int }", "{ __typename }"],
    [
      "asks for no object that has nothing",
      "type Query { a: A } type A { id: ID! b: B } type B { c(n: Int!): Int }",
      "{ id }",
    ],
  ])("%s", (_, sdl, selection) => {
    expect(selectionOf(sdl, "Query.a")).toBe(selection);
  });

  it("of the root type itself has its leaves", () => {
    expect(selectionOf("type Query { id: ID! relay: Query! }", "Query.relay")).toBe("{ id }");
  });

  it("is capped, and keeps what tells most, in the order of the schema", () => {
    const sdl = `type Query { a: A b: [A] } type A { ${many(50, (i) => `f${i}: Int`)} isOld: Boolean createdAt: String name: String id: ID! }`;
    expect(selectionOf(sdl, "Query.a").split(" ").slice(-5)).toEqual(["f36", "createdAt", "name", "id", "}"]);
    expect(selectionOf(sdl, "Query.b").split(" ")).toHaveLength(22);
  });

  it("goes into twelve objects at most, those that matter first", () => {
    const sdl = `type Query { a: A } type A { ${many(20, (i) => `o${i}: B`)} owner: B } type B { id: ID! }`;
    const selection = selectionOf(sdl, "Query.a");
    expect(selection.match(/\{ id \}/g)).toHaveLength(12);
    expect(selection).toMatch(/owner \{ id \} \}$/);
  });
});

const PAGE = "type Page { hasNextPage: Boolean! endCursor: String startCursor: String }";

describe("connections", () => {
  it.each<[string, string, string]>([
    [
      "have their nodes, a count and what it takes to go on",
      `type Query { a(first: Int): As } type As { edges: [E] nodes: [A] pageInfo: Page! totalCount: Int } type E { node: A } type A { id: ID! x: Int b: A } ${PAGE}`,
      "{ totalCount pageInfo { hasNextPage endCursor } nodes { id x b { id } } }",
    ],
    [
      "have edges where there are no nodes",
      `type Query { a(first: Int): As } type As { edges: [E] pageInfo: Page! } type E { cursor: String node: A } type A { id: ID! } ${PAGE}`,
      "{ pageInfo { hasNextPage endCursor } edges { node { id } } }",
    ],
    [
      "may be of leaves",
      `type Query { a(first: Int): As } type As { nodes: [String] pageInfo: Page! } ${PAGE}`,
      "{ pageInfo { hasNextPage endCursor } nodes }",
    ],
  ])("%s", (_, sdl, selection) => {
    expect(selectionOf(sdl, "Query.a")).toBe(selection);
  });

  it.each([
    ["first: Int, after: String", { variable: "first", size: 10 }],
    ["first: Int, last: Int", { variable: "first", size: 10, unless: ["last"] }],
    ["limit: Int", { variable: "limit", size: 10 }],
    ["first: Int!", { variable: "first", size: 10 }],
    ["first: Int = 50", undefined],
    ["after: String", undefined],
  ])("with (%s) get a page", (args, page) => {
    const sdl = `type Query { a(${args}): As } type As { nodes: [String] pageInfo: Page! } ${PAGE}`;
    expect(reading(sdl).details["Query.a"]?.graphql.page).toEqual(page);
  });

  it("tell the size that is sent in place of the service's own", () => {
    const sdl = `type Query { a("How many. Defaults to 50." first: Int!): As } type As { nodes: [String] pageInfo: Page! } ${PAGE}`;
    expect(reading(sdl).details["Query.a"]?.input).toMatchObject({
      properties: { first: { default: 10, description: "How many. Default 10." } },
    });
    expect(reading(sdl).details["Query.a"]?.input).not.toHaveProperty("required");
  });
});

describe("mutations", () => {
  const tail = `type Query { q: Int } type Pet { id: ID! name: String a: Int b: Int owner: Owner } type Owner { id: ID! } type UserError { field: [String!] message: String! code: Code more: Owner } enum Code { X } ${PAGE}`;
  it.each<[string, string, string]>([
    [
      "give the identity of what was written, and why it was not",
      "type Mutation { a: AddPayload } type AddPayload { clientMutationId: String pet: Pet userErrors: [UserError!]! success: Boolean! }",
      "{ pet { id name } userErrors { field message code } success }",
    ],
    [
      "unwrap edges",
      "type Mutation { a: AddPayload } type AddPayload { petEdge: PetEdge } type PetEdge { cursor: String node: Pet }",
      "{ petEdge { node { id name } } }",
    ],
    ["give a written thing itself", "type Mutation { a: Pet }", "{ id name a b }"],
    [
      "have rows that were written",
      "type Mutation { a: pet_mutation_response } type pet_mutation_response { affected_rows: Int! returning: [Pet!]! }",
      "{ affected_rows returning { id name } }",
    ],
    [
      "may fail by a union",
      "type Mutation { a: Added } union Added = AddPayload | Failure type AddPayload { pet: Pet } type Failure { message: String }",
      "{ __typename ... on AddPayload { pet { id name } } ... on Failure { message } }",
    ],
    [
      "have a connection only where there is nothing else",
      "type Mutation { a: AddPayload } type AddPayload { clientMutationId: String pets(first: Int): Pets } type Pets { nodes: [Pet] pageInfo: Page }",
      "{ pets(first: 10) { pageInfo { hasNextPage endCursor } nodes { id name } } }",
    ],
    [
      "have __typename where there is nothing at all",
      "type Mutation { a: AddPayload } type AddPayload { clientMutationId: String }",
      "{ __typename }",
    ],
  ])("%s", (_, sdl, selection) => {
    expect(selectionOf(`${sdl} ${tail}`, "Mutation.a")).toBe(selection);
  });
});

describe("interfaces and unions", () => {
  it.each<[string, string, string]>([
    [
      "have what all have in common, then what each has",
      "type Query { a: N } interface N { id: ID! } type A implements N { id: ID! x: Int } type B implements N { id: ID! y: Int }",
      "{ __typename id ... on A { x } ... on B { y } }",
    ],
    [
      "are told by what all have in common where they are referred to",
      "type Query { a: T } type T { id: ID! n: N } interface N { id: ID! } type A implements N { id: ID! x: Int }",
      "{ id n { __typename id } }",
    ],
    [
      "have no fragments where there are too many types",
      `type Query { a: U } union U = ${many(9, (i) => `| T${i}`)} ${many(9, (i) => `type T${i} { id: ID! }`)}`,
      "{ __typename }",
    ],
    [
      "have at least an id where all of them are nodes",
      `type Query { a: U } interface Node { id: ID! } union U = ${many(9, (i) => `| T${i}`)} ${many(9, (i) => `type T${i} implements Node { id: ID! }`)}`,
      "{ __typename ... on Node { id } }",
    ],
    ["may have no type at all", "type Query { a: N } interface N { id: ID! }", "{ __typename id }"],
  ])("%s", (_, sdl, selection) => {
    expect(selectionOf(sdl, "Query.a")).toBe(selection);
  });
});

describe("options", () => {
  const sdl = `type Query { a: A as: As } type A { id: ID! token: String old: Int @deprecated x(n: Int!): Int bs: [B!]! b: B cs(first: Int): As } type B { id: ID! size: Int c: C } type C { id: ID! size: Int a: A } type As { nodes: [A] pageInfo: Page totalCount: Int } ${PAGE}`;
  it.each<[string, object, string]>([
    ["depth 0: leaves alone", { depth: 0 }, "{ id }"],
    ["depth 1: what is referred to, in full", { depth: 1 }, "{ id bs { id size } b { id size } }"],
    [
      "depth 2: and so on, but never in a circle",
      { depth: 2 },
      "{ id bs { id size c { id size } } b { id size c { id size } } }",
    ],
    ["omit", { omit: ["A.id", "B.id"] }, "{ b { size c { id } } }"],
    ["select a leaf that is left out otherwise", { select: ["A.token", "A.old"] }, "{ id token old b { id } }"],
    ["select a list", { select: ["A.bs"] }, "{ id bs { id size } b { id } }"],
    [
      "select a connection",
      { select: ["A.cs"], omit: ["A.b"] },
      "{ id cs(first: 10) { totalCount pageInfo { hasNextPage endCursor } nodes { id } } }",
    ],
  ])("%s", (_, options, selection) => {
    expect(selectionOf(sdl, "Query.a", options)).toBe(selection);
  });

  it("that name nothing are reported", () => {
    expect(reading(sdl, { select: ["A.x", "A.nope", "Nope.a", "A"], omit: ["A.id", "B.nope"] }).found).toEqual([
      "GRAPHQL_FIELD_UNKNOWN --select A.x: it has required arguments",
      "GRAPHQL_FIELD_UNKNOWN --select A.nope: A has no field nope",
      "GRAPHQL_FIELD_UNKNOWN --select Nope.a: there is no type Nope",
      "GRAPHQL_FIELD_UNKNOWN --select A: this is no Type.field",
      "GRAPHQL_FIELD_UNKNOWN --omit B.nope: B has no field nope",
      "GRAPHQL_SECRET_LEFT_OUT not selected: A.token",
    ]);
  });
});
