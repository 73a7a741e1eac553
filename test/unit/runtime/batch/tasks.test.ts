import { beforeAll, describe, expect, it } from "vitest";
import { createRegistry, type Registry, type RegistryOptions } from "../../../../src/runtime/index.js";
import type { Progress, ToolContext } from "../../../../src/tool/index.js";
import { settled, VirtualClock } from "../clock.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

interface World {
  readonly registry: Registry;
  readonly clock: VirtualClock;
  /** Ends the oldest run of `act` that is not over. */
  readonly end: (value: unknown) => void;
  readonly contexts: ToolContext[];
}

function world(options: RegistryOptions = {}, more: Partial<Runs> = {}): World {
  const clock = new VirtualClock();
  const contexts: ToolContext[] = [];
  const ends: ((value: unknown) => void)[] = [];
  const run: Runs["run"] = (_, context) => {
    contexts.push(context);
    return new Promise((resolve, reject) => {
      ends.push((value) => (value instanceof Error ? reject(value) : resolve(value)));
      context.signal.addEventListener("abort", () => reject(context.signal.reason));
    });
  };
  const registry = createRegistry({ clock, retries: 0, ...options });
  registry.register(toolkit("kit", tool("act", object({ n: { type: "integer" } }), { run, ...more })));
  return { registry, clock, contexts, end: (value) => ends.shift()?.(value) };
}

// What is loaded with the first call takes real time.
beforeAll(async () => {
  const { registry } = world();
  await registry.call("act", { n: "no" });
});

describe("a task", () => {
  it("goes from pending over running to completed, and keeps its result", async () => {
    const { registry, clock, end } = world();
    const task = registry.start("act", { n: 1 }, { id: "7" });
    expect(task).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), tool: "act", state: "pending", elapsedMs: 0 });
    await clock.pass(1500);
    expect(registry.tasks.status(task.id)).toEqual({ id: task.id, tool: "act", state: "running", elapsedMs: 1500 });
    end({ done: true });
    await clock.pass(100);
    expect(registry.tasks.status(task.id)).toEqual({ id: task.id, tool: "act", state: "completed", elapsedMs: 1500 });
    expect(await registry.tasks.result(task.id)).toMatchObject({
      id: "7",
      tool: "act",
      ok: true,
      data: { done: true },
    });
    expect(registry.tasks.list()).toEqual([{ id: task.id, tool: "act", state: "completed", elapsedMs: 1500 }]);
  });

  it.each([
    ["whose tool throws", new Error("no"), "failed", "execution_error"],
    ["that is cancelled", "cancel", "cancelled", "cancelled"],
  ])("%s has its state and its result", async (_, value, state, code) => {
    const { registry, clock, end } = world();
    const { id } = registry.start("act", {});
    await clock.pass(0);
    if (value === "cancel") expect(registry.tasks.cancel(id)).toBe(true);
    else end(value);
    expect(await registry.tasks.result(id)).toMatchObject({ ok: false, error: { code } });
    expect(registry.tasks.status(id)?.state).toBe(state);
    expect(registry.tasks.cancel(id)).toBe(false);
  });

  it.each([
    ["there is no such tool", "nope", {}, "unknown_tool"],
    ["its arguments do not fit", "act", { n: "x" }, "invalid_arguments"],
  ])("fails where %s", async (_, name, args, code) => {
    const { registry } = world();
    const { id } = registry.start(name, args);
    expect(await registry.tasks.result(id)).toMatchObject({ ok: false, error: { code } });
    expect(registry.tasks.status(id)?.state).toBe("failed");
  });

  it("waits for its quota as pending, and gives its place back when it is cancelled", async () => {
    const { registry, clock, end } = world({ quota: { concurrency: 1 } });
    const ids = [1, 2, 3].map((n) => registry.start("act", { n }).id);
    await clock.pass(0);
    const states = (): unknown => ids.map((id) => registry.tasks.status(id)?.state);
    expect(states()).toEqual(["running", "pending", "pending"]);
    registry.tasks.cancel(ids[1] ?? "");
    await clock.pass(0);
    expect(states()).toEqual(["running", "cancelled", "pending"]);
    end(1);
    await clock.pass(0);
    expect(states()).toEqual(["completed", "cancelled", "running"]);
  });

  it("is cancelled by the signal that it was started with", async () => {
    const { registry, clock } = world();
    const controller = new AbortController();
    const { id } = registry.start("act", {}, { signal: controller.signal });
    await clock.pass(0);
    controller.abort();
    await clock.pass(0);
    expect(registry.tasks.status(id)?.state).toBe("cancelled");
  });

  it.each([
    ["an hour", {}, {}, {}, 3_600_000],
    ["what the registry says of tasks, not of calls", { timeoutMs: 10, tasks: { timeoutMs: 70_000 } }, {}, {}, 70_000],
    ["what the tool says", { tasks: { timeoutMs: 70_000 } }, { timeout: 500 }, {}, 500],
    ["what the start says", {}, { timeout: 500 }, { timeoutMs: 90_000 }, 90_000],
  ] as const)("may take %s", async (_, options, more, given, limit) => {
    const { registry, clock } = world(options, more);
    const { id } = registry.start("act", {}, given);
    await clock.pass(limit - 1);
    expect(registry.tasks.status(id)?.state).toBe("running");
    await clock.pass(1);
    expect(await registry.tasks.result(id)).toMatchObject({ ok: false, error: { code: "timeout" } });
    expect(clock.pending).toBe(0);
  });

  it("is forgotten an hour after its end, or when more than a thousand have ended since", async () => {
    const { registry, clock, end } = world();
    const { id } = registry.start("act", {});
    await clock.pass(0);
    end(1);
    await clock.pass(3_599_999);
    expect(registry.tasks.status(id)?.state).toBe("completed");
    await clock.pass(1);
    expect([registry.tasks.status(id), await registry.tasks.result(id), registry.tasks.list()]).toEqual([
      undefined,
      undefined,
      [],
    ]);
    const many = Array.from({ length: 1001 }, () => registry.start("nope", {}).id);
    await settled();
    expect(registry.tasks.list()).toHaveLength(1000);
    expect(many.map((one) => registry.tasks.status(one)?.state).slice(0, 2)).toEqual([undefined, "failed"]);
  });

  it("ends when the registry is closed", async () => {
    const { registry, clock } = world();
    const { id } = registry.start("act", {});
    await clock.pass(0);
    await registry.close();
    expect(registry.tasks.status(id)?.state).toBe("cancelled");
  });
});

describe("progress", () => {
  it("is told to the caller and kept with the task, the latest of each", async () => {
    const { registry, clock, contexts, end } = world();
    const told: Progress[] = [];
    const { id } = registry.start("act", {}, { onProgress: (p) => told.push(p) });
    await clock.pass(0);
    contexts[0]?.progress({ fraction: 0.25, message: "reading" });
    contexts[0]?.progress({ partial: [1] });
    expect(registry.tasks.status(id)?.progress).toEqual({ fraction: 0.25, message: "reading", partial: [1] });
    end(2);
    await registry.tasks.result(id);
    contexts[0]?.progress({ fraction: 1 });
    expect(told).toEqual([{ fraction: 0.25, message: "reading" }, { partial: [1] }]);
  });

  it.each<[string, Progress, Progress | undefined]>([
    ["a fraction above 1", { fraction: 7 }, { fraction: 1 }],
    ["a fraction below 0", { fraction: -1 }, { fraction: 0 }],
    ["no number", { fraction: Number.NaN }, undefined],
    ["nothing", {}, undefined],
    ["a long message", { message: "x".repeat(600) }, { message: `${"x".repeat(500)}…` }],
    ["a partial result that is too long", { message: "m", partial: "x".repeat(60_000) }, { message: "m" }],
    ["one that is no JSON", { partial: () => 1 }, undefined],
    ["one with big integers", { partial: { n: 2n ** 60n } }, { partial: { n: "1152921504606846976" } }],
  ])("of %s is made fit", async (_, given, want) => {
    const { registry, clock, contexts, end } = world();
    const told: Progress[] = [];
    const result = registry.call("act", {}, { onProgress: (p) => told.push(p) });
    await clock.pass(0);
    contexts[0]?.progress(given);
    end(1);
    await result;
    expect(told).toEqual(want === undefined ? [] : [want]);
  });

  it("never goes back", async () => {
    const { registry, clock, contexts, end } = world();
    const told: Progress[] = [];
    const result = registry.call("act", {}, { onProgress: (p) => told.push(p) });
    await clock.pass(0);
    for (const fraction of [0.5, 0.2, 0.7]) contexts[0]?.progress({ fraction });
    end(1);
    await result;
    expect(told).toEqual([{ fraction: 0.5 }, { fraction: 0.5 }, { fraction: 0.7 }]);
  });

  it("whose listener throws changes no call", async () => {
    const { registry, clock, contexts, end } = world();
    const warnings: string[] = [];
    const heard = (warning: Error): void => void warnings.push(warning.message);
    process.on("warning", heard);
    const result = registry.call(
      "act",
      {},
      {
        onProgress: () => {
          throw new Error("mine");
        },
      },
    );
    await clock.pass(0);
    expect(() => contexts[0]?.progress({ fraction: 1 })).not.toThrow();
    end("fine");
    expect(await result).toMatchObject({ ok: true, data: "fine" });
    await settled();
    process.off("warning", heard);
    expect(warnings).toEqual(["onProgress failed: mine"]);
  });

  it("costs nothing where nobody asked", async () => {
    const { registry, clock, contexts, end } = world();
    const result = registry.call("act", {});
    await clock.pass(0);
    expect(contexts[0]?.progress({ fraction: 1 })).toBeUndefined();
    end("fine");
    expect(await result).toMatchObject({ ok: true });
  });
});
