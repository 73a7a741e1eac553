import { describe, expect, it } from "vitest";
import { createRegistry, type RegistryOptions, type ToolResult } from "../../../../src/runtime/index.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

const codeOf = (result: ToolResult): string => (result.ok ? "ok" : result.error.code);

function registryOf(run: Runs["run"], options: RegistryOptions = {}) {
  const registry = createRegistry(options);
  registry.register(toolkit("kit", tool("act", object({}), { run })));
  return registry;
}

/** Heeds the signal, as a request does. */
const heeding: Runs["run"] = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("socket closed"))));
const deaf: Runs["run"] = () => new Promise(() => {});

describe("the time limit", () => {
  it.each([
    ["a tool that heeds the signal", heeding],
    ["one that does not", deaf],
  ])("ends %s", async (_, run) => {
    const from = performance.now();
    const result = await registryOf(run, { timeoutMs: 30 }).call("act", {});
    expect(result).toMatchObject({
      ok: false,
      content: "The call took longer than its time limit of 30 ms. It only reads: call again, or ask for less.",
      error: { code: "timeout" },
      meta: { attempts: 1 },
    });
    expect(performance.now() - from).toBeLessThan(500);
  });

  it("is the call's, else the toolkit's, else the registry's", async () => {
    const limits: string[] = [];
    const registry = createRegistry({ timeoutMs: 5000 });
    registry.register(toolkit("kit", tool("act", object({}), { run: deaf })), { timeoutMs: 20 });
    for (const options of [{}, { timeoutMs: 10 }]) {
      limits.push(/limit of (\d+) ms/.exec((await registry.call("act", {}, options)).content)?.[1] ?? "");
    }
    expect(limits).toEqual(["20", "10"]);
  });

  it("leaves no timer behind, nor a listener for each call", async () => {
    const timers: (() => void)[] = [];
    let cancelled = 0;
    const clock = {
      now: () => 0,
      after: (_: number, run: () => void) => {
        timers.push(run);
        return () => {
          cancelled++;
        };
      },
    };
    const controller = new AbortController();
    let listeners = 0;
    const add = controller.signal.addEventListener.bind(controller.signal);
    controller.signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    const registry = registryOf(() => 1, { clock });
    const { signal } = controller;
    await Promise.all(Array.from({ length: 50 }, () => registry.call("act", {}, { signal })));
    expect([timers.length, cancelled, listeners]).toEqual([50, 50, 1]);
  });
});

describe("a caller that cancels", () => {
  it.each([
    ["a tool that heeds the signal", heeding],
    ["one that does not", deaf],
  ])("ends %s at once, and every call that shares the signal", async (_, run) => {
    const controller = new AbortController();
    const registry = registryOf(run);
    const { signal } = controller;
    const calls = [registry.call("act", {}, { signal }), registry.call("act", {}, { signal })];
    setTimeout(() => controller.abort(), 10);
    const from = performance.now();
    expect((await Promise.all(calls)).map(codeOf)).toEqual(["cancelled", "cancelled"]);
    expect(performance.now() - from).toBeLessThan(500);
  });

  it("before the call keeps the tool from running", async () => {
    let runs = 0;
    const result = await registryOf(() => runs++).call("act", {}, { signal: AbortSignal.abort() });
    expect([codeOf(result), runs, result.meta.attempts]).toEqual(["cancelled", 0, 0]);
  });

  it("by a time limit of its own gets a timeout", async () => {
    const result = await registryOf(deaf).call("act", {}, { signal: AbortSignal.timeout(10) });
    expect(codeOf(result)).toBe("timeout");
  });

  it("reaches the tool's own signal", async () => {
    let reason: unknown;
    const run: Runs["run"] = (_, { signal }) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          reason = signal.reason;
          resolve(1);
        }),
      );
    const controller = new AbortController();
    const call = registryOf(run).call("act", {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    expect([codeOf(await call), (reason as { code: string }).code]).toEqual(["cancelled", "cancelled"]);
  });
});
