import { describe, expect, it } from "vitest";
import type { BatchCall, RegisterOptions, RegistryOptions, ToolResult } from "../../../../src/runtime/index.js";
import { createRegistry } from "../../../../src/runtime/index.js";
import { settled, VirtualClock } from "../clock.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

const input = object({ owner: { type: "string" }, repo: { type: "string" } });

/** Writes of one thing: `deaf` runs for so long, whoever gives it up. */
function batchOf(ms: number, log: string[], options: RegistryOptions = {}, given: RegisterOptions = {}) {
  const clock = new VirtualClock();
  const acts =
    (name: string, took: number): Runs["run"] =>
    async (args) => {
      const at = `${name}${args["repo"] ?? ""}`;
      log.push(`+${at}`);
      if (took > 0) await new Promise<void>((resolve) => clock.after(took, resolve));
      log.push(`-${at}`);
      return name;
    };
  const more = { effect: "write", locks: ["{owner}/{repo}"] } as const;
  const registry = createRegistry({ clock, timeoutMs: 100, retries: 0, ...options });
  registry.register(
    toolkit(
      "kit",
      tool("deaf", input, { ...more, timeout: 50, run: acts("deaf", ms) }),
      tool("set", input, { ...more, run: acts("set", 10) }),
    ),
    given,
  );
  return { clock, registry };
}

const of = (name: string, repo: string, more: Partial<BatchCall> = {}): BatchCall => ({
  name,
  arguments: { owner: "o", repo },
  ...more,
});
const codes = (results: readonly ToolResult[]): string[] => results.map((r) => (r.ok ? "ok" : r.error.code));

describe("a write that was given up and still runs", () => {
  it("holds up those that change the same, until it has ended", async () => {
    const log: string[] = [];
    const { clock, registry } = batchOf(90, log);
    const batch = registry.dispatchMany([of("deaf", "a"), of("set", "a"), of("set", "b")]);
    while (log.length < 2) await settled();
    await clock.pass(1000);
    expect(codes(await batch)).toEqual(["timeout", "ok", "ok"]);
    expect(log).toEqual(["+deafa", "+setb", "-setb", "-deafa", "+seta", "-seta"]);
  });

  it("and never ends: after the time limit of a call they are not made, and say why", async () => {
    const log: string[] = [];
    const { clock, registry } = batchOf(1e9, log);
    const batch = registry.dispatchMany([of("deaf", "a"), of("set", "a"), of("set", "a")]);
    while (log.length < 1) await settled();
    await clock.pass(150);
    const results = await batch;
    expect(codes(results)).toEqual(["timeout", "timeout", "timeout"]);
    expect(results[1]).toMatchObject({
      content:
        "set was not called: deaf, which comes before it and changes the same, was given up and still runs. Nothing was sent. Find out what came of deaf, then call again.",
      meta: { attempts: 0 },
    });
    expect(log).toEqual(["+deafa"]);
  });

  it("and never ends: nor is what comes after one that was not made for that", async () => {
    const log: string[] = [];
    const { clock, registry } = batchOf(1e9, log);
    registry.register(toolkit("other", tool("any", object({}), { effect: "write", run: () => log.push("any") })));
    const batch = registry.dispatchMany([of("deaf", "a"), { name: "any" }, { name: "any" }, of("set", "b")]);
    while (log.length < 1) await settled();
    await clock.pass(150);
    const results = await batch;
    expect(codes(results)).toEqual(["timeout", "timeout", "timeout", "timeout"]);
    expect(results[3]?.content).toContain("set was not called: deaf, which comes before it");
    expect(log).toEqual(["+deafa"]);
  });

  it("does not hold up the end of its registry", async () => {
    const log: string[] = [];
    const { clock, registry } = batchOf(1e9, log);
    const batch = registry.dispatchMany([of("deaf", "a"), of("set", "a")]);
    while (log.length < 1) await settled();
    await clock.pass(60);
    await registry.close();
    expect(codes(await batch)).toEqual(["timeout", "cancelled"]);
  });

  it("does not hold up who gives up", async () => {
    const log: string[] = [];
    const { clock, registry } = batchOf(1e9, log);
    const controller = new AbortController();
    const batch = registry.dispatchMany([of("deaf", "a"), of("set", "a", { signal: controller.signal })]);
    while (log.length < 1) await settled();
    await clock.pass(60);
    controller.abort();
    expect(codes(await batch)).toEqual(["timeout", "cancelled"]);
  });
});

describe("locks", () => {
  it.each<[string, RegisterOptions, unknown]>([
    ["a constant", { bind: { owner: { value: "o" } } }, undefined],
    ["a variable", { bind: { owner: { env: "OWNER" } } }, undefined],
    ["the context", { bind: { owner: { context: "owner" } } }, { owner: "o" }],
  ])("know what is bound: %s", async (_, given, context) => {
    const log: string[] = [];
    const { clock, registry } = batchOf(0, log, { env: { OWNER: "o" } }, given);
    const calls = ["a", "b", "a"].map((repo) => ({ name: "set", arguments: { repo } }));
    const batch = registry.dispatchMany(calls, { context });
    while (log.length < 2) await settled();
    await clock.pass(100);
    expect(codes(await batch)).toEqual(["ok", "ok", "ok"]);
    expect(log).toEqual(["+seta", "+setb", "-seta", "-setb", "+seta", "-seta"]);
  });
});

describe("each call of a batch", () => {
  it("has an idempotency key of its own, or that of the batch with its place", async () => {
    let runs = 0;
    const registry = createRegistry();
    registry.register(
      toolkit("kit", tool("pay", object({ a: { type: "string" } }), { effect: "write", run: () => ++runs })),
    );
    const pay = (a: string, more: Partial<BatchCall> = {}): BatchCall => ({ name: "pay", arguments: { a }, ...more });
    const data = (results: readonly ToolResult[]) => results.map((r) => r.ok && r.data);
    const twice = [pay("x", { idempotencyKey: "k" }), pay("x", { idempotencyKey: "k" })];
    expect(data(await registry.dispatchMany(twice))).toEqual([1, 1]);
    const batch = [pay("x"), pay("y"), pay("x")];
    expect(data(await registry.dispatchMany(batch, { idempotencyKey: "b" }))).toEqual([2, 3, 4]);
    expect(data(await registry.dispatchMany(batch, { idempotencyKey: "b" }))).toEqual([2, 3, 4]);
  });

  it("has an approval of its own", async () => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("drop", object({ a: { type: "string" } }), { effect: "irreversible" })));
    const batch = ["x", "y"].map((a) => ({ name: "drop", arguments: { a } }));
    const asked = await registry.dispatchMany(batch);
    const hashes = asked.map((r) => (r.ok ? "" : (r.error.details as { hash: string }).hash));
    const approved = batch.map((call, i) => ({ ...call, approved: hashes[i] ?? "" }));
    expect(codes(await registry.dispatchMany(approved))).toEqual(["ok", "ok"]);
    const swapped = batch.map((call, i) => ({ ...call, approved: hashes[1 - i] ?? "" }));
    expect(codes(await registry.dispatchMany(swapped))).toEqual(["approval_required", "approval_required"]);
  });
});
