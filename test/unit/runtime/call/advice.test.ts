import { describe, expect, it } from "vitest";
import { createRegistry, type RegistryOptions, type ToolResult } from "../../../../src/runtime/index.js";
import type { AnyTool } from "../../../../src/tool/index.js";
import { settled, VirtualClock } from "../clock.js";
import { MUTATION, QUERY } from "../graphql/service.js";
import { startUpstream } from "../http/upstream.js";
import { object, tool, toolkit } from "../tools.js";

const act = { name: "act", description: "Act.", input: true } as const;
const GET: AnyTool = { ...act, effect: "read", http: { method: "GET", path: "/" } };
const POST: AnyTool = { ...act, effect: "write", http: { method: "POST", path: "/" } };
const PUT: AnyTool = { ...act, effect: "write", http: { method: "PUT", path: "/" } };
const KEYED: AnyTool = { ...act, effect: "write", http: { ...POST.http, idempotencyHeader: "Idempotency-Key" } };
const query: AnyTool = { ...act, effect: "read", graphql: QUERY };
const mutation: AnyTool = { ...act, effect: "write", graphql: MUTATION };

type Answer = number | "reset" | { readonly status: number; readonly retryAfter: number };

async function said(made: AnyTool, answer: Answer, idempotencyKey?: string): Promise<string> {
  await using upstream = await startUpstream((_, response) => {
    if (answer === "reset") return void response.socket?.destroy();
    const status = typeof answer === "number" ? answer : answer.status;
    if (typeof answer !== "number") response.setHeader("retry-after", answer.retryAfter);
    response.writeHead(status, { "content-type": "text/plain" });
    response.end();
  });
  const registry = createRegistry({ retries: 0 });
  const kit = { name: "kit", servers: { default: { url: upstream.origin } }, origins: [upstream.origin] };
  registry.register({ ...kit, tools: { act: made } });
  const result = await registry.call("act", {}, idempotencyKey === undefined ? {} : { idempotencyKey });
  await registry.close();
  return result.ok ? "ok" : (result.error.hint ?? "");
}

const AWAY = "The service is not available just now.";
const LATER = "Retry later: this may pass.";
const DOUBT = "It may have been done all the same: find out before you retry it.";
const WITH_KEY = "It may have been done all the same: retry it with the same idempotency key alone.";

describe("a failure says one thing that is true for what was called", () => {
  it.each<[string, AnyTool, Answer, string]>([
    ["a read, answered 503", GET, 503, `${AWAY} ${LATER}`],
    ["a write, answered 503", POST, 503, `${AWAY} ${DOUBT}`],
    ["a write that says when to come back", POST, { status: 503, retryAfter: 2 }, `${AWAY} ${DOUBT}`],
    ["a read that says when to come back", GET, { status: 503, retryAfter: 2 }, `${AWAY} Retry after 2 s.`],
    ["a PUT, answered 503", PUT, 503, `${AWAY} ${LATER}`],
    ["a read, answered 500", GET, 500, `The service failed. ${LATER}`],
    ["a write, answered 500", POST, 500, `The service failed. ${DOUBT}`],
    ["a write, answered 501", POST, 501, "The service cannot do this. Use another tool: to retry does not help."],
    ["a read, too many", GET, 429, "Too many calls. Retry later, and less often."],
    ["a write, too many: it was refused", POST, { status: 429, retryAfter: 2 }, "Too many calls. Retry after 2 s."],
    ["a read, without an answer", GET, "reset", LATER],
    ["a write, without an answer", POST, "reset", DOUBT],
    ["a query, without an answer", query, "reset", LATER],
    ["a mutation, without an answer", mutation, "reset", DOUBT],
    ["a mutation, answered 500", mutation, 500, `The service failed. ${DOUBT}`],
    ["a write whose key is made anew for each call", KEYED, 503, `${AWAY} ${DOUBT}`],
  ])("%s", async (_, made, answer, want) => {
    expect(await said(made, answer)).toBe(want);
  });

  it("a write whose caller has a key that the API knows", async () => {
    expect(await said(KEYED, 503, "k")).toBe(`${AWAY} ${WITH_KEY}`);
    expect(await said(POST, 503, "k")).toBe(`${AWAY} ${DOUBT}`);
  });
});

it("what to do is a sentence of its own, whatever the service calls its failure", async () => {
  await using upstream = await startUpstream((_, response) => {
    response.writeHead(503, { "content-type": "application/json" });
    response.end('{"message":"down for maintenance"}');
  });
  const registry = createRegistry({ retries: 0 });
  const kit = { name: "kit", servers: { default: { url: upstream.origin } }, origins: [upstream.origin] };
  registry.register({ ...kit, tools: { act: GET } });
  const { content } = await registry.call("act", {});
  await registry.close();
  expect(content).toBe(`HTTP 503 Service Unavailable: down for maintenance. ${AWAY} ${LATER}`);
});

describe("a call that took too long says", () => {
  const LIMIT = "The call took longer than its time limit of 50 ms.";

  async function late(more: object, options: RegistryOptions = {}): Promise<ToolResult> {
    const clock = new VirtualClock();
    const registry = createRegistry({ clock, timeoutMs: 50, retries: 0, ...options });
    const deaf = { run: () => new Promise(() => {}) };
    registry.register(toolkit("kit", tool("act", object({}), { ...deaf, ...more })));
    const call = registry.call("act", {});
    while (clock.pending === 0) await settled();
    await clock.pass(50);
    return call;
  }

  it.each<[string, object, string]>([
    ["that a read has changed nothing", {}, "It only reads: call again, or ask for less."],
    [
      "that nobody knows what a write did",
      { effect: "write" },
      "Whether it had an effect is not known: find out before you call again, or ask for less.",
    ],
    [
      "that a write may be repeated where it may",
      { effect: "write", idempotent: true },
      "Whether it had an effect is not known; to call again does no harm.",
    ],
  ])("%s", async (_, more, want) => {
    expect((await late(more)).content).toBe(`${LIMIT} ${want}`);
  });

  it("that nothing was sent, where it waited for something before that", async () => {
    const clock = new VirtualClock();
    await using upstream = await startUpstream();
    const registry = createRegistry({ clock, timeoutMs: 50, credentials: () => new Promise(() => {}) });
    registry.register({
      name: "kit",
      servers: { default: { url: upstream.origin } },
      origins: [upstream.origin],
      auth: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      tools: { act: { ...POST, auth: [{ key: [] }] } },
    });
    const call = registry.call("act", {}, { idempotencyKey: "k" });
    while (clock.pending === 0) await settled();
    await clock.pass(50);
    expect(await call).toMatchObject({
      content: `${LIMIT} Nothing was sent: call again later.`,
      meta: { attempts: 0 },
    });
    await registry.close();
    expect(upstream.seen).toEqual([]);
  });
});
