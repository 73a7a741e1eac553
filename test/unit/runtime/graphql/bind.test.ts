import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../../src/tool/json-schema.js";
import type { GraphqlPlan } from "../../../../src/tool/types.js";
import { exchange, MUTATION, QUERY, type Setup } from "./service.js";

const PET = { data: { pet: null } };

async function variables(plan: Partial<GraphqlPlan>, args: Record<string, unknown>, setup: Setup = {}) {
  const { result, sent } = await exchange({ ...QUERY, ...plan }, [args], [{ body: PET }], setup);
  expect(result.ok).toBe(true);
  return sent[0]?.["variables"];
}

describe("the request", () => {
  it("is a POST of the constant document, with both media types accepted", async () => {
    const { seen, sent, result } = await exchange(QUERY, [{ id: "1" }], [{ body: PET }]);
    expect(result).toMatchObject({ ok: true, data: null, meta: { status: 200, attempts: 1 } });
    expect(seen[0]).toMatchObject({
      method: "POST",
      url: "/graphql",
      headers: {
        "content-type": "application/json",
        accept: "application/graphql-response+json, application/json;q=0.9",
      },
    });
    expect(sent).toEqual([{ query: QUERY.document, variables: { id: "1" }, operationName: "GetPet" }]);
  });

  it.each(["/", "/graphql/", "/api/v1/graphql?tenant=a%20b&x", "/a//b"])(
    "keeps the endpoint %s as it is",
    async (endpoint) => {
      const { seen } = await exchange(QUERY, [{ id: "1" }], [{ body: PET }], { endpoint });
      expect(seen[0]?.url).toBe(endpoint);
    },
  );

  it("adds a key in the query to that of the endpoint, and shows neither in a dry run", async () => {
    const { seen, preview } = await exchange(QUERY, [{ id: "1" }], [{ body: PET }], {
      endpoint: "/graphql?v=2",
      toolkit: { auth: { key: { type: "apiKey", in: "query", name: "k" } } },
      tool: { auth: [{ key: [] }] },
      registry: { env: { KIT_KEY: "s3cret-value" } },
    });
    expect(seen[0]?.url).toBe("/graphql?v=2&k=s3cret-value");
    expect(preview).toMatchObject({
      method: "POST",
      url: expect.stringContaining("/graphql?v=2&k=[redacted]"),
      body: JSON.stringify({ query: QUERY.document, variables: { id: "1" }, operationName: "GetPet" }),
    });
  });

  it("G-01 holds hostile text in variables alone", async () => {
    const hostile = '"}) { x } #\n}{ me { token } }';
    const { sent } = await exchange(QUERY, [{ id: hostile }], [{ body: PET }]);
    expect(sent[0]).toEqual({ query: QUERY.document, variables: { id: hostile }, operationName: "GetPet" });
  });

  it("G-07 refuses a subscription before anything is sent", async () => {
    const plan = { ...QUERY, operation: "subscription" } as unknown as GraphqlPlan;
    const { result, seen } = await exchange(plan, [{ id: "1" }], [{ body: PET }]);
    expect([result.ok ? "" : result.error.code, seen.length]).toEqual(["unsupported", 0]);
  });
});

describe("variables", () => {
  const list: readonly [string, Partial<GraphqlPlan>, Record<string, unknown>, Record<string, unknown>][] = [
    ["only what was given, so that defaults act", { variables: ["id", "size"] }, { id: "1" }, { id: "1" }],
    ["an explicit null", { variables: ["id", "size"] }, { id: "1", size: null }, { id: "1", size: null }],
    ["another name", { variables: [{ arg: "id_", name: "id" }] }, { id_: "1" }, { id: "1" }],
    ["a page of its own size", { page: { variable: "first", size: 10 } }, { id: "1" }, { id: "1", first: 10 }],
    [
      "the page that was asked for",
      { variables: ["first"], page: { variable: "first", size: 10 } },
      { first: 3 },
      { first: 3 },
    ],
    [
      "no page where another argument sets one",
      { variables: ["last"], page: { variable: "first", size: 10, unless: ["last"] } },
      { last: 3 },
      { last: 3 },
    ],
    [
      "a page in the place of null, which services refuse",
      { variables: ["first", "last"], page: { variable: "first", size: 10, unless: ["last"] } },
      { first: null, last: null },
      { first: 10, last: null },
    ],
    [
      "a key named __proto__",
      { variables: ["id"] },
      { id: JSON.parse('{"__proto__":1}') },
      { id: JSON.parse('{"__proto__":1}') },
    ],
  ];
  it.each(list)("%s", async (_, plan, args, want) => {
    expect(await variables(plan, args)).toEqual(want);
  });

  it("have input fields under their names on the wire", async () => {
    const input: JsonSchema = {
      type: "object",
      properties: { filter: { $ref: "#/$defs/Filter" } },
      $defs: {
        Filter: {
          type: "object",
          properties: {
            eq_: { type: "string", "x-toolgen-wire": "_eq" },
            and: { type: "array", items: { $ref: "#/$defs/Filter" }, "x-toolgen-wire": "_and" },
          },
        },
      },
    };
    const args = { filter: { and: [{ eq_: "a" }, { and: [{ eq_: "b" }] }] } };
    expect(await variables({ variables: ["filter"], renamed: true }, args, { tool: { input } })).toEqual({
      filter: { _and: [{ _eq: "a" }, { _and: [{ _eq: "b" }] }] },
    });
  });

  it("keep every digit of a big integer", async () => {
    const { seen } = await exchange(
      QUERY,
      [{ id: 9007199254740993n }],
      [{ body: '{"data":{"pet":{"id":9007199254740993}}}' }],
    );
    expect(seen[0]?.body).toContain('"id":9007199254740993');
  });
});

describe("files", () => {
  const plan: GraphqlPlan = { ...MUTATION, variables: ["input", "photo"], uploads: ["photo", "input/files/*"] };
  const file = (text: string, filename: string) => ({
    data: Buffer.from(text).toString("base64"),
    filename,
    contentType: "text/plain",
  });

  it("go beside the operation, by the multipart request specification", async () => {
    const args = {
      input: { title: "t", files: [file("one", "1.txt"), null, file("two", "2.txt")] },
      photo: file("p", "p.txt"),
    };
    const { seen } = await exchange(plan, [args], [{ body: { data: { addPet: null } } }]);
    const [request] = seen;
    const boundary = /boundary=(.*)$/.exec(String(request?.headers["content-type"]))?.[1];
    const parts = (request?.body ?? "")
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => part.trim().split("\r\n\r\n"));
    expect(parts.map(([head]) => /name="([^"]*)"/.exec(head ?? "")?.[1])).toEqual(["operations", "map", "0", "1", "2"]);
    expect(JSON.parse(parts[0]?.[1] ?? "")).toEqual({
      query: plan.document,
      operationName: "AddPet",
      variables: { input: { title: "t", files: [null, null, null] }, photo: null },
    });
    expect(JSON.parse(parts[1]?.[1] ?? "")).toEqual({
      "0": ["variables.photo"],
      "1": ["variables.input.files.0"],
      "2": ["variables.input.files.2"],
    });
    expect(parts.slice(2).map(([, text]) => text)).toEqual(["p", "one", "two"]);
    expect(parts[2]?.[0]).toContain('filename="p.txt"\r\nContent-Type: text/plain');
    expect(request?.headers["apollo-require-preflight"]).toBe("true");
  });

  it("that are not given leave the request plain", async () => {
    const { sent } = await exchange(
      plan,
      [{ input: { title: "t", files: null } }],
      [{ body: { data: { addPet: null } } }],
    );
    expect(sent[0]?.["variables"]).toEqual({ input: { title: "t", files: null } });
  });

  it("that are none are refused under the argument's name, and nothing is sent", async () => {
    const renamed: GraphqlPlan = { ...plan, variables: [{ arg: "picture", name: "photo" }] };
    const { result, seen } = await exchange(renamed, [{ picture: { data: "?" } }], [{ body: {} }]);
    expect(result).toMatchObject({ ok: false, error: { code: "invalid_arguments", issues: [{ path: "/picture" }] } });
    expect(seen).toEqual([]);
  });
});
