import * as graphql from "graphql";
import { describe, expect, it } from "vitest";
import { createRegistry, type RegistryOptions, ToolError } from "../../../../src/runtime/index.js";
import type { AnyTool, Toolkit } from "../../../../src/tool/index.js";
import { settled, VirtualClock } from "../clock.js";
import { exchange, QUERY } from "../graphql/service.js";
import { startUpstream } from "../http/upstream.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

const input = object({ a: { type: "integer" } });
const kept = { cache: { ttlMs: 60_000 } };

function reading(run: Runs["run"], options: RegistryOptions = kept, others: readonly AnyTool[] = []) {
  const registry = createRegistry({ retries: 0, ...options });
  registry.register(toolkit("kit", tool("get", input, { run }), ...others));
  return registry;
}

/** Reads that end when the test says so. */
function held() {
  const ends: { readonly resolve: (value: unknown) => void; readonly reject: (cause: Error) => void }[] = [];
  const run: Runs["run"] = (_, { signal }) =>
    new Promise((resolve, reject) => {
      ends.push({ resolve, reject });
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  /** What validates is loaded with the first call. */
  const begun = async (count: number): Promise<void> => {
    while (ends.length < count) await settled();
    await settled();
  };
  return { ends, run, begun };
}

describe("equal reads at the same time", () => {
  it("are one, of which each has a copy", async () => {
    const { ends, run, begun } = held();
    const registry = reading(run);
    const calls = [1, 2, 3].map(() => registry.call("get", { a: 1 }));
    await begun(1);
    ends[0]?.resolve({ n: 1 });
    const results = await Promise.all(calls);
    expect(ends).toHaveLength(1);
    expect(results.map((r) => [r.ok && r.data, r.meta.attempts, r.meta.cached])).toEqual([
      [{ n: 1 }, 1, undefined],
      [{ n: 1 }, 0, true],
      [{ n: 1 }, 0, true],
    ]);
    const [first, second] = results.map((r) => (r.ok ? r.data : undefined));
    expect(first).not.toBe(second);
  });

  it.each<[string, object, object]>([
    ["other arguments", { a: 1 }, { a: 2 }],
    ["no cache", {}, {}],
  ])("are two: %s", async (name, first, second) => {
    const { ends, run, begun } = held();
    const registry = reading(run, name === "no cache" ? {} : kept);
    const calls = [registry.call("get", first), registry.call("get", second)];
    await begun(2);
    for (const { resolve } of ends) resolve(1);
    await Promise.all(calls);
    expect(ends).toHaveLength(2);
  });

  it("one that is cancelled takes nothing from the other, whichever was first", async () => {
    const { ends, run, begun } = held();
    const registry = reading(run);
    const [one, two] = [new AbortController(), new AbortController()];
    const first = registry.call("get", {}, { signal: one.signal });
    const second = registry.call("get", {}, { signal: two.signal });
    const third = registry.call("get", {});
    await begun(1);
    two.abort();
    expect(await second).toMatchObject({ error: { code: "cancelled" }, meta: { attempts: 0 } });
    one.abort();
    expect(await first).toMatchObject({ error: { code: "cancelled" }, meta: { attempts: 1 } });
    await begun(2);
    ends[1]?.resolve("read again");
    expect(await third).toMatchObject({ ok: true, data: "read again", meta: { attempts: 1 } });
    expect(ends).toHaveLength(2);
  });

  it("each has its own time limit", async () => {
    const clock = new VirtualClock();
    const { ends, run, begun } = held();
    const registry = reading(run, { ...kept, clock });
    const first = registry.call("get", {}, { timeoutMs: 1000 });
    const second = registry.call("get", {}, { timeoutMs: 100 });
    await begun(1);
    await clock.pass(100);
    expect(await second).toMatchObject({ error: { code: "timeout" }, meta: { attempts: 0 } });
    ends[0]?.resolve(1);
    expect(await first).toMatchObject({ ok: true });
    expect(clock.pending).toBe(0);
  });

  it("share a failure, without the credentials of who asked first; the next one asks again", async () => {
    let sent = 0;
    await using upstream = await startUpstream((_, response) => {
      setTimeout(() => {
        response.writeHead(sent++ === 0 ? 404 : 200, { "content-type": "application/json" });
        response.end('{"error":"no s3cr3tk3y"}');
      }, 20);
    });
    const act: AnyTool = {
      name: "get",
      description: "Get.",
      effect: "read",
      auth: [{ key: [] }],
      input,
      http: { method: "GET", path: "/" },
    };
    const kit: Toolkit = {
      name: "kit",
      servers: { default: { url: upstream.origin } },
      origins: [upstream.origin],
      auth: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      tools: { get: act },
    };
    const registry = createRegistry({ ...kept, credentials: () => "s3cr3tk3y" });
    registry.register(kit);
    const results = await Promise.all([registry.call("get", {}), registry.call("get", {})]);
    expect(results.map((r) => !r.ok && r.error.status)).toEqual([404, 404]);
    expect(upstream.seen).toHaveLength(1);
    results.push(await registry.call("get", {}), await registry.call("get", {}));
    expect(JSON.stringify(results)).not.toContain("s3cr3tk3y");
    expect(upstream.seen).toHaveLength(2);
    await registry.close();
  });
});

describe("a result that is kept", () => {
  it("is for a context that is another object, and equal", async () => {
    let runs = 0;
    const registry = reading(() => ++runs);
    for (const user of ["ann", "ann", "bob"]) await registry.call("get", {}, { context: { user } });
    expect(runs).toBe(2);
  });

  it("is not for another user of the same account, who may not see what the first one sees", async () => {
    const registry = reading((_, { context }) => (context as { user: string }).user, {
      ...kept,
      account: () => "acme",
    });
    const results = [];
    for (const user of ["ann", "bob"]) results.push(await registry.call("get", {}, { context: { user } }));
    expect(results.map((r) => r.ok && r.data)).toEqual(["ann", "bob"]);
  });

  it("is of the fields that were chosen", async () => {
    const types = { Pet: { fields: { id: "", name: "" } } };
    const plan = { ...QUERY, select: { arg: "select", type: "Pet", types } };
    const calls = [
      { id: "1", select: "id" },
      { id: "1", select: "name" },
      { id: "1", select: "id" },
    ];
    const said = [{ body: { data: { pet: { id: "1" } } } }, { body: { data: { pet: { name: "Rex" } } } }];
    const { results, seen } = await exchange(plan, calls, said, { registry: kept });
    expect(graphql.parse(plan.document).kind).toBe("Document");
    expect(results.map((r) => r.ok && r.data)).toEqual([{ id: "1" }, { name: "Rex" }, { id: "1" }]);
    expect(seen).toHaveLength(2);
  });

  it("is no longer as good as a new one when its caller has changed something", async () => {
    let stock = 1;
    const write = tool("set", input, { effect: "write", run: () => ++stock });
    const fails = tool("refuse", input, {
      effect: "write",
      run: () => Promise.reject(new ToolError("rate_limited", "later")),
    });
    const registry = reading(() => stock, kept, [write, fails]);
    const read = async (context: string) => {
      const result = await registry.call("get", {}, { context });
      return [result.ok && result.data, result.meta.cached === true];
    };
    await read("ann");
    await read("bob");
    await registry.call("refuse", {}, { context: "ann" });
    expect(await read("ann")).toEqual([1, true]);
    await registry.call("set", {}, { context: "ann" });
    expect([await read("ann"), await read("ann"), await read("bob")]).toEqual([
      [2, false],
      [2, true],
      [1, true],
    ]);
  });

  it("is not one that was begun before a change and came after it", async () => {
    const { ends, run, begun } = held();
    const registry = reading(run, kept, [tool("set", input, { effect: "write" })]);
    const before = registry.call("get", {});
    await begun(1);
    await registry.call("set", {});
    const after = registry.call("get", {});
    await begun(2);
    ends[0]?.resolve("old");
    ends[1]?.resolve("new");
    expect([await before, await after, await registry.call("get", {})]).toMatchObject([
      { data: "old" },
      { data: "new", meta: { attempts: 1 } },
      { data: "new", meta: { cached: true } },
    ]);
  });

  it("is better than none still, after a change", async () => {
    let away = false;
    const run = (): unknown => {
      if (away) throw new ToolError("network_error", "gone");
      return "old";
    };
    const set = tool("set", input, { effect: "write" });
    const registry = reading(run, { cache: { ttlMs: 60_000, staleMs: 60_000 } }, [set]);
    await registry.call("get", {});
    await registry.call("set", {});
    away = true;
    expect(await registry.call("get", {})).toMatchObject({ ok: true, data: "old", meta: { cached: true } });
  });

  it("is not a 202, which is none", async () => {
    await using upstream = await startUpstream((_, response) => {
      response.writeHead(202, { "content-type": "application/json" });
      response.end("{}");
    });
    const get: AnyTool = {
      name: "get",
      description: "Get.",
      effect: "read",
      input,
      http: { method: "GET", path: "/" },
    };
    const registry = createRegistry(kept);
    registry.register({
      name: "kit",
      servers: { default: { url: upstream.origin } },
      origins: [upstream.origin],
      tools: { get },
    });
    for (const _ of [1, 2]) await registry.call("get", {});
    await registry.close();
    expect(upstream.seen).toHaveLength(2);
  });
});
