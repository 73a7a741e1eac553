import { describe, expect, it } from "vitest";
import { type AuditRecord, createRegistry, type RegistryOptions, ToolError } from "../../../../src/runtime/index.js";
import type { AnyTool, CatalogEntry } from "../../../../src/tool/index.js";
import { settled, VirtualClock } from "../clock.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

const input = object({ a: { type: "string" } });
const fails =
  (code: "network_error" | "rate_limited" | "credentials_missing", facts = {}): Runs["run"] =>
  () =>
    Promise.reject(new ToolError(code, "gone", facts));
const never: Runs["run"] = () => new Promise(() => {});

function registryOf(tools: readonly AnyTool[], options: RegistryOptions = {}) {
  const registry = createRegistry({ retries: 0, ...options });
  registry.register(toolkit("kit", ...tools));
  return registry;
}

describe("an answer that another tool gave", () => {
  it("is the call's own: its name, its attempts, its notes; and the model reads where it is from", async () => {
    const registry = registryOf([
      tool("act", object({ a: { type: "integer" } }), { fallback: ["spare"], run: fails("network_error") }),
      tool("spare", object({ a: { type: "integer" } }), { run: () => ({ n: 1 }) }),
    ]);
    expect(await registry.call("act", { a: "7" }, { id: "1" })).toMatchObject({
      id: "1",
      tool: "act",
      ok: true,
      data: { n: 1 },
      content: '[act is not available just now: this is from spare]\n{"n":1}',
      meta: {
        attempts: 2,
        notes: ["a: read a string of digits as a number", "act is not available just now: this is from spare"],
      },
    });
  });

  it("keeps within the limit of what a model is told", async () => {
    const spare = tool("spare", input, { run: () => "x".repeat(500) });
    const registry = registryOf([tool("act", input, { fallback: ["spare"], run: fails("network_error") }), spare], {
      maxResultChars: 200,
    });
    const { content } = await registry.call("act", {});
    expect(content.length).toBeLessThanOrEqual(200);
    expect(content).toMatch(/^\[act is not available[^\n]*\]\nx+\n\[Truncated: /);
  });

  it("is recorded as what was called: each tool by itself", async () => {
    const records: AuditRecord[] = [];
    const registry = registryOf(
      [tool("act", input, { fallback: ["spare"], run: fails("network_error") }), tool("spare", input)],
      { audit: (record) => records.push(record) },
    );
    await registry.call("act", {});
    expect(records.map(({ tool: name, outcome, attempts }) => [name, outcome, attempts])).toEqual([
      ["act", "network_error", 1],
      ["spare", "ok", 1],
    ]);
  });

  it("that is old says so to the model as well", async () => {
    let now = 0;
    const clock = { now: () => now, after: () => () => {} };
    let away = false;
    const run = (): string => {
      if (away) throw new ToolError("network_error", "gone");
      return "old";
    };
    const registry = registryOf([tool("act", input, { run })], { cache: { ttlMs: 1000, staleMs: 60_000 }, clock });
    await registry.call("act", {});
    [now, away] = [30_000, true];
    expect((await registry.call("act", {})).content).toBe("[30 s old: act is not available just now]\nold");
  });
});

describe("a tool that its caller may not know of", () => {
  it.each<[string, RegistryOptions]>([
    ["hidden", { visible: ({ name }) => name !== "spare" }],
    ["denied", { deny: ["spare"] }],
  ])("is not tried instead, nor named: %s", async (_, options) => {
    const registry = registryOf(
      [tool("act", input, { fallback: ["spare"], run: fails("network_error") }), tool("spare", input)],
      options,
    );
    const result = await registry.call("act", {});
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain("spare");
  });
});

describe("the time limit", () => {
  it.each<[string, Partial<Runs>, object, number, string]>([
    ["of the caller covers what is tried instead", { timeout: 60 }, { timeoutMs: 100 }, 100, "timeout"],
    ["of the first tool alone leaves time for another", { timeout: 60 }, {}, 160, "ok"],
    ["of the registry leaves none", {}, {}, 500, "timeout"],
  ])("%s", async (_, more, given, ms, want) => {
    const clock = new VirtualClock();
    const spare = tool("spare", input, {
      run: (_args, { signal }) =>
        new Promise((resolve) => {
          const cancel = clock.after(100, () => resolve("spare"));
          signal.addEventListener("abort", cancel);
        }),
    });
    const registry = registryOf([tool("act", input, { fallback: ["spare"], run: never, ...more }), spare], {
      clock,
      timeoutMs: 500,
    });
    let result: unknown;
    void registry.call("act", {}, given).then((r) => (result = r.ok ? "ok" : r.error.code));
    while (clock.pending === 0) await settled();
    await clock.pass(ms - 1);
    expect(result).toBeUndefined();
    await clock.pass(1);
    expect(result).toBe(want);
  });

  it("of all of them is told with the first failure, and what was tried", async () => {
    const registry = registryOf([
      tool("act", input, { fallback: ["spare"], run: fails("network_error") }),
      tool("spare", input, { run: fails("rate_limited") }),
    ]);
    expect(await registry.call("act", {})).toMatchObject({
      tool: "act",
      error: { code: "network_error" },
      meta: { attempts: 2, notes: ["spare was tried instead: rate_limited"] },
    });
  });
});

describe("a write", () => {
  it.each<[string, Runs["run"], string]>([
    ["that its quota refused has another tried", fails("rate_limited"), "spare"],
    ["without credentials, too", fails("credentials_missing"), "spare"],
    ["that found no connection, too", fails("network_error", { unsent: true }), "spare"],
    ["that may have been done has none", fails("network_error"), "network_error"],
  ])("%s", async (_, run, want) => {
    const effect = "write";
    const registry = registryOf([
      tool("act", input, { effect, fallback: ["spare"], run }),
      tool("spare", input, { effect, run: () => "spare" }),
    ]);
    const result = await registry.call("act", {});
    expect(result.ok ? result.data : result.error.code).toBe(want);
  });

  it("is done once for one key, whichever tool has done it", async () => {
    const done: string[] = [];
    const effect = "write";
    let busy = true;
    const act = (): string => {
      if (busy) throw new ToolError("rate_limited", "later");
      done.push("act");
      return "act";
    };
    const registry = registryOf([
      tool("act", input, { effect, fallback: ["spare"], run: act }),
      tool("spare", input, { effect, run: () => done.push("spare") }),
    ]);
    const first = await registry.call("act", { a: "x" }, { idempotencyKey: "k" });
    busy = false;
    const second = await registry.call("act", { a: "x" }, { idempotencyKey: "k" });
    expect(done).toEqual(["spare"]);
    expect([first.content, second.content]).toEqual([first.content, first.content]);
    expect([first.meta.cached, second.meta.cached]).toEqual([undefined, true]);
  });
});

describe("names that stand in for a tool", () => {
  const spare = tool("spare", input, { effect: "write" });

  it.each<[string, Partial<Runs>, Record<string, string[]>, string]>([
    [
      "that nobody has",
      { fallback: ["spaer"] },
      {},
      'Tool "act" of toolkit "kit": its fallback "spaer" is no tool of its toolkit.',
    ],
    [
      "that change more than the tool",
      { fallback: ["spare"] },
      {},
      'Tool "act" of toolkit "kit": its fallback spare does more than it does (write rather than read).',
    ],
    ["of a tool that is none", {}, { nix: ["act"] }, 'fallback of toolkit "kit": nix: there is no such tool.'],
    [
      "that nobody has, of a registration",
      {},
      { act: ["nix"] },
      'fallback of toolkit "kit": act: its fallback "nix" is no tool of its toolkit.',
    ],
  ])("are refused when the toolkit is registered: %s", (_, more, fallback, want) => {
    expect(() => createRegistry().register(toolkit("kit", tool("act", input, more), spare), { fallback })).toThrow(
      want,
    );
  });

  it("are told at the first use of a tool that is loaded then", async () => {
    const made = tool("act", input, { fallback: ["spaer"] });
    const entry: CatalogEntry = { description: "Act.", effect: "read", load: async () => made };
    const registry = createRegistry();
    registry.register({ name: "kit", tools: { act: entry } });
    expect(await registry.call("act", {})).toMatchObject({
      error: {
        code: "execution_error",
        message: 'act cannot be called: its fallback "spaer" is no tool of its toolkit.',
        hint: "This is for whoever runs the host: mend the names in its fallback. Use another tool.",
      },
    });
  });
});
