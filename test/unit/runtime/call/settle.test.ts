import { describe, expect, it } from "vitest";
import { createRegistry, ToolError, type ToolResult } from "../../../../src/runtime/index.js";
import type { HttpToolDefinition } from "../../../../src/tool/index.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

async function answer(run: Runs["run"], id?: string): Promise<ToolResult> {
  const registry = createRegistry();
  registry.register(toolkit("kit", tool("act", object({}), { run })));
  return registry.call("act", {}, id === undefined ? {} : { id });
}

describe("what a hand-written tool gives back", () => {
  const shared = { n: 1 };
  it.each<[string, () => unknown, unknown, string]>([
    ["an object", () => ({ a: [1, null] }), { a: [1, null] }, '{"a":[1,null]}'],
    ["text", () => "plain text", "plain text", "plain text"],
    ["nothing", () => undefined, null, "Done: nothing came back."],
    ["null", () => null, null, "null"],
    ["a big integer", () => ({ id: 9007199254740993n }), { id: "9007199254740993" }, '{"id":"9007199254740993"}'],
    ["a date", () => ({ at: new Date(0) }), { at: "1970-01-01T00:00:00.000Z" }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ["what is no JSON beside what is", () => ({ a: 1, f: () => 1, u: undefined }), { a: 1 }, '{"a":1}'],
    ["a promise", async () => 5, 5, "5"],
    ["one object twice", () => [shared, shared], [{ n: 1 }, { n: 1 }], '[{"n":1},{"n":1}]'],
  ])("%s", async (_, run, data, content) => {
    const result = await answer(run);
    expect(result).toEqual({
      tool: "act",
      ok: true,
      content,
      data,
      meta: { attempts: 1, queuedMs: 0, durationMs: expect.any(Number) },
    });
  });

  it("is a copy", async () => {
    const kept = { a: { b: 1 } };
    const result = await answer(() => kept);
    expect(result.ok && (result.data as typeof kept).a === kept.a).toBe(false);
  });

  it("is an error when it cannot be written", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(await answer(() => circle)).toMatchObject({
      ok: false,
      content: expect.stringContaining("act gave back what cannot be written as JSON."),
      error: { code: "execution_error" },
    });
  });

  it("is cut for the model, and whole as data", async () => {
    const registry = createRegistry({ maxResultChars: 200 });
    const items = Array.from({ length: 100 }, (_, i) => ({ i }));
    registry.register(toolkit("kit", tool("act", object({ limit: {} }), { run: () => items })));
    const result = await registry.call("act", {});
    expect([result.content.length <= 200, result.ok && result.data]).toEqual([true, items]);
    expect(result.meta.truncated).toMatch(/limit/);
  });
});

describe("what a tool throws", () => {
  const thrown = (what: unknown) => () => {
    throw what;
  };

  it.each<[string, unknown, object]>([
    ["an error", new Error("no such row"), { code: "execution_error", message: "act failed: no such row" }],
    ["an error without words", new Error(""), { code: "execution_error", message: "act failed: it gave no reason." }],
    ["a string", "broken", { code: "execution_error", message: "act failed: broken" }],
    ["nothing", undefined, { code: "execution_error", message: "act failed: it gave no reason." }],
    ["a symbol", Symbol("s"), { code: "execution_error", message: "act failed: it gave no reason." }],
    [
      "a ToolError",
      new ToolError("rate_limited", "Slow down.", { retryAfterMs: 5, hint: "Wait.", details: { a: 1 } }),
      { code: "rate_limited", message: "Slow down.", hint: "Wait.", retryAfterMs: 5, details: { a: 1 } },
    ],
  ])("%s", async (_, what, error) => {
    expect(await answer(thrown(what), "7")).toEqual({
      id: "7",
      tool: "act",
      ok: false,
      content: expect.any(String),
      error,
      meta: { attempts: 1, queuedMs: 0, durationMs: expect.any(Number) },
    });
  });

  it("is cut", async () => {
    expect((await answer(thrown(new Error("x".repeat(1e6))))).content.length).toBeLessThan(600);
  });

  it("is told with status and hint", async () => {
    const facts = { status: 404, hint: "Look for another one." };
    const named = await answer(thrown(new ToolError("upstream_error", "404 Not Found: no such pet.", facts)));
    const bare = await answer(thrown(new ToolError("upstream_error", "No such pet.", facts)));
    expect([named.content, bare.content]).toEqual([
      "404 Not Found: no such pet. Look for another one.",
      "HTTP 404: No such pet. Look for another one.",
    ]);
  });
});

describe("A-01 a credential", () => {
  const canary = "canary-8f2e1b7c94d0";
  const tools = (path: string): HttpToolDefinition => ({
    name: "get_me",
    description: "Me.",
    effect: "read",
    auth: [{ key: [] }],
    input: object({}),
    http: { method: "GET", path },
  });
  const echo = `{"${canary}":["Bearer ${canary}","${Buffer.from(canary).toString("base64")}"]}`;

  it.each<[string, () => Promise<Response>]>([
    ["in an answer", async () => new Response(echo, { headers: { "content-type": "application/json" } })],
    ["in a text", async () => new Response(`you sent ${canary}`, { headers: { "content-type": "text/plain" } })],
    ["in a refusal", async () => new Response(echo, { status: 403, headers: { "content-type": "application/json" } })],
    [
      "in a redirect",
      async () => new Response("", { status: 302, headers: { location: `https://evil.test/${canary}` } }),
    ],
    ["in a failure of the network", () => Promise.reject(new TypeError(`fetch failed: https://x/?k=${canary}`))],
    ["in what is no JSON", async () => new Response(`{${canary}`, { headers: { "content-type": "application/json" } })],
  ])("%s gets to nobody", async (_, fetch) => {
    const registry = createRegistry({ env: { KIT_KEY: canary }, fetch, retries: 0 });
    registry.register({
      name: "kit",
      servers: { default: { url: "https://api.example.test" } },
      origins: ["https://api.example.test"],
      auth: { key: { type: "apiKey", in: "query", name: "k" } },
      tools: { get_me: tools("/me") },
    });
    const result = await registry.call("get_me", {});
    const text = JSON.stringify(result);
    expect(text).not.toContain(canary);
    expect(text).not.toContain(Buffer.from(canary).toString("base64"));
  });
});

describe("HTTP 204", () => {
  it("is a sentence for the model", async () => {
    const registry = createRegistry({ fetch: async () => new Response(null, { status: 204 }) });
    registry.register({
      name: "kit",
      servers: { default: { url: "https://api.example.test" } },
      tools: {
        put_it: {
          name: "put_it",
          description: "Puts it.",
          effect: "write",
          input: object({}),
          http: { method: "PUT", path: "/it" },
        },
      },
    });
    expect(await registry.call("put_it", {})).toMatchObject({
      ok: true,
      content: "Done: HTTP 204, no content.",
      data: null,
      meta: { status: 204 },
    });
  });
});
