import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createRegistry, type RegistryOptions, type ToolResult } from "../../../../../src/runtime/index.js";
import type { HttpToolDefinition, JsonSchemaObject, Progress } from "../../../../../src/tool/index.js";
import { object, toolkit } from "../../tools.js";
import { startUpstream } from "../upstream.js";

const KEY = "k3y-of-mine";

/** One read whose answer comes in these pieces. */
async function read(
  headers: Record<string, string>,
  pieces: readonly (string | Uint8Array)[],
  { status = 200, ...options }: RegistryOptions & { status?: number; fetch?: typeof fetch } = {},
  more: Partial<HttpToolDefinition> = {},
): Promise<{ result: ToolResult; told: readonly Progress[] }> {
  await using upstream = await startUpstream(async (_, response) => {
    response.writeHead(status, headers);
    for (const piece of pieces) {
      response.write(piece);
      await sleep(30);
    }
    response.end();
  });
  const registry = createRegistry({ credentials: () => KEY, retries: 0, ...options });
  const tool: HttpToolDefinition = {
    name: "get_it",
    description: "Gets it.",
    effect: "read",
    input: object({}),
    auth: [{ key: [] }],
    http: { method: "GET", path: "/it" },
    ...more,
  };
  registry.register({
    ...toolkit("kit", tool),
    servers: { default: { url: upstream.origin } },
    origins: [upstream.origin],
    auth: { key: { type: "apiKey", in: "header", name: "x-key" } },
  });
  const told: Progress[] = [];
  const result = await registry.call("get_it", {}, { onProgress: (progress) => told.push(progress) });
  await registry.close();
  return { result, told };
}

const SSE = { "content-type": "text/event-stream" };

describe.each<[string, RegistryOptions]>([
  ["its own connections", {}],
  ["a fetch of the host's", { fetch: globalThis.fetch }],
])("an answer that comes piece by piece, over %s", (_, options) => {
  it("is told event by event, and is the list of all in the end", async () => {
    const { result, told } = await read(SSE, ['data: {"n":1}\n\nda', 'ta: {"n":2}\n', "\ndata: 3\n\n"], options);
    const items = [{ data: { n: 1 } }, { data: { n: 2 } }, { data: 3 }];
    expect(told).toEqual(items.map((partial) => ({ partial })));
    expect(result).toMatchObject({ ok: true, data: items });
  });

  it("is told without what is not for reading, as the list in the end is", async () => {
    const item: JsonSchemaObject = {
      type: "object",
      properties: { id: { type: "integer" } },
      "x-toolgen-drop": ["pin"],
    };
    const { result, told } = await read(
      { "content-type": "application/x-ndjson" },
      ['{"id":1,"pin":"0000"}\n', '{"id":2,"pin":"1111"}\n'],
      options,
      { output: { type: "array", items: item }, http: { method: "GET", path: "/it", writeOnly: true } },
    );
    expect(told).toEqual([{ partial: { id: 1 } }, { partial: { id: 2 } }]);
    expect(result).toMatchObject({ ok: true, data: [{ id: 1 }, { id: 2 }] });
  });

  it("is told line by line where it is text, and the credential in it is not", async () => {
    const { result, told } = await read(
      { "content-type": "text/plain" },
      ["one\ntwo k3y-", "of-mine\nthr", "ee"],
      options,
    );
    expect(told).toEqual([{ partial: "one\n" }, { partial: "two [redacted]\n" }]);
    expect(result).toMatchObject({ ok: true, data: "one\ntwo [redacted]\nthree" });
  });

  it("is told as a fraction where its length is known", async () => {
    const { told } = await read(
      { "content-type": "application/json", "content-length": "8" },
      ["[1,", "2,3", "4]"],
      options,
    );
    expect(told).toEqual([{ fraction: 0.375 }, { fraction: 0.75 }, { fraction: 1 }]);
  });

  it("is told in bytes where it is not", async () => {
    const { told } = await read({ "content-type": "application/json" }, ["[1,", "2,3", "4]"], options);
    expect(told).toEqual([{ message: "6 bytes have come" }, { message: "8 bytes have come" }]);
  });

  it("is told decoded", async () => {
    const body = gzipSync("data: 1\n\n");
    const { told } = await read(
      { ...SSE, "content-encoding": "gzip" },
      [body.subarray(0, 12), body.subarray(12)],
      options,
    );
    expect(told).toEqual([{ partial: { data: 1 } }]);
  });

  it("is told nothing of where it is an error, or comes at once", async () => {
    const error = await read(SSE, ["data: 1\n\n", "data: 2\n\n"], { ...options, status: 400 });
    const whole = await read({ "content-type": "application/json" }, ["[1]"], options);
    expect([error.told, whole.told]).toEqual([[], []]);
  });

  it("is a list of items where one was promised, without what is not for reading", async () => {
    const item = { type: "object", properties: { n: {} }, "x-toolgen-drop": ["key"] } as const;
    const { result } = await read({ "content-type": "application/jsonl" }, ['{"n":1,"key":"a"}\n'], options, {
      output: { type: "array", items: item },
      http: { method: "GET", path: "/", writeOnly: true },
    });
    expect(result).toMatchObject({ ok: true, data: [{ n: 1 }] });
  });

  it("is the text where text was promised", async () => {
    const { result, told } = await read(SSE, ["data: 1\n\n"], options, { output: { type: "string" } });
    expect([result.ok && result.data, told]).toEqual(["data: 1\n\n", [{ partial: { data: 1 } }]]);
  });
});

describe("an answer of very many pieces", () => {
  it("is told piece by piece up to 10,000, and by its bytes from there on", async () => {
    const many = "data: 1\n\n".repeat(15_000);
    const { result, told } = await read(SSE, [many, many]);
    expect(told.slice(0, 10_000)).toEqual(Array.from({ length: 10_000 }, () => ({ partial: { data: 1 } })));
    const rest = told.slice(10_000);
    expect(rest.length).toBeLessThan(6);
    for (const one of rest) expect(one).toEqual({ message: expect.stringMatching(/^\d+ bytes have come$/) });
    expect(result.ok && (result.data as unknown[]).length).toBe(30_000);
  });
});
