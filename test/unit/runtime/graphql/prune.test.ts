import * as graphql from "graphql";
import { describe, expect, it } from "vitest";
import { withBlanks } from "../../../../src/runtime/graphql/blanks.js";
import type { ResponseError } from "../../../../src/runtime/graphql/errors.js";
import { refusedFields, withoutFields } from "../../../../src/runtime/graphql/prune.js";
import type { GraphqlPlan } from "../../../../src/tool/types.js";
import { exchange, QUERY, type Said } from "./service.js";

const scope = (more: object): Said => ({
  body: { data: { pet: null }, errors: [{ message: "no", type: "FORBIDDEN", ...more }] },
});
const unknown = (name: string, line: number, column: number): Said => ({
  status: 400,
  body: { errors: [{ message: `Cannot query field "${name}" on type "Pet".`, locations: [{ line, column }] }] },
});
const fine: Said = { body: { data: { pet: { id: "1" } } } };

describe("a query of which a field is refused", () => {
  it.each<[string, Said, string, string]>([
    [
      "by path",
      scope({ path: ["pet", "owner", "email"] }),
      "pet.owner.email: the credentials may not read it",
      "email",
    ],
    [
      "below a list",
      scope({ path: ["pet", 0, "owner", 3, "email"] }),
      "pet.owner.email: the credentials may not read it",
      "email",
    ],
    ["by place", scope({ locations: [{ line: 4, column: 5 }] }), "pet.name: the credentials may not read it", "name"],
    ["as unknown", unknown("name", 4, 5), "pet.name: the service does not have it", "name"],
    [
      "by graphql-ruby",
      {
        body: {
          errors: [
            {
              message: "Field 'name' doesn't exist on type 'Pet'",
              path: ["query GetPet", "pet", "name"],
              extensions: { code: "undefinedField" },
            },
          ],
        },
      },
      "pet.name: the service does not have it",
      "name",
    ],
  ])("%s is sent once more without it, which is told and remembered", async (_, refusal, left, field) => {
    const { results, sent } = await exchange(QUERY, [{ id: "1" }, { id: "2" }], [refusal, fine]);
    expect(results.map((r) => [r.ok, r.meta.attempts, r.meta.notes])).toEqual([
      [true, 2, [`left out ${left}`]],
      [true, 1, [`left out ${left}`]],
    ]);
    expect(sent.map(({ query }) => String(query).includes(field))).toEqual([true, false, false]);
    expect(() => graphql.parse(String(sent[1]?.["query"]))).not.toThrow();
    expect(sent[1]?.["variables"]).toEqual({ id: "1" });
  });

  it.each<[string, Said]>([
    ["is its root field", scope({ path: ["pet"] })],
    ["is not named", scope({})],
    ["is not where it is said to be", unknown("name", 1, 20)],
    ["has another name there", unknown("stock", 4, 5)],
    [
      "is refused for other reasons as well",
      { body: { errors: [{ message: "no", type: "FORBIDDEN", path: ["pet", "name"] }, { message: "boom" }] } },
    ],
    [
      "is refused for lack of credentials",
      { body: { errors: [{ message: "no", extensions: { code: "UNAUTHENTICATED" }, path: ["pet", "name"] }] } },
    ],
  ])("that %s is not sent again", async (_, refusal) => {
    const { result, seen } = await exchange(QUERY, [{ id: "1" }], [refusal, fine]);
    expect([result.ok, seen.length]).toEqual([false, 1]);
  });

  it("is sent once more only; the next call knows of both", async () => {
    const second = scope({ path: ["pet", "owner"] });
    const { results, seen, sent } = await exchange(
      QUERY,
      [{ id: "1" }, { id: "2" }],
      [scope({ path: ["pet", "name"] }), second, fine],
    );
    expect([results.map(({ ok }) => ok), seen.length]).toEqual([[false, true], 3]);
    expect(String(sent[2]?.["query"]).replace(/\s+/g, " ")).toBe("query GetPet($id: ID!) { pet(id: $id) { id } }");
  });

  it("for its caller is still asked for by others; one that nobody has is not", async () => {
    const contexts = ["ann", "bob", "ann"];
    const args = [{ id: "1" }, { id: "2" }, { id: "3" }];
    const forbidden = await exchange(QUERY, args, [scope({ path: ["pet", "name"] }), fine], { contexts });
    expect(forbidden.results.map(({ meta }) => [meta.attempts, meta.notes?.length])).toEqual([
      [2, 1],
      [1, undefined],
      [1, 1],
    ]);
    const gone = await exchange(QUERY, args, [unknown("name", 4, 5), fine], { contexts });
    expect(gone.results.map(({ meta }) => [meta.attempts, meta.notes?.length])).toEqual([
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it("takes a place of the quota for each request", async () => {
    const registry = { quota: { limit: 1, interval: 60_000 }, maxWaitMs: 1 };
    const { result, seen } = await exchange(QUERY, [{ id: "1" }], [scope({ path: ["pet", "name"] }), fine], {
      registry,
    });
    expect([result.ok ? "" : result.error.code, seen.length]).toEqual(["rate_limited", 1]);
  });

  it("is not sent again where its document does not parse", async () => {
    const plan: GraphqlPlan = { ...QUERY, document: "query {" };
    const { seen } = await exchange(plan, [{ id: "1" }], [scope({ path: ["pet", "name"] })]);
    expect(seen.length).toBe(1);
  });
});

describe("what was left out", () => {
  const plan = (aliases?: Record<string, string>): GraphqlPlan => ({
    ...QUERY,
    field: "search",
    ...(aliases && { aliases }),
  });
  it.each<[string, unknown, readonly string[], GraphqlPlan, unknown]>([
    [
      "is null in its place",
      { id: 1, owner: { x: 1 } },
      ["search.owner.email"],
      plan(),
      { id: 1, owner: { x: 1, email: null } },
    ],
    [
      "in all items",
      [{ a: [{}, null] }, { a: null }],
      ["search.a.b"],
      plan(),
      [{ a: [{ b: null }, null] }, { a: null }],
    ],
    [
      "of the type that has it",
      [{ __typename: "A" }, { __typename: "B" }, {}],
      ["search.on A.x"],
      plan(),
      [{ __typename: "A", x: null }, { __typename: "B" }, {}],
    ],
    ["under its own name", { n: { a: 1 } }, ["search.n.b_T"], plan({ "/n/b_T": "b" }), { n: { a: 1, b: null } }],
    ["but not where there is something", { a: 1 }, ["search.a"], plan(), { a: 1 }],
    ["nor in a shared fragment", { a: 1 }, ["Rest: b"], plan(), { a: 1 }],
  ])("%s", (_, data, places, given, want) => {
    expect(withBlanks(data, places, given)).toEqual(want);
  });
});

const DOCUMENT = `query Q($a: Int, $b: Int) {
  search(a: $a) {
    ... on Song {
      title
      by(n: $b) {
        name
      }
    }
    ... on Movie {
      title
    }
    ...Rest
  }
}

fragment Rest on Node {
  id
  ...More
}

fragment More on Node {
  secret
}`;

const error = (more: Partial<ResponseError>): ResponseError => ({ message: "no", kind: "scope", ...more });

describe("the document", () => {
  it.each<[string, Partial<ResponseError>, readonly string[] | undefined]>([
    ["by place: one fragment alone", { locations: [{ line: 10, column: 7 }] }, ["search.on Movie.title"]],
    [
      "by path: whichever fragment it is in",
      { path: ["search", 1, "title"] },
      ["search.on Movie.title", "search.on Song.title"],
    ],
    ["through fragments", { path: ["search", 1, "secret"] }, ["More: secret"]],
    ["place and path disagree", { locations: [{ line: 10, column: 7 }], path: ["search", 0, "id"] }, ["Rest: id"]],
    ["nothing there", { path: ["search", 0, "nothing"] }, undefined],
  ])("%s", (_, given, places) => {
    expect(
      refusedFields(graphql, DOCUMENT, [error(given)], "search")
        ?.map(({ place }) => place)
        .sort(),
    ).toEqual(places);
  });

  it.each<[string, readonly string[], string | undefined]>([
    [
      "fragments and variables that are left unused go too",
      ["search.on Song.by", "More: secret", "Rest: id"],
      "query Q($a: Int) { search(a: $a) { ... on Song { title } ... on Movie { title } ...Rest } } fragment Rest on Node { ...More } fragment More on Node { __typename }",
    ],
    [
      "no selection is left empty",
      ["search.on Movie.title", "search.on Song.by.name"],
      "query Q($a: Int, $b: Int) { search(a: $a) { ... on Song { title by(n: $b) { __typename } } ... on Movie { __typename } ...Rest } } fragment Rest on Node { id ...More } fragment More on Node { secret }",
    ],
    ["not without its fields", ["search"], undefined],
  ])("%s", (_, places, want) => {
    expect(withoutFields(graphql, DOCUMENT, new Set(places))?.document.replace(/\s+/g, " ")).toBe(want);
  });
});
