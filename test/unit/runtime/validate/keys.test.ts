import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../../src/tool/index.js";
import { issues, object } from "../tools.js";

const string = { type: "string" } as const;

const $defs: Record<string, JsonSchema> = {
  CreateIssueInput: {
    type: "object",
    description: "What the issue is to be.\nIn detail.",
    additionalProperties: false,
    required: ["repositoryId", "title", "state", "owner"],
    properties: {
      repositoryId: { type: ["string", "integer"] },
      title: string,
      state: { $ref: "#/$defs/State" },
      owner: { $ref: "#/$defs/Owner" },
      labels: { type: "array", items: string },
      parent: { anyOf: [{ $ref: "#/$defs/CreateIssueInput" }, { type: "null" }] },
    },
  },
  State: { enum: ["OPEN", "CLOSED"] },
  Owner: object({ login: string, parent: { $ref: "#/$defs/Owner" } }, ["login", "parent"]),
};

const mutation: JsonSchema = {
  ...(object({ input: { $ref: "#/$defs/CreateIssueInput" } }, ["input"]) as object),
  $defs,
};

const WANTED =
  'an object with repositoryId (a string or an integer), title (a string), state (one of "OPEN", "CLOSED"), ' +
  "owner (an object with login (a string), parent (an object)) and maybe labels, parent";

describe("an object that is missing", () => {
  it("is told with its keys, though its schema is a reference", async () => {
    expect(await issues(mutation, {})).toEqual([`/input: is required, but missing; expected ${WANTED}`]);
  });

  it("is told with its keys where something else came", async () => {
    expect(await issues(mutation, { input: "x" })).toEqual([`/input: expected ${WANTED}, got the string "x"`]);
  });

  it.each<[string, JsonSchema, string]>([
    ["has no keys of its own", { type: "object", additionalProperties: string }, "an object"],
    ["has none that are required", object({ a: string, b: string }), "an object that may have a, b"],
    ["may be null", { anyOf: [object({ a: string }, ["a"]), { type: "null" }] }, "an object with a (a string)"],
    ["stands in a list", { type: "array", items: object({ a: string }) }, "a list, each an object that may have a"],
    ["is one of several", { oneOf: [object({ a: string }), object({ b: string })] }, ""],
  ])("that %s", async (_, schema, want) => {
    const told = want === "" ? "" : `; expected ${want}`;
    expect(await issues(object({ x: schema }, ["x"]), {})).toEqual([`/x: is required, but missing${told}`]);
  });

  it("tells not more than a model will read", async () => {
    const names = Array.from({ length: 12 }, (_, i) => `${"key".repeat(15)}${i}`);
    const wide = (below: JsonSchema): JsonSchema => object(Object.fromEntries(names.map((n) => [n, below])), names);
    const [words = ""] = await issues(object({ x: wide(wide(string)) }, ["x"]), {});
    expect(words.length).toBeLessThan(900);
  });

  it("ends where a reference leads to itself", async () => {
    const schema: JsonSchema = {
      ...(object({ x: { anyOf: [{ $ref: "#/$defs/A" }] } }, ["x"]) as object),
      $defs: { A: { anyOf: [{ $ref: "#/$defs/A" }] } },
    };
    expect(await issues(schema, {})).toEqual(["/x: is required, but missing"]);
  });
});

describe("a key on the wrong level", () => {
  it("one level too high: is told where it belongs", async () => {
    expect((await issues(mutation, { title: "a", labels: [] })).slice(1)).toEqual([
      "/title: unknown argument; it belongs inside input",
      "/labels: unknown argument; it belongs inside input",
    ]);
  });

  it("one level too high and misspelled: is told both", async () => {
    expect((await issues(mutation, { repository_id: "a" }))[1]).toBe(
      '/repository_id: unknown argument; did you mean "repositoryId" inside input?',
    );
  });

  it("one level too high, and like one that is there: is told both", async () => {
    const schema = object({ issue_ids: string, owner: object({ issue_id: string }) });
    expect(await issues(schema, { issue_id: "1" })).toEqual([
      '/issue_id: unknown argument; it belongs inside owner; or did you mean "issue_ids"?',
    ]);
  });

  it("one level too low: is told to stand beside the others", async () => {
    const schema = object({ owner: string, repo: string });
    expect(await issues(schema, { params: { owner: "a", repo: "b", other: 1 } })).toEqual([
      "/params: unknown argument; leave it out, and give what is in it beside the others: owner, repo",
    ]);
  });

  it("does not look at what a value inherits", async () => {
    const schema = object({ constructor_of: string, toString_of: string });
    expect(await issues(schema, { "": { toString: 1 }, valueOf: 1 })).toEqual([
      "/: unknown argument; known are constructor_of, toString_of",
      "/valueOf: unknown argument; known are constructor_of, toString_of",
    ]);
  });
});

it("a chain of many references is checked to its end", async () => {
  const length = 3000;
  const chain = Array.from({ length }, (_, i) => [`S${i}`, object({ a: { $ref: `#/$defs/S${i + 1}` } })] as const);
  const $defs: Record<string, JsonSchema> = { ...Object.fromEntries(chain), [`S${length}`]: string };
  const schema: JsonSchema = { ...(object({ x: { $ref: "#/$defs/S0" } }) as object), $defs };
  expect(await issues(schema, { x: { a: { a: { a: 1 } } } })).toEqual([
    "/x/a/a/a: expected an object that may have a, got the number 1",
  ]);
});
