/** What nobody stated: costs that are known by answers alone. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Call, Outcome } from "../../../../../src/runtime/call/call.js";
import { ToolError } from "../../../../../src/runtime/call/errors.js";
import { quota } from "../../../../../src/runtime/middleware/quota.js";
import { Costs } from "../../../../../src/runtime/quota/points/costs.js";
import type { Throttle } from "../../../../../src/runtime/throttle.js";
import type { AnyTool, Limit } from "../../../../../src/tool/types.js";
import { callOf, pointBucket, pointLog, randomFrom, sleep, toolNamed, useVirtualTime } from "../upstream.js";

beforeEach(useVirtualTime);
afterEach(() => {
  vi.useRealTimers();
});

const query = (name: string, more: Partial<AnyTool> = {}): AnyTool => {
  const { http: _, ...rest } = toolNamed(name) as AnyTool & { http: unknown };
  return { ...rest, graphql: { operation: "query", document: `{ ${name} }`, field: name }, ...more } as AnyTool;
};

const withLimits = (limits: Limit | undefined, vendor?: string) => ({
  toolkit: { name: "shop", tools: {}, ...(limits && { quota: limits }), ...(vendor && { vendor }) },
});

/** As Shopify does: what is asked for must fit, what is not used is given back, and every answer says all of it. */
function shopify(rate: number, burst: number) {
  const random = randomFrom(11);
  const fits = pointBucket(rate, burst);
  const seen = { rejected: 0, sent: 0, spent: 0, from: performance.now(), last: 0 };
  const send =
    (asked: number, share = 1) =>
    async (): Promise<Outcome> => {
      seen.sent++;
      await sleep(20 + 20 * random());
      const ok = fits(performance.now(), asked);
      const actual = Math.ceil(asked * share);
      if (ok) {
        fits(performance.now(), actual - asked);
        seen.spent += actual;
        seen.last = performance.now();
      } else seen.rejected++;
      await sleep(20 + 20 * random());
      const throttle: Throttle = { asked, cost: ok ? actual : asked };
      if (!ok) throw new ToolError("upstream_error", "Throttled", { status: 200, throttle });
      return { data: null, throttle };
    };
  return { seen, send };
}

async function saturate(ms: number, workers: number, one: (worker: number) => Promise<unknown>): Promise<void> {
  const end = performance.now() + ms;
  const work = async (worker: number): Promise<void> => {
    while (performance.now() < end) await one(worker).catch(() => {});
  };
  const done = Promise.all(Array.from({ length: workers }, (_, i) => work(i)));
  await vi.advanceTimersByTimeAsync(ms + 120_000);
  await done;
}

describe("T-03 costs that only answers tell", () => {
  const bucket: Limit = { rate: 100, burst: 1000, unit: "point" };
  it.each([
    ["a quota in points", bucket, undefined, 1000],
    ["the vendor's profile", undefined, "shopify", 2000],
  ])("40 calls of a tool at once, 60 points each, by %s: nothing rejected", async (_, limits, vendor, burst) => {
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits(limits, vendor);
    const { seen, send } = shopify(100, burst);
    const calls = Array.from({ length: 80 }, () => layer(callOf(registration, { tool: query("items") }), send(60)));
    await vi.advanceTimersByTimeAsync(10);
    // The first one tells.
    expect(seen.sent).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(calls);
    expect(seen).toMatchObject({ rejected: 0, spent: 4800 });
    expect((seen.last - seen.from) / 1000).toBeLessThan((4800 - burst) / 100 / 0.98 + 0.2);
  });

  it("95 tools of 5 to 99 points, a part of them given back: nothing rejected, 98 % of the points used", async () => {
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits(bucket);
    const { seen, send } = shopify(100, 1000);
    const random = randomFrom(4);
    await saturate(300_000, 60, () => {
      const cost = 5 + Math.floor(random() * 95);
      const call = callOf(registration, { tool: query(`cost${cost}`) });
      return layer(call, send(cost, 0.3 + 0.7 * random()));
    });
    expect(seen.rejected).toBe(0);
    expect((seen.spent - 1000) / ((seen.last - seen.from) / 10)).toBeGreaterThan(0.98);
  });

  it("pages of 1 to 250 items, a point each: nothing rejected, 98 % used", async () => {
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits(bucket);
    const { seen, send } = shopify(100, 1000);
    const random = randomFrom(5);
    await saturate(120_000, 40, () => {
      const first = 1 + Math.floor(random() * 250);
      return layer(callOf(registration, { tool: query("items"), args: { first } }), send(2 + first));
    });
    expect(seen.rejected).toBe(0);
    expect((seen.spent - 1000) / ((seen.last - seen.from) / 10)).toBeGreaterThan(0.98);
  });

  it("of a window: nothing rejected, 98 % used, and no tool waits for a whole window to be known", async () => {
    const limits = { limit: 5000, interval: 60_000, unit: "point" } as const;
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits(limits);
    const fits = pointLog(limits);
    const random = randomFrom(6);
    const seen = { rejected: 0, spent: 0 };
    await saturate(178_000, 40, (worker) => {
      const cost = 10 + worker;
      return layer(callOf(registration, { tool: query(`tool${worker}`) }), async () => {
        await sleep(20 + 10 * random());
        const ok = fits(performance.now(), cost);
        if (ok) seen.spent += cost;
        else seen.rejected++;
        await sleep(20 + 10 * random());
        return { data: null, throttle: { cost } };
      });
    });
    expect(seen.rejected).toBe(0);
    expect(seen.spent / 15_000).toBeGreaterThan(0.98);
  });
});

describe("a tool whose cost nobody knows", () => {
  const points: Limit = { rate: 10, burst: 100, unit: "point" };
  const started = (answer: (call: Call) => Promise<Outcome>, calls: number, more: Partial<Call> = {}) => {
    const layer = quota();
    const registration = withLimits(points);
    const seen = { sent: 0 };
    const next = async (call: Call): Promise<Outcome> => {
      seen.sent++;
      await sleep(50);
      return answer(call);
    };
    for (let i = 0; i < calls; i++) {
      layer(callOf(registration, { tool: query("items"), ...more }), next).catch(() => {});
    }
    return seen;
  };
  const heard = (call: Call): void => {
    call.meta.told = { refused: false, levels: [] };
  };

  it("goes side by side once an answer has told nothing", async () => {
    const seen = started(async (call) => {
      heard(call);
      return { data: 1 };
    }, 10);
    await vi.advanceTimersByTimeAsync(45);
    expect(seen.sent).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(seen.sent).toBe(10);
  });

  it("is not tried alone for ever where its calls fail", async () => {
    const seen = started(async (call) => {
      heard(call);
      throw new ToolError("upstream_error", "no", { status: 200 });
    }, 10);
    await vi.advanceTimersByTimeAsync(55);
    expect(seen.sent).toBe(10);
  });

  it("is tried again where the first call was lost; what that was counted for nobody knows", async () => {
    const seen = started(() => Promise.reject(new ToolError("network_error", "")), 3);
    await vi.advanceTimersByTimeAsync(10_100);
    expect(seen.sent).toBe(2);
  });

  it.each([
    ["states a cost", { tool: query("items", { cost: 1 }) }],
    ["is no query", { tool: toolNamed("items") }],
  ])("holds up nobody where it %s", async (_, more) => {
    const seen = started(() => new Promise(() => {}), 5, more);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.sent).toBe(5);
  });
});

describe("what is known of costs", () => {
  const told = (cost: number, asked = cost) => ({ refused: false, levels: [], cost, asked });
  const asking = (name: string, args: Call["args"] = {}) => ({ tool: query(name), args });

  it("is what had to fit, even where it was refused for that", () => {
    const costs = new Costs();
    costs.learn(asking("a"), { refused: true, levels: [], cost: 0, asked: 70 }, false);
    costs.learn(asking("b"), told(12, 60), true);
    costs.learn(asking("c"), { refused: true, levels: [], cost: 0 }, false);
    expect(["a", "b", "c"].map((name) => costs.of(asking(name)))).toEqual([70, 60, undefined]);
  });

  it("goes up at once, and down slowly", () => {
    const costs = new Costs();
    for (const cost of [10, 60, 10, 10]) costs.learn(asking("a"), told(cost), true);
    const known = costs.of(asking("a")) ?? 0;
    expect(known).toBeLessThan(57);
    expect(known).toBeGreaterThan(50);
  });

  it.each([
    [{ first: 20 }, 42],
    [{ first: 10 }, 42],
    [{ first: 60 }, 126],
    [{ first: 100 }, 202],
    [{ first: 200 }, 404],
    [{}, 202],
    // A number that says not how many.
    [{ first: 20, id: 4711 }, 42],
  ])("of a page size that was not seen is as much as it can be: %o", (args, cost) => {
    const costs = new Costs();
    costs.learn(asking("a", { first: 20 }), told(42), true);
    costs.learn(asking("a", { first: 100 }), told(202), true);
    expect(costs.of(asking("a", args))).toBe(cost);
  });

  it("is forgotten for those tools that were not called for longest, however many there are", () => {
    const costs = new Costs();
    for (let i = 0; i < 1500; i++) costs.learn(asking(`tool${i}`), told(5), true);
    expect(costs.of(asking("tool499"))).toBeUndefined();
    expect(costs.of(asking("tool500"))).toBe(5);
    for (let first = 1; first < 1000; first++) costs.learn(asking("pages", { first }), told(first), true);
    expect(costs.of(asking("pages", { first: 1 }))).toBe(984);
  });
});
