import { describe, expect, it } from "vitest";
import { reading } from "./reading.js";

const SDL = `
  type Query { pet("Which pet." id: ID!, n: Int! = 1): Pet pets(kind: [Kind!]): [Animal!]! }
  type Mutation { addPet(name: String!, photo: Upload): Pet }
  type Subscription { petAdded: Pet }
  interface Animal { name: String! }
  type Pet implements Animal { id: ID! name: String! size: Int owner: Owner }
  type Owner { name: String }
  enum Kind { CAT DOG }
  scalar Upload
`;
const read = (documents: Readonly<Record<string, string>>) => reading(SDL, {}, documents);

describe("operation documents", () => {
  it("become tools, each with the fragments it uses, across files", () => {
    const { details, found } = read({
      "a.graphql":
        "query GetPet($id: ID!) { pet(id: $id) { ...P owner { name } } }\nquery Names { pets { name } }\nfragment Unused on Pet { size }",
      "b.graphql": "fragment P on Pet { id ...Q }\nfragment Q on Animal { name }",
    });
    expect(found).toEqual([]);
    expect(details["GetPet"]).toEqual({
      input: {
        type: "object",
        additionalProperties: false,
        properties: { id: { type: ["string", "integer"], description: "Which pet." } },
        required: ["id"],
      },
      output: {
        type: ["object", "null"],
        properties: {
          id: { type: "string" },
          name: { type: "string" },
          owner: { type: ["object", "null"], properties: { name: { type: ["string", "null"] } }, required: ["name"] },
        },
        required: ["id", "name", "owner"],
      },
      graphql: {
        operation: "query",
        document:
          "query GetPet($id: ID!) {\n  pet(id: $id) {\n    ...P\n    owner {\n      name\n    }\n  }\n}\n\nfragment P on Pet {\n  id\n  ...Q\n}\n\nfragment Q on Animal {\n  name\n}",
        operationName: "GetPet",
        field: "pet",
        variables: ["id"],
      },
    });
    expect(details["Names"]?.graphql).not.toHaveProperty("variables");
  });

  it("may have several root fields, aliases and conditions", () => {
    const { details } = read({
      "a.graphql":
        "query Both($a: Boolean!) { one: pet(id: 1) { it: name } pets @include(if: $a) { name } ... on Query { one: pet(id: 1) { size } } }",
    });
    const both = details["Both"];
    expect(both?.graphql.field).toBeUndefined();
    expect(both?.output).toEqual({
      type: "object",
      properties: {
        one: {
          type: ["object", "null"],
          properties: { it: { type: "string" }, size: { type: ["integer", "null"] } },
          required: ["it", "size"],
        },
        pets: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        },
      },
      required: ["one"],
    });
  });

  it("keep the response key of a root field that has an alias", () => {
    const { details } = read({ "a.graphql": "query One { it: pet(id: 1) { id } }" });
    expect(details["One"]?.graphql).toMatchObject({ field: "pet", alias: "it" });
  });

  it("have variables with defaults, lists, files", () => {
    const { details, schemas } = read({
      "a.graphql":
        "query Q($n: Int! = 2, $kind: [Kind!] = CAT) { pet(id: 1, n: $n) { id } pets(kind: $kind) { name } }\nmutation M($name: String!, $photo: Upload) { addPet(name: $name, photo: $photo) { id } }",
    });
    expect(details["Q"]?.input).toMatchObject({
      properties: {
        n: { default: 2 },
        kind: { type: ["array", "null"], items: { $ref: "#/$defs/Kind" }, default: ["CAT"] },
      },
    });
    expect(details["Q"]?.input).not.toHaveProperty("required");
    expect(details["M"]?.graphql.uploads).toEqual(["photo"]);
    expect(Object.keys(schemas)).toEqual(["FileValue", "Kind"]);
  });

  it("tell differences between the types of an interface", () => {
    const { details } = read({ "a.graphql": "query Q { pets { __typename ... on Pet { size } } }" });
    expect(details["Q"]?.output).toEqual({
      type: "array",
      items: {
        type: "object",
        properties: { __typename: { type: "string", const: "Pet" }, size: { type: ["integer", "null"] } },
        required: ["__typename", "size"],
      },
    });
  });
});

describe("texts of operation documents", () => {
  const texts = (document: string) => {
    const { details, found } = read({ "a.graphql": document });
    const input = details["Q"]?.input;
    const properties = (typeof input === "object" && input.properties) || {};
    return { found, document: details["Q"]?.graphql.document, properties };
  };

  it("come from descriptions (September 2025), which are not sent", () => {
    const { document, properties } = texts(
      '"""Gets one."""\nquery Q("The one." $id: ID!, "How many." $n: Int! = 1) { pet(id: $id, n: $n) { ...F } }\n"of a pet"\nfragment F on Pet { id }',
    );
    expect(properties).toMatchObject({ id: { description: "The one." }, n: { description: "How many." } });
    expect(document).toBe(
      "query Q($id: ID!, $n: Int! = 1) {\n  pet(id: $id, n: $n) {\n    ...F\n  }\n}\n\nfragment F on Pet {\n  id\n}",
    );
  });

  it("come from comments right above or behind", () => {
    const { properties, document } = texts(
      "query Q(\n  # Which one,\n  # exactly.\n  $id: ID!\n  $n: Int! = 1 # How many.\n) { pet(id: $id, n: $n) { id } }",
    );
    expect(properties).toMatchObject({ id: { description: "Which one, exactly." }, n: { description: "How many." } });
    expect(document).not.toContain("#");
  });
});

describe("faults of operation documents are errors with a place", () => {
  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    [
      "an unknown field",
      { "a.graphql": "query Q {\n  pet(id: 1) { nme }\n}" },
      'GRAPHQL_OPERATION_INVALID Q: Cannot query field "nme" on type "Pet". Did you mean "name"?',
      "a.graphql:2:16",
    ],
    [
      "one in a fragment of another file",
      { "a.graphql": "query Q { pet(id: 1) { ...F } }", "b.graphql": "fragment F on Pet { nme }" },
      'GRAPHQL_OPERATION_INVALID Q: Cannot query field "nme" on type "Pet". Did you mean "name"?',
      "b.graphql:1:21",
    ],
    [
      "an unknown fragment",
      { "a.graphql": "query Q { pet(id: 1) { ...F } }" },
      'GRAPHQL_OPERATION_INVALID Q: Unknown fragment "F".',
      "a.graphql:1:27",
    ],
    [
      "fragments in a circle",
      { "a.graphql": "query Q { pet(id: 1) { ...F } } fragment F on Pet { ...F }" },
      'GRAPHQL_OPERATION_INVALID Q: Cannot spread fragment "F" within itself.',
      "a.graphql:1:53",
    ],
    [
      "an operation without a name",
      { "a.graphql": "\n{ pet(id: 1) { id } }" },
      "GRAPHQL_OPERATION_UNNAMED a query has no name",
      "a.graphql:2:1",
    ],
    [
      "an operation twice",
      { "a.graphql": "query Q { pets { name } }", "b.graphql": " query Q { pets { name } }" },
      "GRAPHQL_NAME_DUPLICATE operation Q is there already, in a.graphql:1:1",
      "b.graphql:1:2",
    ],
    [
      "a fragment twice",
      { "a.graphql": "fragment F on Pet { id }\nfragment F on Pet { id }" },
      "GRAPHQL_NAME_DUPLICATE fragment F is there already, in a.graphql:1:1",
      "a.graphql:2:1",
    ],
    [
      "a type",
      { "a.graphql": "type T { a: Int }" },
      "GRAPHQL_OPERATION_INVALID this is neither an operation nor a fragment",
      "a.graphql:1:1",
    ],
    [
      "a name of GraphQL's own",
      { "a.graphql": "query Q($__proto__: ID!) { pet(id: $__proto__) { id } }" },
      "GRAPHQL_OPERATION_INVALID Q: $__proto__ begins with __, as only GraphQL's own names do",
      "a.graphql:1:1",
    ],
  ])("%s", (_, documents, message, place) => {
    const { found, places } = read(documents);
    expect(found).toEqual([message]);
    expect(places).toEqual([place]);
  });

  it("subscriptions and operations of imported files are no tools", () => {
    const { details, found } = reading(SDL, {}, [
      {
        file: "a.graphql",
        text: "#import 'b.graphql'\nquery Q { pets { ...F } } subscription S { petAdded { id } }",
        imported: false,
      },
      { file: "b.graphql", text: "fragment F on Animal { name } query Q { pets { name } }", imported: true },
    ]);
    expect(Object.keys(details)).toEqual(["Q"]);
    expect(found).toEqual(["SUBSCRIPTIONS_LEFT_OUT 1 subscription is left out"]);
  });
});
