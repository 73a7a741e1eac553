import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/diagnostics.js";
import { settingsOf } from "../../../src/ir/settings.js";
import type { Operation } from "../../../src/ir/types.js";
import type { JsonObject } from "../../../src/read/openapi/document.js";
import { readOpenApi } from "../../../src/read/openapi/index.js";
import { shapeOpenApi } from "../../../src/shape/openapi.js";
import type { ShapeOptions } from "../../../src/shape/options.js";
import { readOverride } from "../../../src/shape/override.js";
import { inMemory } from "../read/openapi/schema/document.js";

const responses = { "200": { description: "ok" } };
const key = (name: string): JsonObject => ({ name, in: "header", schema: { type: "string" } });
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

const shape = (paths: JsonObject, options: ShapeOptions = {}, root: JsonObject = {}) => {
  const diagnostics = new Diagnostics();
  const document = inMemory(
    { info: { title: "Pets" }, servers: [{ url: "https://a.example" }], paths, ...root },
    "3.1",
  );
  const spec = shapeOpenApi(readOpenApi(document, diagnostics), options, diagnostics);
  const said = diagnostics.list.map(({ code, message }) => `${code} ${message}`);
  return { spec, tools: new Map(spec.operations.map((one) => [one.toolName, one])), said };
};
const pets = {
  "/pets": { get: { responses }, post: { responses } },
  "/pets/{id}": { parameters: [id], get: { responses }, delete: { responses } },
};
const settings = (operation: Operation | undefined): object => (operation ? settingsOf(operation) : {});

describe("settings of a tool", () => {
  it.each<readonly [given: Readonly<Record<string, unknown>>, want: object]>([
    [{ timeout: "30s" }, { timeout: 30_000 }],
    [{ timeout: 500 }, { timeout: 500 }],
    [{ retries: 0 }, { retries: 0 }],
    [{ maxWait: "5s" }, { maxWaitMs: 5000 }],
    [{ maxWait: 0 }, { maxWaitMs: 0 }],
    [{ idempotent: true }, { idempotent: true }],
    [{ cost: 2.5 }, { cost: 2.5 }],
    [{ cache: "5m" }, { cache: { ttlMs: 300_000 } }],
    [{ cache: { ttl: "5m", stale: "1h" } }, { cache: { ttlMs: 300_000, staleMs: 3_600_000 } }],
    [{ cache: { ttlMs: 5, staleMs: 6 } }, { cache: { ttlMs: 5, staleMs: 6 } }],
    [{ quota: ["10/1s", { concurrency: 2 }] }, { quota: [{ limit: 10, interval: 1000 }, { concurrency: 2 }] }],
    [{ rateLimit: "10/1s+20" }, { rateLimit: { rate: 10, burst: 20 } }],
    [{ rateLimit: { rate: 1, burst: 5 } }, { rateLimit: { rate: 1, burst: 5 } }],
    [{ fallback: "get_pet" }, { fallback: ["get_pet"] }],
    [{ locks: ["pets"] }, { locks: ["pets"] }],
  ])("are read from the config: %j", (given, want) => {
    const { tools, said } = shape(pets, { tools: { list_pets: given } });
    expect(settings(tools.get("list_pets"))).toEqual(want);
    expect(said).toEqual([]);
  });

  it.each<readonly [given: Readonly<Record<string, unknown>>, message: string]>([
    [{ timeout: "soon" }, 'timeout: "soon" is no time from 1ms to 24 days: 30s, or a number of milliseconds'],
    [{ timeout: 0 }, "timeout: 0 is no time from 1ms to 24 days: 30s, or a number of milliseconds"],
    [{ timeout: "25d" }, 'timeout: "25d" is no time from 1ms to 24 days: 30s, or a number of milliseconds'],
    [{ retries: 1.5 }, "retries: 1.5 is no whole number from 0 to 20"],
    [{ maxWait: "long" }, 'maxWait: "long" is no time from 1ms to 24 days: 30s, or a number of milliseconds'],
    [{ maxWaitMs: 5 }, "maxWaitMs is no setting: did you mean maxWait?"],
    [{ timeuot: "30s" }, "timeuot is no setting: did you mean timeout?"],
    [{ idempotent: "yes" }, 'idempotent: "yes" is not true or false'],
    [{ cost: -1 }, "cost: -1 is no number of points, 0 or more"],
    [{ cache: { tll: "5m" } }, "cache: tll is no key of it: ttl is"],
    [
      { cache: { ttl: "5m", stale: 0 } },
      "cache: stale is no time from 1ms to 24 days: 30s, or a number of milliseconds",
    ],
    [{ rateLimit: "10/1s" }, 'rateLimit: "10/1s" is no { rate, burst }, and no text such as 10/1s+20'],
    [
      { rateLimit: { rate: 0, burst: 1 } },
      'rateLimit: {"rate":0,"burst":1}: rate is no number of calls a second above 0',
    ],
    [{ idempotencyHeader: "Authorization" }, 'idempotencyHeader: "Authorization" is no header that may carry a key'],
    [{ idempotencyHeader: "Host" }, 'idempotencyHeader: "Host" is no header that may carry a key'],
    [{ idempotencyHeader: "a b" }, 'idempotencyHeader: "a b" is no header that may carry a key'],
    [{ fallback: [] }, "fallback: [] is no list of tools"],
    [{ locks: "pets" }, 'locks: "pets" is no list of texts such as repo:{owner}/{repo}'],
  ])("are refused with their place in the config: %j", (given, message) => {
    const { tools, said } = shape(pets, { tools: { list_pets: given } });
    expect(settings(tools.get("list_pets"))).toEqual({});
    expect(said).toEqual([`EXTENSION_INVALID config: tools["list_pets"]: ${message}`]);
  });

  it("that only hold among the others are left out with a word where they cannot", () => {
    const { tools, said } = shape(pets, {
      tools: {
        list_pets: { fallback: ["create_pet", "gte_pet", "get_pet"] },
        create_pet: { fallback: ["create_pet"] },
        get_pet: { locks: ["pet:{id}"] },
        delete_pet: { locks: ["pets", "pet:{ids}"] },
      },
    });
    expect(settings(tools.get("list_pets"))).toEqual({ fallback: ["get_pet"] });
    expect(settings(tools.get("create_pet"))).toEqual({});
    expect(settings(tools.get("get_pet"))).toEqual({ locks: ["pet:{id}"] });
    expect(settings(tools.get("delete_pet"))).toEqual({});
    expect(said).toEqual([
      'EXTENSION_INVALID create_pet: fallback: there is no other tool "create_pet"',
      "EXTENSION_INVALID delete_pet: locks: there is no argument ids: did you mean id?",
      "EXTENSION_INVALID list_pets: fallback: create_pet does more than it does (write rather than read)",
      'EXTENSION_INVALID list_pets: fallback: there is no other tool "gte_pet": did you mean get_pet?',
    ]);
  });

  it("cache keeps the results of reads, whatever a pattern says", () => {
    const { tools } = shape(pets, { tools: { "*": { cache: "1m" } } });
    expect([...tools].map(([name, tool]) => [name, tool.cache?.ttlMs])).toEqual([
      ["create_pet", undefined],
      ["delete_pet", undefined],
      ["get_pet", 60_000],
      ["list_pets", 60_000],
    ]);
  });

  it("are the document's where they cannot harm whoever uses it", () => {
    const complaints: string[] = [];
    const given = {
      cost: 3,
      quota: ["10/1s"],
      "rate-limit": "1/1s+2",
      "idempotency-header": "X-Key",
      timeout: 1,
      retries: 9,
      "max-wait": "1s",
      idempotent: true,
      cache: "1d",
      fallback: ["b"],
      locks: [],
      idempotency_heder: 1,
    };
    expect(readOverride(given, "document", (message) => complaints.push(message))).toEqual({
      cost: 3,
      quota: { limit: 10, interval: 1000 },
      rateLimit: { rate: 1, burst: 2 },
      idempotencyHeader: "X-Key",
    });
    expect(complaints).toEqual([
      ...["timeout", "retries", "max-wait", "idempotent", "cache", "fallback", "locks"].map(
        (name) => `${name}: a document may not set this, your config may`,
      ),
      "idempotency_heder is no setting: did you mean idempotency-header?",
    ]);
  });
});

describe("the header of an idempotency key", () => {
  const headers = (paths: JsonObject, options: ShapeOptions, root: JsonObject = {}) => {
    const { spec, said } = shape(paths, options, root);
    return { keys: spec.operations.map(({ toolName, http }) => [toolName, http.idempotencyHeader ?? null]), said };
  };

  it("of the toolkit is that of its writes", () => {
    const { keys } = headers(pets, { idempotencyHeader: "X-Key", tools: { create_pet: { effect: "read" } } });
    expect(keys).toEqual([
      ["create_pet", null],
      ["delete_pet", "X-Key"],
      ["get_pet", null],
      ["list_pets", null],
    ]);
  });

  it.each<
    readonly [what: string, declared: readonly string[], own: unknown, key: string | null, args: readonly string[]]
  >([
    ["declared by its usual name", ["Idempotency-Key"], undefined, "Idempotency-Key", []],
    ["declared by the toolkit's name", ["x-key"], undefined, "x-key", []],
    ["that the tool names", ["Idempotency-Key", "X-Other"], "x-other", "X-Other", ["Idempotency_Key"]],
    ["that the tool refuses", ["Idempotency-Key"], false, null, ["Idempotency_Key"]],
    ["of the toolkit, with another one declared", ["X-Other"], undefined, "X-Key", ["X_Other"]],
  ])("%s is no argument", (_, declared, own, want, args) => {
    const paths = { "/pets": { post: { parameters: declared.map(key), responses } } };
    const tools = own === undefined ? {} : { create_pet: { idempotencyHeader: own } };
    const [tool] = shape(paths, { idempotencyHeader: "X-Key", tools }).spec.operations;
    expect(tool?.http.idempotencyHeader ?? null).toBe(want);
    expect(Object.keys((typeof tool?.input === "object" && tool.input.properties) || {})).toEqual(args);
  });

  it("is none that carries a credential, or decides where a message goes", () => {
    const root = {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
    };
    const paths = { "/pets": { post: { responses } } };
    expect(headers(paths, { idempotencyHeader: "x-api-key" }, root)).toEqual({
      keys: [["create_pet", null]],
      said: ["EXTENSION_INVALID create_pet: header x-api-key carries a credential, and no key besides"],
    });
    expect(headers(paths, { idempotencyHeader: "Host" })).toEqual({
      keys: [["create_pet", null]],
      said: ['EXTENSION_INVALID idempotencyHeader: "Host" is no header that may carry a key'],
    });
  });
});
