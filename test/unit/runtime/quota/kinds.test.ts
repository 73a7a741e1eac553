import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Call, Outcome } from "../../../../src/runtime/call/call.js";
import { ToolError } from "../../../../src/runtime/call/errors.js";
import { quota } from "../../../../src/runtime/middleware/quota.js";
import type { AnyTool, Limit, Quota } from "../../../../src/tool/types.js";
import {
  bucket,
  callOf,
  pointBucket,
  pointLog,
  randomFrom,
  registered,
  sleep,
  slidingLog,
  toolNamed,
  upstream,
  useVirtualTime,
} from "./upstream.js";

beforeEach(useVirtualTime);
afterEach(() => {
  vi.useRealTimers();
});

const withLimits = (limits: Limit | readonly Limit[]) => ({ toolkit: { name: "shop", tools: {}, quota: limits } });

/** As many workers as given call without a pause, for so long. */
async function saturate(ms: number, workers: number, one: (worker: number) => Promise<unknown>): Promise<void> {
  const end = performance.now() + ms;
  const work = async (worker: number): Promise<void> => {
    while (performance.now() < end) await one(worker).catch(() => {});
  };
  const done = Promise.all(Array.from({ length: workers }, (_, i) => work(i)));
  await vi.advanceTimersByTimeAsync(ms + 120_000);
  await done;
}

describe("T-01 a token bucket", () => {
  it.each([
    [3, 180],
    [100, 100],
    [20, 40],
    [10, 10],
  ])("of %i a second and %i at once: nothing rejected, 99 %% used", async (rate, burst) => {
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits({ rate, burst });
    const judge = bucket({ limit: burst, interval: (burst / rate) * 1000 });
    const { seen, send } = upstream(judge, randomFrom(5));
    await saturate(60_000, burst * 2, () => layer(callOf(registration), send));
    const last = seen.arrivals.at(-1) ?? 0;
    const first = seen.arrivals[0] ?? 0;
    expect(seen.rejected).toBe(0);
    expect((seen.accepted - burst) / (((last - first) / 1000) * rate)).toBeGreaterThan(0.99);
  });

  it("of a hand-written tool lets calls start at its rate, however long they take", async () => {
    const layer = quota({ maxWaitMs: 1e9 });
    const tool: AnyTool = { ...toolNamed("look"), run: () => null, rateLimit: { rate: 10, burst: 2 } } as AnyTool;
    const starts: number[] = [];
    const slow = async (): Promise<Outcome> => {
      starts.push(performance.now());
      await sleep(5000);
      return { data: null };
    };
    const from = performance.now();
    const registration = registered();
    for (let i = 0; i < 12; i++) void layer(callOf(registration, { tool }), slow);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(starts.map((at) => Math.round((at - from) / 100))).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe("T-03 points", () => {
  it("of a bucket, refunded when the answer says that less was used: nothing rejected, 98 % used", async () => {
    const [rate, burst] = [100, 1000];
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits({ rate, burst, unit: "point" });
    const judge = pointBucket(rate, burst);
    const random = randomFrom(11);
    const seen = { rejected: 0, spent: 0 };
    const from = performance.now();
    let last = from;
    const send =
      (asked: number) =>
      async (call: Call): Promise<Outcome> => {
        await sleep(20 + 20 * random());
        const actual = Math.ceil(asked * (0.3 + 0.7 * random()));
        // As Shopify does: what was asked for must fit, what was not used is given back.
        if (!judge(performance.now(), asked)) seen.rejected++;
        else {
          judge(performance.now(), actual - asked);
          seen.spent += actual;
          last = performance.now();
        }
        await sleep(20 + 20 * random());
        call.meta.told = { refused: false, levels: [], cost: actual };
        return { data: null };
      };
    await saturate(120_000, 60, () => {
      const cost = 5 + Math.floor(random() * 95);
      return layer(callOf(registration, { tool: toolNamed(`cost${cost}`, { cost }) }), send(cost));
    });
    expect(seen.rejected).toBe(0);
    expect((seen.spent - burst) / (((last - from) / 1000) * rate)).toBeGreaterThan(0.98);
  });

  it("of a window: 5 to 100 units a call, nothing rejected, 98 % used", async () => {
    const limits: Quota = { limit: 15_000, interval: 60_000, unit: "point" };
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits(limits);
    const judge = pointLog(limits);
    const random = randomFrom(2);
    const seen = { rejected: 0, spent: 0 };
    // The end of the third window.
    await saturate(178_000, 400, () => {
      const cost = random() < 0.5 ? 5 : 100;
      return layer(callOf(registration, { tool: toolNamed(`cost${cost}`, { cost }) }), async () => {
        await sleep(25 - 10 * Math.log(1 - random()));
        if (judge(performance.now(), cost)) seen.spent += cost;
        else seen.rejected++;
        await sleep(25 - 10 * Math.log(1 - random()));
        return { data: null };
      });
    });
    expect(seen.rejected).toBe(0);
    expect(seen.spent / (3 * limits.limit)).toBeGreaterThan(0.98);
  });

  it("a call that costs more than there is goes alone, rather than never", async () => {
    const layer = quota();
    const registration = withLimits({ limit: 10, interval: 1000, unit: "point" });
    const call = callOf(registration, { tool: toolNamed("big", { cost: 50 }) });
    await expect(layer(call, async () => ({ data: 1 }))).resolves.toEqual({ data: 1 });
    expect(layer.waitTime(registration, toolNamed("small"))).toBeGreaterThan(900);
  });
});

describe("T-04 several limits at once", () => {
  it.each([
    ["10/s, 900/min and 5,000/h, of which the hour binds", [10, 900, 5000], 5000, 3_600_000],
    ["20/s, 900/min and 90,000/h, of which the minute binds", [20, 900, 90_000], 900, 60_000],
    ["10/s, 900/min and 90,000/h, of which the second binds", [10, 900, 90_000], 10, 1000],
  ] as const)(
    "%s: none exceeded, the binding one used to 98 %%",
    async (_, [second, minute, hour], most, interval) => {
      const limits = [
        { limit: second, interval: 1000 },
        { limit: minute, interval: 60_000 },
        { limit: hour, interval: 3_600_000 },
      ];
      const layer = quota({ maxWaitMs: 1e9 });
      const registration = withLimits(limits);
      const judges = limits.map(slidingLog);
      const { seen, send } = upstream((now) => judges.map((judge) => judge(now)).every(Boolean), randomFrom(3));
      // Whole windows, less what the last answers need.
      const windows = Math.max(2, Math.ceil(300_000 / interval));
      await saturate(windows * interval - 500, 30, () => layer(callOf(registration), send));
      expect(seen.rejected).toBe(0);
      // Of one second, what jitter takes is more.
      expect(seen.accepted / (windows * most)).toBeGreaterThan(interval === 1000 ? 0.95 : 0.98);
    },
    60_000,
  );

  it("requests and tokens: neither exceeded, and the tokens, which bind, used to 98 %", async () => {
    const tokens: Quota = { limit: 40_000, interval: 60_000, unit: "point" };
    const requests: Quota = { limit: 500, interval: 60_000 };
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits([requests, tokens]);
    const judges = [slidingLog(requests), pointLog(tokens)];
    const random = randomFrom(12);
    const seen = { rejected: 0, tokens: 0 };
    await saturate(178_000, 200, () => {
      const cost = 50 + Math.floor(random() * 400);
      return layer(callOf(registration, { tool: toolNamed(`cost${cost}`, { cost }) }), async () => {
        await sleep(25 - 10 * Math.log(1 - random()));
        const now = performance.now();
        if (judges.map((judge) => judge(now, cost)).every(Boolean)) seen.tokens += cost;
        else seen.rejected++;
        await sleep(25 - 10 * Math.log(1 - random()));
        return { data: null };
      });
    });
    expect(seen.rejected).toBe(0);
    expect(seen.tokens / (3 * tokens.limit)).toBeGreaterThan(0.98);
  }, 60_000);

  it("takes from all or from none: what one limit refuses costs the other nothing", async () => {
    const layer = quota({ maxWaitMs: 100 });
    const registration = withLimits([
      { limit: 5, interval: 60_000 },
      { limit: 1, interval: 60_000, per: ["tool"] },
    ]);
    const run = (name: string) => layer(callOf(registration, { tool: toolNamed(name) }), async () => ({ data: name }));
    const calls = ["a", "a", "a", "b", "c", "d", "e", "f"].map((name) =>
      run(name).then(
        () => name,
        (e: unknown) => e,
      ),
    );
    await vi.advanceTimersByTimeAsync(1000);
    const results = await Promise.all(calls);
    expect(results.filter((r) => typeof r === "string")).toEqual(["a", "b", "c", "d", "e"]);
    expect(results.filter((r) => r instanceof ToolError).map((e) => (e as ToolError).code)).toHaveLength(3);
  });
});

describe("T-05 partitions", () => {
  const one: Quota = { limit: 1, interval: 60_000 };
  const cases: [string, Limit, Partial<Call>, Partial<Call>, boolean][] = [
    ["a tool", { ...one, per: ["tool"] }, { tool: toolNamed("a") }, { tool: toolNamed("b") }, true],
    ["an argument", { ...one, per: ["arg:team"] }, { args: { team: "x" } }, { args: { team: "y" } }, true],
    ["the same argument", { ...one, per: ["arg:team"] }, { args: { team: "x" } }, { args: { team: "x" } }, false],
    ["an argument that is none of its own", { ...one, per: ["arg:toString"] }, {}, {}, false],
    ["no part", one, { tool: toolNamed("a") }, { tool: toolNamed("b") }, false],
    ["what does not count", { ...one, costs: { read: 0 } }, {}, {}, true],
  ];
  it.each(cases)("%s", async (_, limit, first, second, free) => {
    const layer = quota({ maxWaitMs: 0 });
    const registration = withLimits(limit);
    await layer(callOf(registration, first), async () => ({ data: 1 }));
    const result = await layer(callOf(registration, second), async () => ({ data: 2 })).catch((e: ToolError) => e.code);
    expect(result).toEqual(free ? { data: 2 } : "rate_limited");
  });

  it("an endpoint's limit that is used up leaves other endpoints alone, until that of all is used up", async () => {
    const layer = quota({ maxWaitMs: 0 });
    const registration = withLimits([
      { limit: 4, interval: 60_000 },
      { limit: 2, interval: 60_000, per: ["tool"] },
    ]);
    const run = (name: string) =>
      layer(callOf(registration, { tool: toolNamed(name) }), async () => ({ data: 1 })).then(
        () => "sent",
        (e: ToolError) => e.message.split(" is ")[0],
      );
    const said: unknown[] = [];
    for (const name of ["a", "a", "a", "b", "b", "c"]) said.push(await run(name));
    expect(said).toEqual(["sent", "sent", 'Toolkit "shop"', "sent", "sent", 'Toolkit "shop"']);
  });

  it("accounts: one user's exhausted quota leaves another's alone", async () => {
    const layer = quota({ maxWaitMs: 0, account: (context) => String(context) });
    const registration = withLimits(one);
    const call = (context: string) =>
      layer(callOf(registration, { context }), async () => ({ data: context })).catch((e: ToolError) => e.code);
    expect(await call("ann")).toEqual({ data: "ann" });
    expect(await call("ann")).toBe("rate_limited");
    expect(await call("bob")).toEqual({ data: "bob" });
    expect(layer.waitTime(registration, toolNamed("get"), "ann")).toBeGreaterThan(59_000);
    expect(layer.waitTime(registration, toolNamed("get"), "eve")).toBe(0);
  });

  it("the same toolkit twice with the same credentials is one account; with others it is another", async () => {
    const layer = quota({ maxWaitMs: 0 });
    const credentials = () => "key";
    const run = (more: object) =>
      layer(callOf({ ...withLimits(one), ...more }), async () => ({ data: 1 })).catch((e: ToolError) => e.code);
    expect(await run({ namespace: "a" })).toEqual({ data: 1 });
    expect(await run({ namespace: "b" })).toBe("rate_limited");
    expect(await run({ namespace: "b", credentials })).toEqual({ data: 1 });
    expect(await run({ namespace: "a", baseUrl: "https://eu.example.com" })).toEqual({ data: 1 });
  });

  it("are forgotten when they are idle: a model that makes up names fills no memory", async () => {
    const layer = quota({ maxWaitMs: 0 });
    const registration = withLimits({ limit: 1, interval: 10, per: ["arg:name"] });
    for (let i = 0; i < 5000; i++) {
      await layer(callOf(registration, { args: { name: `n${i}` } }), async () => ({ data: 1 }));
      if (i % 500 === 0) await vi.advanceTimersByTimeAsync(20);
    }
    const again = layer(callOf(registration, { args: { name: "n4999" } }), async () => ({ data: 1 }));
    await expect(again).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("T-10 concurrency", () => {
  it("5 at a time, calls that time out among them: never more at the upstream", async () => {
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = withLimits({ concurrency: 5 });
    const random = randomFrom(9);
    let inside = 0;
    let most = 0;
    const send = async (): Promise<Outcome> => {
      inside++;
      most = Math.max(most, inside);
      const lost = random() < 0.3;
      await sleep(50 + 200 * random());
      // The server sees the closed socket a little later than we closed it.
      if (lost) {
        setTimeout(() => inside--, 30);
        throw new ToolError("timeout", "late");
      }
      inside--;
      return { data: null };
    };
    const calls = Array.from({ length: 300 }, () => layer(callOf(registration), send).catch(() => {}));
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(calls);
    expect(most).toBe(5);
    expect(inside).toBe(0);
  });
});

describe("so many at a time, beside a quota", () => {
  /** The most that are under way at once of 100 calls that take 100 ms each. */
  async function most(quotas: readonly Limit[] | undefined, beside?: number): Promise<number> {
    const layer = quota({ maxWaitMs: 1e9, ...(beside !== undefined && { beside: { concurrency: beside } }) });
    const registration = registered(undefined, quotas && { quota: quotas });
    let inside = 0;
    let peak = 0;
    const send = async (): Promise<Outcome> => {
      peak = Math.max(peak, ++inside);
      await sleep(100);
      inside--;
      return { data: null };
    };
    const calls = Promise.all(Array.from({ length: 100 }, () => layer(callOf(registration), send)));
    await vi.advanceTimersByTimeAsync(60_000);
    await calls;
    return peak;
  }

  it.each<[string, readonly Limit[] | undefined, number | undefined, number]>([
    ["a quota alone", [{ limit: 20, interval: 1000 }], undefined, 20],
    ["the quota of a toolkit stays", [{ limit: 3, interval: 1000 }], 5, 3],
    ["the lower one holds", [{ limit: 20, interval: 1000 }], 5, 5],
    ["no quota", undefined, 5, 5],
    ["no quota: it begins with few, as ever", undefined, 60, 54],
    ["a quota that is one of concurrency", [{ concurrency: 60 }], undefined, 60],
  ])("%s", async (_, quotas, beside, want) => {
    expect(await most(quotas, beside)).toBe(want);
  });

  it("is refused where nothing would go", () => {
    expect(() => quota({ beside: { concurrency: 0 } })).toThrow(/allows 0 calls at a time/);
  });
});

describe("T-14 lost answers", () => {
  it("count until they are given up, and a window longer: nothing rejected", async () => {
    const limits = { limit: 20, interval: 1000 };
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = registered(limits);
    const judge = slidingLog(limits);
    const random = randomFrom(4);
    let rejected = 0;
    await saturate(30_000, 40, () =>
      layer(callOf(registration), async () => {
        const lost = random() < 0.2;
        // It may have been held up anywhere on its way.
        await sleep(20 + (lost ? 400 * random() : 10 * random()));
        if (!judge(performance.now())) rejected++;
        if (lost) {
          await sleep(10);
          throw new ToolError("network_error", "no answer");
        }
        await sleep(20 + 10 * random());
        return { data: null };
      }),
    );
    expect(rejected).toBe(0);
  });
});

describe("limits that cannot be kept", () => {
  it.each<[Limit, RegExp]>([
    [{ rate: 0, burst: 1 }, /rate of 0/],
    [{ rate: Number.POSITIVE_INFINITY, burst: 1 }, /rate of Infinity/],
    [{ rate: 1, burst: 0.5 }, /burst of 0.5/],
    [{ rate: 1e-9, burst: 10 }, /24\.8 days/],
    [{ concurrency: 0 }, /allows 0 calls at a time/],
    [{ limit: 1, interval: 10, costs: { read: -1 } }, /counts -1/],
  ])("%o is refused", (limit, message) => {
    expect(() => quota({ quota: [{ limit: 1, interval: 1 }, limit] })).toThrow(message);
    expect(() => quota().check(withLimits(limit))).toThrow(message);
  });
});
