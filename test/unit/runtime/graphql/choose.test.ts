import * as graphql from "graphql";
import { describe, expect, it } from "vitest";
import type { GraphqlPlan, GraphqlSelect } from "../../../../src/tool/types.js";
import { type Exchanged, exchange, QUERY } from "./service.js";

const SCHEMA = graphql.buildSchema(`
  type Query { pet(id: ID!): Pet search: [Result] secret: String }
  type Pet { id: ID! name: String owner: Owner friends: [Pet!]! photo(size: Int!): String }
  interface Owner { id: ID! name: String home: Place }
  type Person implements Owner { id: ID! name: String home: Place age: Int length: Float! tag: [String!] pets: [Pet] }
  type Club implements Owner { id: ID! name: String home: Place length: String! tag: Pet }
  type Place { city: String }
  union Result = Pet | Person | Club
`);

const TYPES: GraphqlSelect["types"] = {
  Pet: { fields: { id: "", name: "", owner: "Owner", friends: "Pet" } },
  Owner: { fields: { id: "", name: "", home: "Place" }, possible: ["Person", "Club"] },
  Person: { fields: { id: "", name: "", home: "Place", age: "", length: "", tag: "", pets: "Pet" } },
  Club: { fields: { id: "", name: "", home: "Place", length: "", tag: "Pet" } },
  Place: { fields: { city: "" } },
  Result: { fields: {}, possible: ["Pet", "Person", "Club"] },
};

const PET: GraphqlPlan = { ...QUERY, select: { arg: "select", type: "Pet", types: TYPES } };
const SEARCH: GraphqlPlan = {
  operation: "query",
  document: "query Search {\n  search {\n    __typename\n  }\n}",
  operationName: "Search",
  field: "search",
  select: { arg: "select", type: "Result", types: TYPES },
};

const chosen = (plan: GraphqlPlan, select: unknown, data: unknown = null): Promise<Exchanged> =>
  exchange(plan, [{ id: "1", select }], [{ body: { data: { [plan.field ?? ""]: data } } }]);

async function document(plan: GraphqlPlan, select: unknown): Promise<string> {
  const { result, sent } = await chosen(plan, select);
  if (!result.ok) throw new Error(result.content);
  const query = String(sent[0]?.["query"]);
  expect(graphql.validate(SCHEMA, graphql.parse(query)).map(String)).toEqual([]);
  return query.replace(/\s+/g, " ").replace(/^query \w+(\(\$id: ID!\))? \{ \w+(\(id: \$id\))? \{ (.*) \} \}$/, "$3");
}

describe("a choice of fields", () => {
  it.each<[string, GraphqlPlan, unknown, string]>([
    ["as an object", PET, { id: true, friends: { name: true } }, "id friends { name }"],
    ["as a selection", PET, "id friends { name }", "id friends { name }"],
    ["in braces, with commas and a comment", PET, "{ id, # the key\n name }", "id name"],
    ["as an object in a text", PET, '{"id":true,"owner":{"id":true}}', "id owner { id __typename }"],
    ["what is false is not chosen", PET, { id: true, name: false }, "id"],
    ["the same field twice is both", PET, "friends { id } friends { name }", "friends { id name }"],
    ["its type's name", PET, "__typename", "__typename"],
    ["a fragment on the type itself", PET, "... on Pet { id }", "id"],
    [
      "fields of possible types by themselves",
      PET,
      { owner: { name: true, age: true } },
      "owner { name __typename ... on Person { age } }",
    ],
    [
      "fragments",
      PET,
      "owner { ... on Person { age } ... on Club { tag { id } } }",
      "owner { __typename ... on Person { age } ... on Club { tag { id } } }",
    ],
    [
      "fields of several types, which may differ",
      SEARCH,
      { "... on Person": { length: true, tag: true }, "... on Club": { length: true, tag: { name: true } } },
      "__typename ... on Person { length tag } ... on Club { length_Club: length tag_Club: tag { name } }",
    ],
    [
      "a field of the interface once",
      PET,
      "owner { name ... on Person { name age } }",
      "owner { name __typename ... on Person { age } }",
    ],
  ])("%s", async (_, plan, select, want) => {
    expect(await document(plan, select)).toBe(want);
  });

  it("left out leaves the usual fields", async () => {
    const { sent } = await exchange(PET, [{ id: "1" }], [{ body: { data: { pet: null } } }]);
    expect(sent[0]?.["query"]).toBe(QUERY.document);
  });

  it("is no variable, and fields have their names back", async () => {
    const data = [
      { __typename: "Person", length: 1 },
      { __typename: "Club", length_Club: "x", tag_Club: { name: "n" } },
    ];
    const select = "... on Person { length } ... on Club { length tag { name } } ... on Person { tag }";
    const { result, sent } = await chosen(SEARCH, select, data);
    expect(sent[0]?.["variables"]).toEqual({});
    expect(result).toMatchObject({
      ok: true,
      data: [
        { __typename: "Person", length: 1 },
        { __typename: "Club", length: "x", tag: { name: "n" } },
      ],
    });
  });

  it("stands in the dry run", async () => {
    const { preview } = await chosen(PET, "name");
    expect("body" in preview && JSON.parse(preview.body ?? "").query).toBe(
      "query GetPet($id: ID!) {\n  pet(id: $id) {\n    name\n  }\n}",
    );
  });
});

describe("G-04 a choice that cannot be", () => {
  const deep = (levels: number): string => `${"friends { ".repeat(levels)}id${" }".repeat(levels)}`;
  it.each<[string, unknown, string]>([
    ["another name", { nmae: true }, 'select/nmae: Pet has no field "nmae"; did you mean name?'],
    [
      "a name below",
      { owner: { home: { town: true } } },
      'select/owner/home/town: Place has no field "town"; there are city',
    ],
    ["a field that needs arguments", "photo(size: 1)", "select/photo: arguments cannot be given here"],
    ["a root field", "secret", 'select/secret: Pet has no field "secret"'],
    ["introspection", "__schema { types { name } }", "select/__schema: Pet has no field"],
    ["a way out of the braces", "id } secret { x", "no selection of fields"],
    ["another operation", "{ id } mutation { x }", "more than one selection of fields"],
    ["a mutation", "id } } mutation X { deletePet(id: 1) { id", "no selection of fields"],
    ["an alias", "x: name", "select/name: aliases cannot be chosen"],
    ["a directive", "name @include(if: $id)", "directives cannot be chosen"],
    ["a directive on a fragment", "... @skip(if: true) { name }", "directives cannot be chosen"],
    ["a variable", "name(x: $id)", "arguments cannot be given here"],
    ["a named fragment", "...Other", "the fragment Other is not known here"],
    ["a fragment on what it never is", "... on Club { id }", "Pet is never a Club"],
    ["an alias as a key", { "x: name": true }, "aliases, arguments and directives cannot be chosen"],
    ["a key that breaks out", { "name } } mutation { x": true }, "aliases, arguments and directives cannot be chosen"],
    ["a name of every object", { constructor: true }, 'Pet has no field "constructor"'],
    ["__proto__", JSON.parse('{"__proto__":{"id":true}}'), 'Pet has no field "__proto__"'],
    ["fields of a leaf", { name: { x: true } }, "select/name: has no fields to choose from: give true"],
    ["an object without fields", { owner: true }, "select/owner: needs fields of its own; there are id, name, home"],
    ["nothing", {}, "no field is chosen; there are id, name, owner, friends"],
    ["an empty text", "", "no selection of fields"],
    ["a list", ["id"], "expected an object of fields"],
    ["a number", { id: 1 }, "select/id: expected an object of fields"],
    [
      "a field twice, with and without its type",
      "owner { home { city } ... on Person { home { city } } }",
      "home is chosen twice",
    ],
    ["too deep", deep(14), "deeper than 12 levels"],
    ["too many", Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`f${i}`, true])), "more than 300 fields"],
    ["too long", " ".repeat(10_001), "too long a selection"],
    ["too many words", "id ".repeat(3000), "no selection of fields"],
  ])("%s", async (_, select, words) => {
    const { result, seen } = await chosen(PET, select);
    expect([result.ok ? "ok" : result.error.code, seen.length]).toEqual(["invalid_arguments", 0]);
    expect(result.content).toContain(words);
    if (!result.ok) expect(result.error.issues?.[0]?.path).toMatch(/^\/select/);
  });
});
