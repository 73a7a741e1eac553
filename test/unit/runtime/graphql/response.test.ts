import { describe, expect, it } from "vitest";
import type { ToolFailure } from "../../../../src/runtime/index.js";
import type { GraphqlPlan } from "../../../../src/tool/types.js";
import { exchange, MUTATION, QUERY, type Said, type Setup } from "./service.js";

async function answered(plan: GraphqlPlan, said: Said, setup: Setup = {}) {
  return (await exchange(plan, [{ id: "1" }], [said], setup)).result;
}

async function failed(said: Said, plan = QUERY, setup: Setup = {}): Promise<ToolFailure> {
  const result = await answered(plan, said, setup);
  if (result.ok) throw new Error(`it went well: ${result.content}`);
  return result;
}

const error = (message: string, more: object = {}) => ({ errors: [{ message, ...more }] });

describe("an answer without errors", () => {
  it.each<[string, GraphqlPlan, unknown, unknown]>([
    ["the root field's value", QUERY, { data: { pet: { id: "1" } } }, { id: "1" }],
    ["null, where there is nothing", QUERY, { data: { pet: null } }, null],
    ["an empty list of errors is none", QUERY, { data: { pet: 1 }, errors: [] }, 1],
    [
      "all of data, where an operation has several fields",
      { ...QUERY, field: undefined } as never,
      { data: { a: 1, b: 2 } },
      { a: 1, b: 2 },
    ],
    [
      "lists of what could not be done are data",
      MUTATION,
      { data: { addPet: { userErrors: [{ message: "no" }] } } },
      { userErrors: [{ message: "no" }] },
    ],
    [
      "aliased fields under their own names",
      { ...QUERY, aliases: { "/nodes/length_Song": "length", "/nodes/by/name_Author": "name" } },
      {
        data: {
          pet: { length_Song: 0, nodes: [{ length_Song: 3, x: 1 }, { length: 4, by: [{ name_Author: "a" }] }, null] },
        },
      },
      { length_Song: 0, nodes: [{ length: 3, x: 1 }, { length: 4, by: [{ name: "a" }] }, null] },
    ],
    [
      "the value of a root field that has an alias",
      { ...QUERY, alias: "it", aliases: { "/n_T": "n" } },
      { data: { it: { n_T: 2 } } },
      { n: 2 },
    ],
    [
      "an alias stays where the name is taken",
      { ...QUERY, aliases: { "/n_T": "n" } },
      { data: { pet: { n: 1, n_T: 2 } } },
      { n: 1, n_T: 2 },
    ],
  ])("%s", async (_, plan, body, data) => {
    expect(await answered(plan, { body })).toMatchObject({ ok: true, data });
  });

  it("is read whatever JSON's media type is", async () => {
    for (const type of ["application/graphql-response+json; charset=utf-8", "text/plain", "application/octet-stream"]) {
      const said = { headers: { "content-type": type }, body: '{"data":{"pet":{"n":9007199254740993}}}' };
      expect(await answered(QUERY, said)).toMatchObject({ ok: true, data: { n: "9007199254740993" } });
    }
  });
});

describe("errors are of a kind", () => {
  const list: readonly [string, Said, string][] = [
    [
      "GitHub's rate limit",
      { body: error("API rate limit exceeded for user ID 1.", { type: "RATE_LIMITED" }) },
      "throttled",
    ],
    ["GitHub's missing scopes", { body: error("x", { type: "INSUFFICIENT_SCOPES" }) }, "scope"],
    ["GitHub's FORBIDDEN", { body: error("Resource not accessible by integration", { type: "FORBIDDEN" }) }, "scope"],
    ["GitHub's NOT_FOUND", { body: error("Could not resolve to a Repository", { type: "NOT_FOUND" }) }, "not_found"],
    ["Apollo's UNAUTHENTICATED", { body: error("x", { extensions: { code: "UNAUTHENTICATED" } }) }, "auth"],
    ["Apollo's BAD_USER_INPUT", { body: error("x", { extensions: { code: "BAD_USER_INPUT" } }) }, "validation"],
    [
      "Apollo's INTERNAL_SERVER_ERROR",
      { body: error("x", { extensions: { code: "INTERNAL_SERVER_ERROR" } }) },
      "upstream",
    ],
    ["Shopify's THROTTLED", { body: error("Throttled", { extensions: { code: "THROTTLED" } }) }, "throttled"],
    [
      "Shopify's ACCESS_DENIED",
      { body: error("Access denied for customers field.", { extensions: { code: "ACCESS_DENIED" } }) },
      "scope",
    ],
    ["Shopify's one text", { status: 401, body: { errors: "[API] Invalid API key or access token" } }, "auth"],
    [
      "Hasura's validation-failed",
      { body: error("field 'x' not found in type: 'q'", { extensions: { code: "validation-failed" } }) },
      "validation",
    ],
    ["Hasura's invalid-jwt", { body: error("Could not verify JWT", { extensions: { code: "invalid-jwt" } }) }, "auth"],
    [
      "Linear's RATELIMITED of status 400",
      { status: 400, body: error("x", { extensions: { code: "RATELIMITED" } }) },
      "throttled",
    ],
    [
      "Linear's AUTHENTICATION_ERROR",
      { status: 400, body: error("x", { extensions: { type: "authentication error", code: "AUTHENTICATION_ERROR" } }) },
      "auth",
    ],
    ["DGS's errorType", { body: error("x", { extensions: { errorType: "PERMISSION_DENIED" } }) }, "scope"],
    ["Saleor's exception", { body: error("x", { extensions: { exception: { code: "PermissionDenied" } } }) }, "scope"],
    ["a status of 404 without a code", { status: 404, body: error("x") }, "not_found"],
    ["a status of 400 without a code", { status: 400, body: error("x") }, "validation"],
    ["a status of 500 without a code", { status: 500, body: error("x") }, "upstream"],
    ["words alone", { body: error('Variable "$id" of required type "ID!" was not provided.') }, "validation"],
    ["an error that is none", { body: { errors: [7] } }, "upstream"],
    [
      "the gravest of several",
      { body: { errors: [{ message: "a" }, { message: "b", type: "RATE_LIMITED" }] } },
      "throttled",
    ],
  ];
  it.each(list)("%s", async (_, said, kind) => {
    const { error: found } = await failed(said);
    expect(found).toMatchObject({ code: "upstream_error", status: said.status ?? 200, details: { kind } });
  });
});

describe("a failure", () => {
  it("says message, code, place and status, and what to do", async () => {
    const body = { data: { pet: null }, ...error("Could not resolve to a Pet.", { type: "NOT_FOUND", path: ["pet"] }) };
    const { content, error: found } = await failed({ body });
    expect(content).toBe(
      'HTTP 200, GraphQL error: NOT_FOUND: Could not resolve to a Pet. (at pet) There is no such thing, or it may not be seen. Check the ids; a list or search tool finds the right ones.\nData that came all the same: {"pet":null}',
    );
    expect(found.details).toEqual({
      kind: "not_found",
      errors: [{ message: "Could not resolve to a Pet.", code: "NOT_FOUND", path: ["pet"] }],
      data: { pet: null },
    });
  });

  it("of status 400 says so in either media type", async () => {
    for (const type of ["application/json", "application/graphql-response+json"]) {
      const body = error('Cannot query field "stock" on type "Item".', { locations: [{ line: 1, column: 20 }] });
      const { content } = await failed({ status: 400, headers: { "content-type": type }, body });
      expect(content).toContain('HTTP 400 Bad Request, GraphQL error: Cannot query field "stock" on type "Item".');
      expect(content).toContain("generate the toolkit again");
    }
  });

  it("G-05 keeps partial data and cuts stacks", async () => {
    const body = {
      data: { pet: { id: "1", name_X: null } },
      errors: [
        {
          message: "boom\n    at resolve (/srv/app/pet.js:1:2)",
          path: ["pet", "name_X"],
          extensions: {
            code: "INTERNAL_SERVER_ERROR",
            stacktrace: ["Error: boom", "at /srv/app"],
            exception: { stacktrace: ["/srv/app"] },
            debugMessage: "/srv/app",
            requestId: "r1",
          },
        },
      ],
    };
    const result = await failed({ body }, { ...QUERY, aliases: { "/name_X": "name" } });
    expect(result.error.details).toEqual({
      kind: "upstream",
      errors: [
        {
          message: "boom",
          code: "INTERNAL_SERVER_ERROR",
          path: ["pet", "name_X"],
          extensions: { code: "INTERNAL_SERVER_ERROR", requestId: "r1" },
        },
      ],
      data: { pet: { id: "1", name: null } },
    });
    expect(JSON.stringify(result)).not.toContain("/srv/app");
    expect(result.content).toContain('Data that came all the same: {"pet":{"id":"1","name":null}}');
  });

  it("shows of partial data what there is room for, and keeps all of it", async () => {
    const pet = Array.from({ length: 500 }, (_, i) => ({ i }));
    const result = await failed({ body: { data: { pet }, ...error("x") } }, QUERY, {
      registry: { maxResultChars: 1000 },
    });
    expect(result.content.length).toBeLessThanOrEqual(1000);
    expect(result.content).toContain("[Truncated:");
    expect(result.error.details).toMatchObject({ data: { pet } });
  });

  it("of a mutation warns that it may have been done", async () => {
    const result = await failed({ body: { data: { addPet: null }, ...error("x") } }, MUTATION);
    expect(result.error.hint).toContain("It may have been done all the same");
    const refused = await failed({ body: error("x", { extensions: { code: "BAD_USER_INPUT" } }) }, MUTATION);
    expect(refused.error.hint).toBe("The service refuses these arguments; change what it names and call again.");
  });

  it("names where the credentials are set", async () => {
    const { error: found } = await failed({ body: error("x", { type: "INSUFFICIENT_SCOPES" }) }, QUERY, {
      toolkit: { auth: { token: { type: "http", scheme: "bearer" } } },
      tool: { auth: [{ token: [] }] },
      registry: { env: { KIT_TOKEN: "canary-9d1f22" } },
    });
    expect(found.hint).toContain("KIT_TOKEN");
  });

  it("A-01 holds no credential, wherever the service repeats it", async () => {
    const secret = "canary-9d1f22aa";
    const body = {
      data: { pet: { id: secret } },
      errors: [
        { message: `bad token ${secret}`, path: [secret], extensions: { code: secret, note: `Bearer ${secret}` } },
      ],
    };
    const setup: Setup = {
      toolkit: { auth: { token: { type: "http", scheme: "bearer" } } },
      tool: { auth: [{ token: [] }] },
      registry: { env: { KIT_TOKEN: secret } },
    };
    const { result, preview, seen } = await exchange(QUERY, [{ id: "1" }], [{ body }], setup);
    expect(seen[0]?.headers["authorization"]).toBe(`Bearer ${secret}`);
    expect(JSON.stringify([result, preview])).not.toContain("canary-9d1f");
    expect(JSON.stringify(result)).toContain("[redacted]");
  });

  it.each<[string, Said, string, string]>([
    [
      "a web page",
      { headers: { "content-type": "text/html" }, body: "<!doctype html><html>Sign in</html>" },
      "response_invalid",
      "a web page",
    ],
    ["nothing", { body: "" }, "response_invalid", "is empty"],
    ["other JSON", { body: { message: "hello" } }, "response_invalid", "is no GraphQL response"],
    ["JSON that is none", { body: "{" }, "response_invalid", "is no GraphQL response"],
    ["no data", { body: { data: null } }, "response_invalid", "has neither data nor errors"],
    ["another field", { body: { data: { x: 1 } } }, "response_invalid", "has no field pet"],
    [
      "a message of status 401",
      { status: 401, body: { message: "Bad credentials" } },
      "upstream_error",
      "HTTP 401 Unauthorized: Bad credentials",
    ],
    [
      "a page of status 502",
      { status: 502, headers: { "content-type": "text/html" }, body: "<html>" },
      "upstream_error",
      "HTTP 502 Bad Gateway",
    ],
    ["data of status 500", { status: 500, body: { data: { pet: 1 } } }, "upstream_error", "HTTP 500"],
  ])("of %s says what came", async (_, said, code, words) => {
    const result = await failed(said);
    expect([result.error.code, result.content]).toEqual([code, expect.stringContaining(words)]);
  });
});

describe("limits", () => {
  it.each<[string, Said, number | undefined]>([
    ["Retry-After", { status: 429, headers: { "retry-after": "7" }, body: error("x") }, 7000],
    [
      "Shopify's bucket",
      {
        body: {
          ...error("Throttled", { extensions: { code: "THROTTLED" } }),
          extensions: {
            cost: {
              requestedQueryCost: 252,
              actualQueryCost: null,
              throttleStatus: { maximumAvailable: 1000, currentlyAvailable: 52, restoreRate: 50 },
            },
          },
        },
      },
      4000,
    ],
    ["GitHub's secondary limit", { status: 403, body: error("You have exceeded a secondary rate limit.") }, 60_000],
    ["no word of a time", { body: error("x", { type: "RATE_LIMITED" }) }, undefined],
  ])("%s tells when to come back", async (_, said, wait) => {
    expect((await failed(said)).error.retryAfterMs).toBe(wait);
  });

  it("GitHub's reset tells when to come back", async () => {
    const reset = String(Math.ceil(Date.now() / 1000) + 30);
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset, "x-ratelimit-limit": "5000" };
    const { error: found } = await failed({ headers, body: error("x", { type: "RATE_LIMITED" }) });
    expect(found.retryAfterMs).toBeGreaterThan(25_000);
    expect(found.retryAfterMs).toBeLessThanOrEqual(31_000);
    expect(found.hint).toContain("Retry after 3");
  });
});

describe("repeating", () => {
  const throttled = {
    status: 200,
    headers: { "retry-after-ms": "1" },
    body: error("x", { extensions: { code: "THROTTLED" } }),
  };
  const registry = { retries: 2, retryBaseMs: 1 };

  it("a throttled query is sent again", async () => {
    const { result, seen } = await exchange(QUERY, [{ id: "1" }], [throttled, { body: { data: { pet: 1 } } }], {
      registry,
    });
    expect([result.ok, result.meta.attempts, seen.length]).toEqual([true, 2, 2]);
  });

  it.each<[string, Said]>([
    ["throttled", throttled],
    ["of status 503", { status: 503, body: "" }],
    ["refused a field", { body: error("x", { type: "INSUFFICIENT_SCOPES", path: ["addPet", "pet"] }) }],
  ])("a mutation that is %s is never sent again", async (_, said) => {
    const { seen } = await exchange(MUTATION, [{ name: "n" }], [said], { registry });
    expect(seen.length).toBe(1);
  });

  it("a mutation stays one, whatever effect it was given", async () => {
    const { seen } = await exchange(MUTATION, [{ name: "n" }], [{ status: 503, body: "" }], {
      registry,
      tool: { effect: "read" },
    });
    expect(seen.length).toBe(1);
  });

  it("a mutation that found no server is tried again", async () => {
    const result = await exchange(MUTATION, [{ name: "n" }], [{ body: {} }], {
      registry,
      toolkit: { servers: { default: { url: "http://127.0.0.1:1/graphql" } } },
    });
    expect(result.result).toMatchObject({ ok: false, error: { code: "network_error" }, meta: { attempts: 3 } });
  });
});
