/** Quotas of tools whose modules are not loaded yet. */
import { describe, expect, it } from "vitest";
import { createRegistry, type RegistryOptions } from "../../../src/runtime/index.js";
import type { AnyTool, Limit, Toolkit } from "../../../src/tool/index.js";
import { object, type Runs, tool } from "./tools.js";

const lazy = (quota: Limit | undefined, ...tools: readonly AnyTool[]): Toolkit => ({
  name: "shop",
  ...(quota && { quota }),
  tools: Object.fromEntries(
    tools.map((t) => [t.name, { description: t.description, effect: t.effect, load: async () => t }]),
  ),
});

const registryOf = (kit: Toolkit, options: RegistryOptions = {}) => {
  const registry = createRegistry(options);
  registry.register(kit);
  return registry;
};

describe("waitTime of a tool that was not loaded yet", () => {
  const kit = lazy({ limit: 1, interval: 60_000 }, tool("list_items", object({})), tool("get_item", object({})));

  it("is what its toolkit waits for, in whole milliseconds", async () => {
    const registry = registryOf(kit);
    expect(registry.waitTime("get_item")).toBe(0);
    await registry.call("list_items", {});
    const waits = ["list_items", "get_item"].map((name) => registry.waitTime(name));
    for (const wait of waits) expect(wait).toBeGreaterThan(50_000);
    expect(waits.map(Number.isInteger)).toEqual([true, true]);
    await registry.close();
  });

  it("is 0 for one that there is not, or not for that caller", async () => {
    const registry = registryOf(kit, { deny: ["get_item"] });
    await registry.call("list_items", {});
    expect([registry.waitTime("get_item"), registry.waitTime("nix")]).toEqual([0, 0]);
    await registry.close();
  });
});

describe("a quota that cannot be kept, of a tool that is loaded when it is called", () => {
  it.each<[string, Partial<Runs>]>([
    ["rateLimit", { rateLimit: { rate: 0, burst: 0 } }],
    ["quota", { quota: { limit: 0, interval: 1000 } }],
    ["cost", { cost: -1 }],
  ])("%s: the call is refused and nothing is run, whoever calls how often", async (_, more) => {
    let ran = 0;
    const act = tool("act", object({}), { ...more, run: () => ++ran });
    const registry = registryOf(lazy(undefined, act));
    for (let i = 0; i < 2; i++) {
      const { content } = await registry.call("act", {});
      expect(content).toMatch(/^act cannot be called: its quota cannot be kept\. This is for whoever runs the host: /);
      expect(content).toContain('The quota of tool "act"');
    }
    expect(ran).toBe(0);
    await registry.close();
  });
});

describe("a queue that is full", () => {
  it.each([
    ["the registry's", { maxQueue: 2 }, {}, 2],
    ["the registration's, which goes before it", { maxQueue: 2 }, { maxQueue: 0 }, 0],
  ])("refuses what comes then, by %s length", async (_, options, own, waiting) => {
    const registry = createRegistry({ ...options, timeoutMs: 100 });
    const kit = { name: "kit", tools: { act: tool("act", object({}), { run: () => new Promise(() => {}) }) } };
    registry.register(kit, { quota: { concurrency: 1 }, ...own });
    const calls = Array.from({ length: 5 }, () => registry.call("act", {}));
    const results = await Promise.all(calls);
    const full = results.filter(({ content }) => content.includes("is overloaded: its queue is full"));
    expect(full).toHaveLength(4 - waiting);
    await registry.close();
  });

  it.each([-1, Number.NaN])("is no queue of %d", (maxQueue) => {
    const wrong = `takes a number from 0 up for maxQueue, and this is ${maxQueue}.`;
    expect(() => createRegistry({ maxQueue })).toThrow(new RangeError(`createRegistry ${wrong}`));
    expect(() => createRegistry().register({ name: "kit", tools: {} }, { maxQueue })).toThrow(wrong);
  });
});
