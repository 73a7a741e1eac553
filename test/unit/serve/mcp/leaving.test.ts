/** Clients that cancel a call, or whose connection breaks, while it waits, is on its way, or is about to be tried again. */
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import type { Registry } from "../../../../src/index.js";
import { type McpHttpServer, serveMcp, serveMcpHttp } from "../../../../src/serve/mcp/index.js";
import { call, ERAS, type Era, initialize, message, post, type Speech, speech } from "./raw.js";
import { world } from "./world.js";

const servers: McpHttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

/** An upstream of which it is known what reached it and what became of that. */
class Upstream {
  requests = 0;
  aborted = 0;
  /** Answers to come; then none comes any more. */
  readonly answers: Response[] = [];

  readonly fetch: typeof globalThis.fetch = (input, init) => {
    this.requests++;
    const answer = this.answers.shift();
    if (answer) return Promise.resolve(answer);
    const { signal } = new Request(input, init);
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        this.aborted++;
        reject(signal.reason);
      });
    });
  };
}

const ok = (): Response => Response.json({ ok: true });

type Stage = "queue" | "request" | "retry";

interface Scene {
  readonly registry: Registry;
  readonly upstream: Upstream;
  /** Requests that the upstream has seen when the call is at that stage. */
  readonly before: number;
}

function scene(stage: Stage): Scene {
  const upstream = new Upstream();
  if (stage === "queue") upstream.answers.push(ok());
  if (stage === "retry") upstream.answers.push(new Response("busy", { status: 503 }));
  const registry = world({
    fetch: upstream.fetch,
    // The first call takes the slot, the next one waits.
    ...(stage === "queue" && { quota: { limit: 1, interval: 600_000 }, maxWaitMs: 3_600_000, timeoutMs: 3_600_000 }),
    ...(stage === "retry" && { retryBaseMs: 600_000, timeoutMs: 600_000 }),
  });
  return { registry, upstream, before: 1 };
}

/** The tool's calls that have ended, by what they ended in. */
const errors = (registry: Registry): unknown => registry.stats().find(({ tool }) => tool === "get_page")?.errors;

describe.each(ERAS.flatMap((era) => (["cancels", "leaves"] as const).map((how) => ({ era, how }))))(
  "M-08 a client that $how, over HTTP: $era",
  ({ era, how }) => {
    it.each(["queue", "request", "retry"] as const)("ends its call at the stage of: %s", async (stage) => {
      const { registry, upstream, before } = scene(stage);
      const server = await serveMcpHttp(registry);
      servers.push(server);
      const speaks = await speech(server, era);
      if (stage === "queue") await (await call(server, speaks, 2, "get_page")).text();
      const gone = new AbortController();
      const answer = call(server, speaks, 3, "get_page", gone.signal).then((response) => response.text());
      answer.catch(() => undefined);
      await expect.poll(() => upstream.requests).toBe(before);
      if (stage === "queue") await expect.poll(() => registry.waitTime("get_page")).toBeGreaterThan(1_000_000);
      await leave(server, speaks, era, how, gone);
      await expect.poll(() => errors(registry)).toEqual({ cancelled: 1 });
      expect([upstream.requests, upstream.aborted]).toEqual([before, stage === "request" ? 1 : 0]);
      // What it had taken is there for others.
      if (stage === "queue") expect(registry.waitTime("get_page")).toBeLessThan(1_000_000);
    });
  },
);

/** The protocol of 2026-07-28 cancels by closing the response. */
async function leave(
  server: McpHttpServer,
  speaks: Speech,
  era: Era,
  how: "cancels" | "leaves",
  gone: AbortController,
): Promise<void> {
  if (how === "leaves" || era === "modern") return gone.abort();
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } };
  expect((await post(server, JSON.stringify(cancelled), { headers: speaks.headers })).status).toBe(202);
}

describe("M-08 a client on standard input", () => {
  it.each([
    { how: "cancels", leave: (input: PassThrough) => void input.write(cancel) },
    { how: "ends its output", leave: (input: PassThrough) => void input.end() },
    { how: "is killed", leave: (input: PassThrough) => void input.destroy() },
    {
      how: "does not read any more",
      leave: (_: PassThrough, output: PassThrough) => void output.destroy(new Error("EPIPE")),
    },
  ])("that $how ends its call", async ({ leave }) => {
    const { registry, upstream } = scene("request");
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveMcp(registry, { input, output });
    output.resume();
    input.write(`${initialize("2025-11-25")}\n${message(3, "tools/call", { name: "get_page" })}\n`);
    await expect.poll(() => upstream.requests).toBe(1);
    leave(input, output);
    await expect.poll(() => upstream.aborted).toBe(1);
    expect(errors(registry)).toEqual({ cancelled: 1 });
    input.destroy();
    await served;
  });
});

const cancel = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } })}\n`;
