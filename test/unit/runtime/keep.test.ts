import { describe, expect, it } from "vitest";
import { createRegistry, type RegistryOptions, ToolError } from "../../../src/runtime/index.js";
import type { AnyTool } from "../../../src/tool/index.js";
import { object, tool, toolkit } from "./tools.js";

const input = object({ a: { type: "integer" }, b: { type: "integer" } });
const away = (): ToolError => new ToolError("network_error", "gone");

/** A tool that counts its runs and answers what `answers` has for each. */
function counter(answers: (run: number) => unknown, more: Partial<AnyTool> = {}) {
  const seen = { runs: 0 };
  const made = tool("act", input, {
    run: async () => {
      seen.runs++;
      return answers(seen.runs);
    },
    ...more,
  } as object);
  return { seen, made };
}

function registryOf(made: AnyTool | readonly AnyTool[], options: RegistryOptions = {}) {
  const registry = createRegistry({ retries: 0, ...options });
  registry.register(toolkit("kit", ...[made].flat()));
  return registry;
}

describe("the same idempotency key again", () => {
  const write = { effect: "write" } as const;

  it("gives the first result, and nothing is done a second time", async () => {
    const { seen, made } = counter((run) => ({ run }), write);
    const registry = registryOf(made);
    const first = await registry.call("act", { a: 1, b: 2 }, { idempotencyKey: "k" });
    const second = await registry.call("act", { b: 2, a: 1 }, { idempotencyKey: "k" });
    expect([first.ok && first.data, second.ok && second.data, seen.runs]).toEqual([{ run: 1 }, { run: 1 }, 1]);
    expect([first.meta.cached, second.meta.cached]).toEqual([undefined, true]);
  });

  it("gives what came first, whatever its caller did with it", async () => {
    const { made } = counter(() => ({ list: [1] }), write);
    const registry = registryOf(made);
    const first = await registry.call("act", {}, { idempotencyKey: "k" });
    if (first.ok) (first.data as { list: number[] }).list.push(2);
    expect(await registry.call("act", {}, { idempotencyKey: "k" })).toMatchObject({ ok: true, data: { list: [1] } });
  });

  it.each([
    ["a promise", async () => "ann"],
    ["an object", () => ({ id: 7 })],
  ])("is nobody's where the account is %s", async (_, account) => {
    const { seen, made } = counter(() => 1, write);
    const registry = registryOf(made, { account: account as never });
    const result = await registry.call("act", {}, { idempotencyKey: "k" });
    expect(result.content).toContain("`account` gave what is no text");
    expect(seen.runs).toBe(0);
  });

  it("waits for the first call where that is still running", async () => {
    const { seen, made } = counter(async (run) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return run;
    }, write);
    const registry = registryOf(made);
    const calls = [1, 2, 3].map(() => registry.call("act", { a: 1 }, { idempotencyKey: "k" }));
    expect((await Promise.all(calls)).map((r) => r.ok && r.data)).toEqual([1, 1, 1]);
    expect(seen.runs).toBe(1);
  });

  it("with other arguments is an error", async () => {
    const { seen, made } = counter(() => 1, write);
    const registry = registryOf(made);
    await registry.call("act", { a: 1 }, { idempotencyKey: "k" });
    const second = await registry.call("act", { a: 2 }, { idempotencyKey: "k" });
    expect(second).toMatchObject({ ok: false, error: { code: "invalid_arguments" } });
    expect(second.content).toContain("key of its own");
    expect(seen.runs).toBe(1);
  });

  it("of another context, another tool, or another key, is another call", async () => {
    const { seen, made } = counter((run) => run, write);
    const registry = registryOf([made, tool("other", input, write)]);
    await registry.call("act", { a: 1 }, { idempotencyKey: "k", context: "ann" });
    await registry.call("act", { a: 1 }, { idempotencyKey: "k", context: "bob" });
    await registry.call("act", { a: 1 }, { idempotencyKey: "l", context: "ann" });
    await registry.call("act", { a: 1 });
    const other = await registry.call("other", { a: 1 }, { idempotencyKey: "k", context: "ann" });
    expect([seen.runs, other.meta.cached]).toEqual([4, undefined]);
  });

  it.each([
    ["nothing was sent", new ToolError("rate_limited", "later"), {}, 2],
    ["the API knows keys itself", away(), { idempotent: true }, 2],
    ["it is not known what was done", away(), {}, 1],
  ])("after a failure, where %s", async (_, error, more, runs) => {
    const { seen, made } = counter(
      (run) => {
        if (run === 1) throw error;
        return run;
      },
      { ...write, ...more },
    );
    const registry = registryOf(made);
    await registry.call("act", { a: 1 }, { idempotencyKey: "k" });
    const second = await registry.call("act", { a: 1 }, { idempotencyKey: "k" });
    expect(seen.runs).toBe(runs);
    expect(second.ok).toBe(runs === 2);
  });

  it("one who waits goes first where the first one came to nothing, and may give up", async () => {
    const { seen, made } = counter(async (run) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (run === 1) throw new ToolError("rate_limited", "later");
      return run;
    }, write);
    const registry = registryOf(made);
    const [first, second, third] = await Promise.all([
      registry.call("act", {}, { idempotencyKey: "k" }),
      registry.call("act", {}, { idempotencyKey: "k" }),
      registry.call("act", {}, { idempotencyKey: "k", signal: AbortSignal.timeout(5) }),
    ]);
    expect([first.ok, second.ok && second.data, third.ok]).toEqual([false, 2, false]);
    expect(seen.runs).toBe(2);
  });
});

describe("the results of reads", () => {
  const kept = { cache: { ttlMs: 60_000 } };

  it("are given again within their time, to the same context alone, as copies", async () => {
    const { seen, made } = counter((run) => ({ run }));
    const registry = registryOf(made, kept);
    const first = await registry.call("act", { a: 1 }, { context: "ann" });
    if (first.ok) (first.data as { run: number }).run = 99;
    const again = await registry.call("act", { a: 1 }, { context: "ann" });
    expect(again).toMatchObject({ ok: true, data: { run: 1 }, meta: { cached: true, attempts: 0 } });
    await registry.call("act", { a: 1 }, { context: "bob" });
    await registry.call("act", { a: 2 }, { context: "ann" });
    expect(seen.runs).toBe(3);
  });

  it("are shared by an account, whatever the context is", async () => {
    const { seen, made } = counter((run) => run);
    const registry = registryOf(made, { ...kept, account: () => "acme" });
    for (const context of [{}, {}, {}]) await registry.call("act", {}, { context });
    expect(seen.runs).toBe(1);
  });

  it("are new ones after that", async () => {
    let now = 0;
    const clock = { now: () => now, after: () => () => {} };
    const { made } = counter((run) => run);
    const registry = registryOf(made, { cache: { ttlMs: 1000 }, clock });
    await registry.call("act", {});
    now = 1000;
    expect(await registry.call("act", {})).toMatchObject({ data: 2 });
  });

  it.each([
    ["a write", { effect: "write" } as const, kept],
    ["a failure", { run: () => Promise.reject(away()) }, kept],
    ["what is larger than all of the room", {}, { cache: { ttlMs: 60_000, maxChars: 10 } }],
    ["a tool that says so", { cache: { ttlMs: 0 } }, kept],
    ["anything by default", {}, {}],
  ])("are not kept: %s", async (_, more, options) => {
    const { made } = counter(() => "x".repeat(20), more as object);
    const registry = registryOf(made, options);
    await registry.call("act", {});
    expect((await registry.call("act", {})).meta.cached).toBeUndefined();
  });

  it("go, the one that was not used for longest, when there is no room", async () => {
    const { seen, made } = counter(() => "x".repeat(100));
    const registry = registryOf(made, { cache: { ttlMs: 60_000, maxChars: 620 } });
    for (const a of [1, 2, 1, 3, 1]) await registry.call("act", { a });
    expect(seen.runs).toBe(3);
    await registry.call("act", { a: 2 });
    expect(seen.runs).toBe(4);
  });

  it.each<[string, Error, boolean]>([
    ["no network", away(), true],
    ["HTTP 503", new ToolError("upstream_error", "503", { status: 503 }), true],
    ["a quota", new ToolError("rate_limited", "later"), true],
    ["HTTP 404", new ToolError("upstream_error", "404", { status: 404 }), false],
    ["no credentials", new ToolError("credentials_missing", "none"), false],
  ])("are better than none for a while, when asked for: %s", async (_, error, given) => {
    let now = 0;
    const clock = { now: () => now, after: () => () => {} };
    const { made } = counter((run) => {
      if (run > 1) throw error;
      return "old";
    });
    const registry = registryOf(made, { cache: { ttlMs: 1000, staleMs: 60_000 }, clock });
    await registry.call("act", {});
    now = 30_000;
    const result = await registry.call("act", {});
    expect(result.ok).toBe(given);
    if (given) expect(result.meta).toMatchObject({ cached: true, notes: ["30 s old: act is not available just now"] });
    now = 62_000;
    expect((await registry.call("act", {})).ok).toBe(false);
  });
});

describe("fallbacks", () => {
  const spare = tool("spare", input, { run: () => "spare" });

  it("are tried in their order when a read is not available, and the result says so", async () => {
    const broken = tool("broken", input, { run: () => Promise.reject(away()) });
    const { made } = counter(() => Promise.reject(away()), { fallback: ["broken", "spare"] });
    const result = await registryOf([made, broken, spare]).call("act", { a: 1 });
    const said = "act is not available just now: this is from spare";
    expect(result).toMatchObject({ ok: true, tool: "act", data: "spare", content: `[${said}]\nspare` });
    expect(result.meta.notes).toEqual(["broken was tried instead: network_error", said]);
  });

  it("of a registration, within its namespace", async () => {
    const { made } = counter(() => Promise.reject(away()));
    const registry = createRegistry({ retries: 0 });
    registry.register(toolkit("kit", made, spare), { namespace: "ns", fallback: { act: ["spare"] } });
    expect(await registry.call("ns__act", {})).toMatchObject({ ok: true, tool: "ns__act", data: "spare" });
  });

  it.each([
    ["a write: what it did is not known", { effect: "write" } as const, away()],
    ["the service said no", {}, new ToolError("upstream_error", "404", { status: 404 })],
  ])("are not tried: %s", async (_, more, error) => {
    const { made } = counter(() => Promise.reject(error), { ...more, fallback: ["spare"] });
    expect((await registryOf([made, spare]).call("act", {})).ok).toBe(false);
  });

  it("that name each other end", async () => {
    const a = tool("a", input, { run: () => Promise.reject(away()), fallback: ["b", "a"] } as object);
    const b = tool("b", input, { run: () => Promise.reject(away()), fallback: ["a"] } as object);
    expect(await registryOf([a, b]).call("a", {})).toMatchObject({ ok: false, tool: "a" });
  });
});

describe("batches whose tools say what they touch", () => {
  const repo = object({ owner: { type: "string" }, repo: { type: "string" }, ms: { type: "integer" } });

  async function run(calls: readonly [name: string, owner: string, repo?: string][]): Promise<string> {
    const log: string[] = [];
    const acts = (effect: "read" | "write", name: string, locks?: readonly string[]) =>
      tool(name, repo, {
        effect,
        ...(locks && { locks }),
        run: async ({ owner }: Record<string, unknown>) => {
          log.push(`+${owner}`);
          await new Promise((resolve) => setTimeout(resolve, 10));
          log.push(`-${owner}`);
        },
      } as object);
    const locks = ["repo:{owner}/{repo}"];
    const registry = registryOf([
      acts("write", "set", locks),
      acts("read", "get", locks),
      acts("write", "wild"),
      acts("read", "look"),
    ]);
    const batch = calls.map(([name, owner, r = "r"]) => ({ name, arguments: { owner, repo: r } }));
    const results = await registry.dispatchMany(batch);
    expect(results.every(({ ok }) => ok)).toBe(true);
    return log.join(" ");
  }

  it.each<[string, readonly [string, string, string?][], string]>([
    [
      "two things: side by side",
      [
        ["set", "a"],
        ["set", "b"],
      ],
      "+a +b -a -b",
    ],
    [
      "one thing: in order",
      [
        ["set", "a"],
        ["set", "a"],
      ],
      "+a -a +a -a",
    ],
    [
      "reads of one thing: side by side",
      [
        ["get", "a"],
        ["get", "a"],
        ["set", "b"],
      ],
      "+a +a +b -a -a -b",
    ],
    [
      "a write after a read of the same: in order",
      [
        ["get", "a"],
        ["set", "a"],
      ],
      "+a -a +a -a",
    ],
    [
      "one that says nothing: after all before it, before all after it",
      [
        ["set", "a"],
        ["wild", "b"],
        ["set", "c"],
      ],
      "+a -a +b -b +c -c",
    ],
    [
      "a read that says nothing, too",
      [
        ["set", "a"],
        ["look", "b"],
        ["look", "c"],
      ],
      "+a -a +b -b +c -c",
    ],
    [
      "values that reach over their place are not the same",
      [
        ["set", "a/b", "c"],
        ["set", "a", "b/c"],
      ],
      "+a/b +a -a/b -a",
    ],
  ])("%s", async (_, calls, want) => expect(await run(calls)).toBe(want));
});
