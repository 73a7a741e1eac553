import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import { type LoadGraphqlOptions, loadGraphql } from "../../../../../src/read/graphql/load.js";
import { Folder } from "./folder.js";

const folder = new Folder();
afterAll(() => folder.clear());

async function load(
  files: Readonly<Record<string, string>>,
  sources: readonly string[],
  options: Partial<LoadGraphqlOptions> = {},
) {
  const cwd = folder.make(files);
  const diagnostics = new Diagnostics();
  const loaded = await loadGraphql(sources, { cwd, ...options }, diagnostics);
  const { schema } = loaded ?? {};
  const fields = (type: "Query" | "Mutation"): readonly string[] =>
    Object.keys((type === "Query" ? schema?.getQueryType() : schema?.getMutationType())?.getFields() ?? {});
  const said = diagnostics.list.map(
    ({ code, message, at }) => `${code} ${at?.line ?? ""}:${at?.column ?? ""} ${message}`,
  );
  return { loaded, schema, queries: fields("Query"), mutations: fields("Mutation"), said };
}

const PETS = "type Query { pets: [String] }";
const introspection = {
  __schema: {
    queryType: { name: "Root" },
    mutationType: null,
    subscriptionType: null,
    directives: [],
    types: [
      {
        kind: "OBJECT",
        name: "Root",
        interfaces: [],
        fields: [{ name: "pets", args: [], type: { kind: "SCALAR", name: "String" }, isDeprecated: false }],
      },
      { kind: "SCALAR", name: "String" },
    ],
  },
};

describe("a source", () => {
  it.each([
    ["one file", { "a.graphql": PETS }, ["a.graphql"], "a.graphql"],
    [
      "several files",
      { "a.graphql": PETS, "b.graphql": "extend type Query { c: Int }" },
      ["a.graphql", "b.graphql"],
      "a.graphql, b.graphql",
    ],
    [
      "a glob",
      { "s/a.graphql": PETS, "s/t/b.graphqls": "type B { c: Int }" },
      ["s/**/*.graphql*"],
      "a.graphql, b.graphqls",
    ],
    [
      "one type in two files",
      { "a.graphql": PETS, "b.graphql": "type Query { c: Int }" },
      ["*.graphql"],
      "a.graphql, b.graphql",
    ],
    ["a mere extension", { "a.graphql": "extend type Query { pets: Int }" }, ["a.graphql"], "a.graphql"],
    ["an introspection", { "i.json": JSON.stringify(introspection) }, ["i.json"], "i.json"],
    ["an answer to one", { "i.json": JSON.stringify({ data: introspection }) }, ["i.json"], "i.json"],
    [
      "root types of other names",
      { "a.graphql": "schema { query: Q mutation: M } type Q { pets: Int } type M { add: Int }" },
      ["a.graphql"],
      "a.graphql",
    ],
  ])("may be %s", async (_, files, sources, name) => {
    const { loaded, queries, said } = await load(files, sources);
    expect(queries).toContain("pets");
    expect(loaded?.source).toMatchObject({
      kind: "graphql",
      file: name,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(said).toEqual([]);
  });

  it("may come from standard input", async () => {
    const { queries } = await load({}, ["-"], { stdin: async () => Buffer.from(PETS) });
    expect(queries).toEqual(["pets"]);
  });

  it.each([
    ["type Query {\n  a: Int!!\n}", 'GRAPHQL_SYNTAX 2:10 a.graphql: Expected Name, found "!".'],
    ["", "GRAPHQL_UNUSABLE : a.graphql: it is empty"],
    ["<!doctype html><html></html>", "GRAPHQL_UNUSABLE : a.graphql: it looks like a web page"],
    ["openapi: 3.1.0\npaths: {}", "GRAPHQL_UNUSABLE : a.graphql: it looks like an OpenAPI document"],
    ["type A { b: Int }", "GRAPHQL_UNUSABLE : a.graphql: it has neither a query type nor a mutation type"],
    ['{ "openapi": "3.1.0" }', "GRAPHQL_UNUSABLE : a.graphql: it is JSON, but has neither __schema nor data.__schema"],
    [
      '{ "errors": [{ "message": "Introspection is off" }] }',
      "GRAPHQL_UNUSABLE : a.graphql: it is the answer to an introspection that failed: Introspection is off",
    ],
    ["type Query { a: Nope }", 'GRAPHQL_UNUSABLE : a.graphql: Unknown type: "Nope".'],
    [
      `type Query { a: ${"[".repeat(300)}Int${"]".repeat(300)} }`,
      "LIMIT_EXCEEDED 1:216 a.graphql: more than 200 levels of nesting",
    ],
  ])("that is none is explained: %.40s", async (text, want) => {
    const { loaded, said } = await load({ "a.graphql": text }, ["a.graphql"]);
    expect(loaded).toBeUndefined();
    expect(said.at(-1)).toBe(want);
  });

  it.each([
    ["no.graphql", "FILE_UNREADABLE : no.graphql: there is no such file"],
    ["no/*.graphql", "FILE_UNREADABLE : no/*.graphql: there is no such file"],
    ["*.gql", "FILE_UNREADABLE : *.gql: it matches no file"],
  ])("that is not there is named: %s", async (source, want) => {
    expect((await load({ "a.graphql": PETS }, [source])).said).toEqual([want]);
  });

  it("with a field that is defined twice loads, with a warning that has a place", async () => {
    const { queries, said } = await load({ "a.graphql": "type Query {\n  a: Int\n  a: Int\n  b: Int\n}" }, [
      "a.graphql",
    ]);
    expect(queries).toEqual(["a", "b"]);
    expect(said).toEqual(['GRAPHQL_INVALID 2:3 Field "Query.a" can only be defined once.']);
  });

  it("keeps to its limits", async () => {
    const files = { "a.graphql": PETS, "b.graphql": "type B { c: Int }" };
    expect((await load(files, ["*.graphql"], { limits: { files: 1 } })).said[0]).toContain("more than 1 files");
    expect((await load(files, ["*.graphql"], { limits: { bytes: 10 } })).said[0]).toContain("LIMIT_EXCEEDED");
    expect((await load(files, ["a.graphql"], { limits: { tokens: 5 } })).said[0]).toContain("more than 5 tokens");
  });

  it("tells of subscriptions that they are left out", async () => {
    const { said } = await load({ "a.graphql": `${PETS} type Subscription { a: Int b: Int }` }, ["a.graphql"]);
    expect(said).toEqual(["SUBSCRIPTIONS_LEFT_OUT : 2 subscriptions are left out"]);
  });
});

describe("an #import", () => {
  it.each(['#import "./b.graphql"', "# import B, C.* from './b.graphql';", '  #import "b.graphql"'])(
    "is followed: %s",
    async (line) => {
      const { schema, said } = await load(
        { "a.graphql": `${line}\ntype Query { b: B }`, "b.graphql": '#import "a.graphql"\ntype B { c: Int }' },
        ["a.graphql"],
      );
      expect(said).toEqual([]);
      expect(schema?.getType("B")).toBeDefined();
    },
  );

  it.each(["# important: B", "# import of goods", '# imports "b.graphql"', '"""import "./b.graphql" """ scalar X'])(
    "is none: %s",
    async (line) => {
      expect((await load({ "a.graphql": `${line}\n${PETS}` }, ["a.graphql"])).said).toEqual([]);
    },
  );

  it("does not leave the folder, unless that is allowed", async () => {
    const files = {
      "in/a.graphql": '#import "../out/b.graphql"\ntype Query { a: Int }',
      "out/b.graphql": "type B { c: Int }",
    };
    const refused = await load(files, ["in/a.graphql"]);
    expect(refused.said).toEqual([
      'REF_REFUSED 1:1 #import "../out/b.graphql" is refused: ../out/b.graphql is outside the document\'s folder',
    ]);
    expect(refused.schema?.getType("B")).toBeUndefined();
    const allowed = await load(files, ["in/a.graphql"], { allowRefs: ["out"] });
    expect(allowed.said).toEqual([]);
    expect(allowed.schema?.getType("B")).toBeDefined();
  });

  it("does not leave the folder by a link either", async () => {
    const files = {
      "in/a.graphql": '#import "link.graphql"\ntype Query { a: Int }',
      "out/b.graphql": "type B { c: Int }",
    };
    const cwd = folder.make(files);
    folder.link(join(cwd, "out/b.graphql"), join(cwd, "in/link.graphql"));
    const diagnostics = new Diagnostics();
    const loaded = await loadGraphql(["in/a.graphql"], { cwd }, diagnostics);
    expect(diagnostics.list.map(({ code }) => code)).toEqual(["REF_REFUSED"]);
    expect(loaded?.schema.getType("B")).toBeUndefined();
  });

  it.each(["https://evil.example/a.graphql", "file:///etc/passwd", "/etc/passwd", "http://169.254.169.254/x"])(
    "fetches and reads nothing elsewhere: %s",
    async (target) => {
      const fetch = () => Promise.reject(new Error("fetched"));
      const { said } = await load({ "a.graphql": `#import "${target}"\n${PETS}` }, ["a.graphql"], { fetch });
      expect(said).toEqual([expect.stringMatching(/^REF_REFUSED/)]);
    },
  );
});

describe("operation documents", () => {
  it("come with the files that they import", async () => {
    const { loaded } = await load(
      {
        "a.graphql": PETS,
        "ops/p.graphql": '#import "./f.gql"\nquery P { ...F }',
        "ops/f.gql": "fragment F on Query { pets }",
      },
      ["a.graphql"],
      { operations: ["ops/*.graphql"] },
    );
    expect(loaded?.documents?.map(({ file, imported }) => [file, imported])).toEqual([
      ["ops/p.graphql", false],
      ["ops/f.gql", true],
    ]);
  });
});

describe("federation", () => {
  const SUBGRAPH = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", { name: "@inaccessible", as: "@private" }])
    type Product @key(fields: "id") { id: ID! @shareable cost: Int @private name(raw: Boolean @inaccessible): String }
    extend type User @key(fields: "id") { id: ID! @external }
    type Hidden @inaccessible { a: Int }
    enum Color { RED BLUE @inaccessible }
    input Filter { a: Int b: Int @inaccessible }
    extend type Query { product(filter: Filter): Product user: User color: Color hidden: Hidden _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
    scalar _Any union _Entity = Product | User type _Service { sdl: String }`;
  const SUPERGRAPH = `schema @link(url: "https://specs.apollo.dev/join/v0.3", for: EXECUTION) { query: Query }
    directive @join__type(graph: join__Graph!) repeatable on OBJECT
    directive @link(url: String, for: link__Purpose) repeatable on SCHEMA
    enum join__Graph { A @join__graph(name: "a", url: "http://internal/a") }
    scalar join__FieldSet enum link__Purpose { SECURITY EXECUTION }
    type Query @join__type(graph: A) { a: Int b: Int @inaccessible }`;

  it("of a subgraph is tolerated, and its machinery left out", async () => {
    const { schema, queries, said } = await load({ "a.graphql": SUBGRAPH }, ["a.graphql"]);
    expect(queries).toEqual(["product", "user", "color"]);
    expect(Object.keys(schema?.getTypeMap() ?? {}).filter((name) => /^_[A-Z]|Hidden/.test(name))).toEqual([]);
    expect(schema?.getType("Product")?.toString()).toBe("Product");
    const product = schema?.getType("Product");
    expect(product && "getFields" in product ? Object.keys(product.getFields()) : []).toEqual(["id", "name"]);
    expect(said).toEqual([expect.stringMatching(/^GRAPHQL_INTERNALS/)]);
  });

  it("of a supergraph shows no graph, no address and nothing inaccessible", async () => {
    const { schema, queries } = await load({ "a.graphql": SUPERGRAPH }, ["a.graphql"]);
    expect(queries).toEqual(["a"]);
    expect(Object.keys(schema?.getTypeMap() ?? {}).filter((name) => /^(?:join|link)__/.test(name))).toEqual([]);
  });
});
