import { describe, expect, it } from "vitest";
import { createRegistry, type Registry, type RegistryOptions, type ToolResult } from "../../../src/runtime/index.js";
import { object, tool, toolkit } from "./tools.js";

const input = object({ id: { type: "integer" } });
const kit = toolkit("kit", tool("act", input, { effect: "write" }));

/** Options as JavaScript may write them. */
const loose = (options: object): never => options as never;

describe("an option that nobody reads is refused at once", () => {
  it.each<[object, string]>([
    [{ readonly: true }, 'createRegistry takes no "readonly". Did you mean readOnly?'],
    [{ retrys: 3 }, 'createRegistry takes no "retrys". Did you mean retries?'],
    [{ maxWait: undefined }, 'createRegistry takes no "maxWait". Did you mean maxWaitMs?'],
  ])("by createRegistry: %j", (options, want) => {
    expect(() => createRegistry(loose(options))).toThrow(new TypeError(want));
  });

  it.each<[object, string]>([
    [{ readonly: true }, 'register takes no "readonly". Did you mean readOnly?'],
    [{ name_space: "a" }, 'register takes no "name_space". Did you mean namespace?'],
    [JSON.parse('{"__proto__":1}') as object, 'register takes no "__proto__"; it takes readOnly, allow, '],
  ])("by register, which takes nothing then: %j", (options, want) => {
    const registry = createRegistry();
    expect(() => registry.register(kit, loose(options))).toThrow(want);
    expect(registry.list()).toEqual([]);
  });

  const told = 'Nothing was called: call takes no "idempotencykey". Did you mean idempotencyKey?';
  const wrong = loose({ idempotencykey: "k" });
  it.each<[string, (registry: Registry) => Promise<unknown>, string]>([
    ["call", (registry) => registry.call("act", { id: 1 }, wrong), told],
    ["start", (registry) => registry.tasks.result(registry.start("act", { id: 1 }, wrong).id), told],
    ["preview", (registry) => registry.preview("act", { id: 1 }, wrong), told],
    ["dispatchMany", async (registry) => (await registry.dispatchMany([{ name: "act" }], wrong))[0], told],
    [
      "one call of dispatchMany",
      async (registry) => (await registry.dispatchMany([loose({ name: "act", args: { id: 1 } })]))[0],
      'Nothing was called: a call of a batch takes no "args"; it takes name, arguments, id, signal, onProgress, idempotencyKey, approved.',
    ],
  ])("by %s, which never rejects", async (_, make, message) => {
    const log: unknown[] = [];
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("act", input, { effect: "write", run: (args) => log.push(args) })));
    expect(await make(registry)).toMatchObject({ ok: false, error: { code: "execution_error", message } });
    expect(log).toEqual([]);
  });
});

describe("a number that is none is refused, not kept as no limit", () => {
  it.each<[object, string]>([
    [{ timeoutMs: Number.NaN }, "a number from 0 up for timeoutMs, and this is NaN."],
    [{ maxResponseBytes: Number.NaN }, "a number from 0 up for maxResponseBytes, and this is NaN."],
    [{ retries: -1 }, "a number from 0 up for retries, and this is -1."],
    [{ maxQueue: "10" }, "a number from 0 up for maxQueue, and this is a string."],
    [{ maxWaitMs: null }, "a number from 0 up for maxWaitMs, and this is null."],
    [{ tasks: { keep: Number.NaN } }, "a number from 0 up for tasks.keep, and this is NaN."],
    [{ cache: { ttlMs: -5 } }, "a number from 0 up for cache.ttlMs, and this is -5."],
  ])("by createRegistry: %j", (options, want) =>
    expect(() => createRegistry(loose(options))).toThrow(new RangeError(`createRegistry takes ${want}`)),
  );

  it("by register, which takes nothing then", () => {
    const registry = createRegistry({ maxResponseBytes: Number.POSITIVE_INFINITY, retries: 0 });
    expect(() => registry.register(kit, { timeoutMs: Number.NaN })).toThrow(
      new RangeError("register takes a number from 0 up for timeoutMs, and this is NaN."),
    );
    expect(registry.list()).toEqual([]);
  });

  it("by call, which never rejects", async () => {
    const registry = createRegistry();
    registry.register(kit);
    const message = "Nothing was called: call takes a number from 0 up for timeoutMs, and this is NaN.";
    expect(await registry.call("act", { id: 1 }, { timeoutMs: Number.NaN })).toMatchObject({
      error: { code: "execution_error", message },
    });
  });
});

it("a signal that is none fails the task as it fails the call", async () => {
  const registry = createRegistry();
  registry.register(kit);
  const { error } = (await registry.call("act", { id: 1 }, loose({ signal: "x" }))) as { error?: unknown };
  const task = registry.start("act", { id: 1 }, loose({ signal: "x" }));
  expect(error).toMatchObject({ code: "execution_error" });
  expect(await registry.tasks.result(task.id)).toMatchObject({ ok: false, error });
});

describe("what is set for one toolkit, or one tool, goes before what is set for all", () => {
  const data = (result: ToolResult): unknown => (result.ok ? result.data : result.error.code);

  it("maxResultChars", async () => {
    const registry = createRegistry({ maxResultChars: 60 });
    const long = tool("act", input, { run: () => "x".repeat(100) });
    registry.register(toolkit("a", long), { namespace: "a" });
    registry.register(toolkit("b", long), { namespace: "b", maxResultChars: 100 });
    const lengths = await Promise.all(
      ["a__act", "b__act"].map(async (n) => (await registry.call(n, {})).content.length),
    );
    expect(lengths).toEqual([51, 100]);
  });

  it("coerce", async () => {
    const registry = createRegistry();
    registry.register(toolkit("a", tool("act", input)), { namespace: "a" });
    registry.register(toolkit("b", tool("act", input)), { namespace: "b", coerce: false });
    const results = await Promise.all(["a__act", "b__act"].map((name) => registry.call(name, { id: "1" })));
    expect(results.map(data)).toEqual([{ id: 1 }, "invalid_arguments"]);
  });

  it.each<[RegistryOptions, object, object, number]>([
    [{ retries: 1 }, {}, {}, 2],
    [{ retries: 1 }, { retries: 3 }, {}, 4],
    [{ retries: 1 }, { retries: 3 }, { retries: 0 }, 1],
  ])("retries: %j, %j, %j", async (options, registered, own, want) => {
    const { ToolError } = await import("../../../src/runtime/index.js");
    let runs = 0;
    const run = (): never => {
      runs++;
      throw new ToolError("network_error", "gone");
    };
    const registry = createRegistry({ retryBaseMs: 60_000, ...options });
    registry.register(toolkit("kit", tool("act", input, { run, ...own })), { retryBaseMs: 0, ...registered });
    await registry.call("act", {});
    expect(runs).toBe(want);
  });

  it("maxWaitMs, of a tool alone", async () => {
    const registry = createRegistry({ quota: { limit: 1, interval: 3_600_000 }, maxWaitMs: 86_400_000 });
    registry.register(toolkit("kit", tool("act", input, { maxWaitMs: 10 })));
    expect(data(await registry.call("act", { id: 1 }))).toEqual({ id: 1 });
    expect(await registry.call("act", { id: 2 })).toMatchObject({
      error: { code: "rate_limited", message: expect.stringContaining("a call may not wait that long") },
    });
  });
});
