import { afterEach, describe, expect, it } from "vitest";
import { createRegistry, type RegistryOptions, ToolError } from "../../../../src/runtime/index.js";
import type { AnyTool, Toolkit } from "../../../../src/tool/index.js";
import { settled, VirtualClock } from "../clock.js";
import { startUpstream } from "../http/upstream.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

const input = object({ a: { type: "integer" } });
const key = { idempotencyKey: "k" };

function paying(run: Runs["run"], options: RegistryOptions = {}) {
  const registry = createRegistry({ retries: 0, ...options });
  registry.register(toolkit("kit", tool("pay", input, { effect: "write", run })));
  return registry;
}

describe("the same idempotency key is one call", () => {
  it("with a context that is another object, and equal", async () => {
    let runs = 0;
    const registry = paying(() => ++runs);
    const contexts = [
      { user: "ann", roles: ["a"] },
      { roles: ["a"], user: "ann" },
      { user: "bob", roles: ["a"] },
    ];
    const results = [];
    for (const context of contexts) results.push(await registry.call("pay", {}, { ...key, context }));
    expect(results.map((r) => r.ok && r.data)).toEqual([1, 1, 2]);
  });

  it("not with contexts that may be two, though they look the same", async () => {
    let runs = 0;
    const registry = paying(() => ++runs);
    class User {
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      get name(): string {
        return this.#name;
      }
    }
    const ann = new User("ann");
    for (const context of [ann, ann, new User("bob")]) await registry.call("pay", {}, { ...key, context });
    expect(runs).toBe(2);
  });

  it("of one registration alone: another namespace has keys of its own, and so has a toolkit that comes again", async () => {
    let runs = 0;
    const registry = createRegistry();
    const kit = toolkit("kit", tool("pay", input, { effect: "write", run: () => ++runs }));
    registry.register(kit, { namespace: "a" });
    registry.register(kit, { namespace: "b" });
    await registry.call("a__pay", {}, key);
    await registry.call("b__pay", {}, key);
    registry.unregister("a");
    registry.register(kit, { namespace: "a" });
    await registry.call("a__pay", {}, key);
    expect(runs).toBe(3);
  });
});

describe("a call that waits for the first one with its key", () => {
  it("ends at its own time limit, and the first one goes on", async () => {
    const clock = new VirtualClock();
    let finish = (_: string): void => {};
    const registry = paying(() => new Promise<string>((resolve) => (finish = resolve)), { clock });
    const first = registry.call("pay", {}, { ...key, timeoutMs: 5000 });
    while (clock.pending === 0) await settled();
    const second = registry.call("pay", {}, { ...key, timeoutMs: 200 });
    await clock.pass(200);
    expect(await second).toMatchObject({
      error: {
        code: "timeout",
        message: "The call took longer than its time limit of 200 ms.",
        hint: "The first call with its idempotency key goes on: call again with the same key for what comes of it.",
      },
      meta: { attempts: 0 },
    });
    finish("done");
    expect(await first).toMatchObject({ ok: true, data: "done" });
    expect(await registry.call("pay", {}, key)).toMatchObject({ data: "done", meta: { cached: true } });
    expect(clock.pending).toBe(0);
  });

  it("has what is left of its time where it goes first in the end", async () => {
    const clock = new VirtualClock();
    let fail = (_: Error): void => {};
    let runs = 0;
    const run = (): Promise<unknown> =>
      runs++ === 0 ? new Promise((_, reject) => (fail = reject)) : new Promise(() => {});
    const registry = paying(run, { clock });
    const first = registry.call("pay", {}, key);
    while (runs === 0) await settled();
    const second = registry.call("pay", {}, { ...key, timeoutMs: 200 });
    await clock.pass(150);
    fail(new ToolError("rate_limited", "later"));
    await first;
    await clock.pass(50);
    expect(await second).toMatchObject({ error: { code: "timeout" }, meta: { attempts: 1 } });
  });
});

describe("after a failure, the key", () => {
  const up: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const each of up.splice(0)) await each[Symbol.asyncDispose]();
  });

  /** Calls twice with one key an API that answers `status` first. */
  async function twice(method: string, status: number, http: object = {}) {
    let sent = 0;
    const upstream = await startUpstream((_, response) => {
      response.writeHead(sent++ === 0 ? status : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: "key s3cr3tk3y" }));
    });
    up.push(upstream);
    const act: AnyTool = {
      name: "act",
      description: "Act.",
      effect: "write",
      auth: [{ key: [] }],
      input,
      http: { method, path: "/act", ...http },
    };
    const kit: Toolkit = {
      name: "kit",
      servers: { default: { url: upstream.origin } },
      origins: [upstream.origin],
      auth: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      tools: { act },
    };
    let asked = 0;
    const registry = createRegistry({ retries: 0, credentials: () => (asked++ === 0 ? "s3cr3tk3y" : "other-key") });
    registry.register(kit);
    const results = [await registry.call("act", {}, key), await registry.call("act", {}, key)];
    await registry.close();
    return { results, sent };
  }

  it.each([
    ["of a PUT, which may be repeated", "PUT", 503, {}],
    ["of a DELETE", "DELETE", 503, {}],
    ["of a POST whose API takes keys", "POST", 503, { idempotencyHeader: "Idempotency-Key" }],
    ["of a POST that was refused for its credentials", "POST", 401, {}],
    ["of a POST that came too soon", "POST", 429, {}],
  ])("is free again: %s", async (_, method, status, http) => {
    const { results, sent } = await twice(method, status, http);
    expect([results[1]?.ok, sent]).toEqual([true, 2]);
  });

  it("is not: of a POST that may have been done; and it says so, without the first one's credentials", async () => {
    const { results, sent } = await twice("POST", 503);
    expect(sent).toBe(1);
    expect(results[1]).toMatchObject({ ok: false, error: { status: 503 }, meta: { attempts: 0, cached: true } });
    expect(results[1]?.content).toContain(
      "This is what the first call with its idempotency key came to: nothing was sent now.",
    );
    expect(JSON.stringify(results)).not.toContain("s3cr3tk3y");
  });
});

describe("a result that is too much to keep", () => {
  const gone =
    "pay was done before with this idempotency key, and its result is no longer kept: it took too much room.";

  it.each<[string, readonly number[], readonly boolean[]]>([
    ["the latest ones stay", [5e6, 4e6, 4e6], [false, true, true]],
    [
      "one that is larger than all may be is not kept, and takes no other's place",
      [4e6, 1e7, 4e6],
      [true, false, true],
    ],
  ])("is done once all the same: %s", async (_, sizes, kept) => {
    let runs = 0;
    const registry = paying(({ a }) => {
      runs++;
      return { text: "x".repeat(sizes[Number(a)] ?? 0) };
    });
    const pay = (a: number) => registry.call("pay", { a }, { idempotencyKey: `k${a}` });
    for (const a of sizes.keys()) expect(await pay(a)).toMatchObject({ ok: true });
    const again = [];
    for (const a of sizes.keys()) again.push(await pay(a));
    expect([again.map(({ ok }) => ok), runs]).toEqual([kept, sizes.length]);
    expect(again.find(({ ok }) => !ok)).toMatchObject({
      error: {
        code: "response_too_large",
        message: `${gone} Nothing was sent now.`,
        hint: "Find out what was done with a call that reads; another key would do it again.",
      },
      meta: { attempts: 0, cached: true },
    });
  });

  it("says of a failure that it was one, and holds nothing that is no JSON", async () => {
    let runs = 0;
    const registry = paying(() => {
      runs++;
      throw new ToolError("execution_error", "broken", { details: 1n });
    });
    await registry.call("pay", {}, key);
    expect(await registry.call("pay", {}, key)).toMatchObject({
      error: {
        code: "response_too_large",
        message: expect.stringMatching(/^pay failed before .*and how it did is no longer kept/),
      },
    });
    expect(runs).toBe(1);
  });
});
