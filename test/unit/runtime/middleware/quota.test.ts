import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Call, Outcome } from "../../../../src/runtime/call/call.js";
import { ToolError } from "../../../../src/runtime/call/errors.js";
import { type Clock, systemClock } from "../../../../src/runtime/clock.js";
import { quota } from "../../../../src/runtime/middleware/quota.js";
import type { Limit, Quota } from "../../../../src/tool/types.js";
import {
  bucket,
  callOf,
  fixedWindow,
  type Judge,
  randomFrom,
  registered,
  sleep,
  slidingLog,
  toolNamed,
  upstream,
  useVirtualTime,
} from "../quota/upstream.js";

beforeEach(useVirtualTime);
afterEach(() => {
  vi.useRealTimers();
});

const failure = (promise: Promise<unknown>): Promise<ToolError> =>
  promise.then(
    () => expect.fail("succeeded"),
    (error: unknown) => (error instanceof ToolError ? error : Promise.reject(error)),
  );

/** Sends that are recorded, and answered after `ms`. */
const recorder = (ms = 5) => {
  const sent: { at: number; call: Call }[] = [];
  const next = async (call: Call): Promise<Outcome> => {
    sent.push({ at: performance.now(), call });
    await sleep(ms);
    return { data: null };
  };
  return { sent, next };
};

/** Keeps twice the limit of calls waiting for `windows` windows; gives back what share of the limit was used. */
async function saturate(limits: Quota, judge: Judge, windows: number) {
  const layer = quota({ maxWaitMs: 1e9 });
  const registration = registered(limits);
  const { seen, send } = upstream(judge, randomFrom(7));
  const start = performance.now();
  const end = start + limits.interval * (windows + 1);
  const work = async (): Promise<void> => {
    while (performance.now() < end) await layer(callOf(registration), send).catch(() => {});
  };
  const done = Promise.all(Array.from({ length: limits.limit * 2 }, work));
  await vi.advanceTimersByTimeAsync(limits.interval * (windows + 4));
  await done;
  // The first burst is free: what follows it has to wait.
  const { length, 0: first = 0, [length - 1]: last = 0 } = seen.arrivals;
  return { ...seen, used: (length - limits.limit) / limits.limit / ((last - first) / limits.interval) };
}

describe("T-01 saturated demand against a strict upstream", () => {
  const cases: [string, Quota, (quota: Quota) => Judge, number, number][] = [
    ["sliding log 100/1 s", { limit: 100, interval: 1000 }, slidingLog, 20, 0.95],
    ["fixed window 100/1 s", { limit: 100, interval: 1000 }, (q) => fixedWindow(q, 371), 20, 0.95],
    ["bucket 100/1 s", { limit: 100, interval: 1000 }, bucket, 20, 0.95],
    ["sliding log 180/60 s", { limit: 180, interval: 60_000 }, slidingLog, 3, 0.98],
    ["fixed window 180/60 s", { limit: 180, interval: 60_000 }, (q) => fixedWindow(q, 17_123), 3, 0.98],
    ["bucket 180/60 s", { limit: 180, interval: 60_000 }, bucket, 3, 0.98],
    ["sliding log 300/1 s", { limit: 300, interval: 1000 }, slidingLog, 20, 0.95],
    ["sliding log 20/200 ms", { limit: 20, interval: 200 }, slidingLog, 100, 0.8],
  ];
  it.each(cases)("%s: nothing rejected", async (_, limits, judge, windows, share) => {
    const { rejected, used } = await saturate(limits, judge(limits), windows);
    expect(rejected).toBe(0);
    expect(used).toBeGreaterThan(share);
  });
});

const SHORT: Quota = { limit: 20, interval: 1000 };
const LONG: Quota = { limit: 180, interval: 60_000 };

describe("T-02 bursts", () => {
  const cases: [string, Quota, Limit, (quota: Quota) => Judge][] = [
    ["sliding log 20/1 s", SHORT, SHORT, slidingLog],
    ["fixed window 20/1 s", SHORT, SHORT, (q) => fixedWindow(q, 371)],
    ["bucket 20/s", SHORT, { rate: 20, burst: 20 }, bucket],
    ["bucket 20/s, kept as a window", SHORT, SHORT, bucket],
    ["sliding log 180/60 s", LONG, LONG, slidingLog],
    ["fixed window 180/60 s", LONG, LONG, (q) => fixedWindow(q, 17_123)],
  ];
  it.each(cases)("%s: rejects nothing after pauses of any length", async (_, limits, configured, judge) => {
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = registered(undefined, { quota: configured });
    const random = randomFrom(3);
    const { seen, send } = upstream(judge(limits), random);
    const done: Promise<unknown>[] = [];
    // On and off: a fifth to six fifths of the quota at once, then nothing for up to two intervals.
    for (let burst = 0; burst < 60; burst++) {
      const calls = Math.round(limits.limit * (0.2 + random()));
      for (let i = 0; i < calls; i++) done.push(layer(callOf(registration), send));
      await vi.advanceTimersByTimeAsync(random() * 2 * limits.interval);
    }
    await vi.advanceTimersByTimeAsync(30 * limits.interval);
    await Promise.all(done);
    expect(seen).toMatchObject({ rejected: 0, accepted: done.length });
  });
});

describe("a caller that gives up", () => {
  it("frees its place: 1/1000 ms, calls 2 and 3 of 4 aborted, 4 goes after one interval", async () => {
    const layer = quota();
    const registration = registered({ limit: 1, interval: 1000 });
    const { sent, next } = recorder();
    const controllers = Array.from({ length: 4 }, () => new AbortController());
    const results = controllers.map(({ signal }, i) => layer(callOf(registration, { name: `${i + 1}`, signal }), next));
    const [, second, third] = results.map((result, i) => (i === 1 || i === 2 ? failure(result) : undefined));
    await vi.advanceTimersByTimeAsync(50);
    controllers[1]?.abort();
    controllers[2]?.abort();
    expect((await second)?.code).toBe("cancelled");
    expect((await third)?.code).toBe("cancelled");
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.map(({ call }) => call.name)).toEqual(["1", "4"]);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeLessThan(1020);
  });

  it("leaves no timer behind", async () => {
    const layer = quota({ maxWaitMs: 1e8 });
    const registration = registered({ limit: 1, interval: 3_600_000 });
    const { next } = recorder();
    const first = layer(callOf(registration), next);
    const controller = new AbortController();
    const second = failure(layer(callOf(registration, { signal: controller.signal }), next));
    await vi.advanceTimersByTimeAsync(5000);
    await first;
    controller.abort(new ToolError("timeout", "late"));
    expect((await second).code).toBe("timeout");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("sends nothing when it was aborted before", async () => {
    const { sent, next } = recorder();
    const call = callOf(registered({ limit: 1, interval: 1000 }), { signal: AbortSignal.abort() });
    expect((await failure(quota()(call, next))).code).toBe("cancelled");
    expect(sent).toEqual([]);
  });
});

describe("T-12 waits that are too long", () => {
  it("are refused at once, with the time to come back and what to do", async () => {
    const layer = quota({ maxWaitMs: 1000 });
    const registration = registered({ limit: 1, interval: 60_000 });
    const { next } = recorder();
    await Promise.all([layer(callOf(registration), next), vi.advanceTimersByTimeAsync(10)]);
    const before = performance.now();
    const error = await failure(layer(callOf(registration), next));
    expect(performance.now()).toBe(before);
    expect(error.code).toBe("rate_limited");
    expect(error.facts.retryAfterMs).toBeGreaterThan(59_000);
    expect(error.facts.retryAfterMs).toBeLessThan(60_100);
    expect(error.message).toContain('Toolkit "shop" is over its quota');
    expect(error.facts.hint).toContain("Retry after 61 s");
  });

  it("are refused at once when the deadline comes first", async () => {
    const layer = quota();
    const registration = registered({ limit: 1, interval: 5000 });
    const { sent, next } = recorder();
    await Promise.all([layer(callOf(registration), next), vi.advanceTimersByTimeAsync(10)]);
    const error = await failure(layer(callOf(registration, { deadline: performance.now() + 2000 }), next));
    expect(error.code).toBe("rate_limited");
    expect(error.message).toContain("time limit would end before that");
    expect(sent).toHaveLength(1);
  });

  it.each([
    [1000, 60_000, 5000, "a call may not wait that long"],
    [60_000, 1000, 5000, "the call's time limit would end before that"],
    [1000, 60_000, 500, "the call's time limit would end before that"],
  ])("say what ends first: %i ms by register, %i ms by the registry, %i ms in all", async (own, all, limit, why) => {
    const layer = quota({ maxWaitMs: all });
    const registration = registered({ limit: 1, interval: 20_000 }, { maxWaitMs: own });
    const { next } = recorder();
    await Promise.all([layer(callOf(registration), next), vi.advanceTimersByTimeAsync(10)]);
    const error = await failure(layer(callOf(registration, { deadline: performance.now() + limit }), next));
    expect(error.message).toContain(`, and ${why}.`);
  });

  it("end when the time is up, if no answer brings a slot back", async () => {
    const layer = quota({ maxWaitMs: 1500 });
    const registration = registered({ limit: 1, interval: 1000 });
    void layer(callOf(registration), () => new Promise(() => {}));
    const second = failure(layer(callOf(registration), recorder().next));
    await vi.advanceTimersByTimeAsync(1500);
    expect((await second).code).toBe("rate_limited");
  });

  it("do not fall on others: 1,000 calls of one session delay another's by one", async () => {
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = registered({ limit: 1, interval: 100 });
    const { sent, next } = recorder(1);
    const background = { session: "background" };
    for (let i = 0; i < 1000; i++) void layer(callOf(registration, { context: background }), next);
    void layer(callOf(registration, { context: { session: "person" } }), next);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent.map(({ call }) => call.context === background)).toEqual([true, false, true, true, true]);
  });

  it("D-07 are refused at once when the queue is full: 2,000 calls to an upstream that hangs", async () => {
    const layer = quota({ maxWaitMs: 1e9, maxQueue: 500 });
    const registration = registered({ limit: 10, interval: 100 });
    let sent = 0;
    const refused: ToolError[] = [];
    const hang = (): Promise<Outcome> => {
      sent++;
      return new Promise(() => {});
    };
    for (let i = 0; i < 2000; i++) layer(callOf(registration), hang).catch((error) => refused.push(error));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toBe(10);
    // One of them has asked p-throttle already while the queue filled; the ten that went left it only then.
    expect(refused).toHaveLength(1500);
    expect(refused[0]?.code).toBe("rate_limited");
    expect(refused[0]?.message).toContain("overloaded");
  });
});

describe("feedback", () => {
  const tooMany = (retryAfterMs?: number, status = 429) =>
    new ToolError("upstream_error", `HTTP ${status}`, { status, ...(retryAfterMs !== undefined && { retryAfterMs }) });

  it("T-08 nobody goes earlier than the upstream said, quota or not", async () => {
    for (const limits of [undefined, { limit: 5, interval: 1000 }]) {
      const layer = quota();
      const registration = registered(limits);
      const start = performance.now();
      await failure(layer(callOf(registration), () => Promise.reject(tooMany(7000))));
      const { sent, next } = recorder();
      const calls = [layer(callOf(registration), next), layer(callOf(registration), next)];
      await vi.advanceTimersByTimeAsync(10_000);
      await Promise.all(calls);
      for (const { at } of sent) expect(at - start).toBeGreaterThanOrEqual(7000);
      expect(Math.max(...sent.map(({ at }) => at)) - start).toBeLessThan(7200);
    }
  });

  it.each([
    ["a 429 without Retry-After", tooMany()],
    ["Retry-After: 0", tooMany(0)],
    ["a negative wait", tooMany(-1)],
    ["NaN", tooMany(Number.NaN)],
    ["another status", tooMany(7000, 500)],
    ["another code", new ToolError("response_invalid", "", { status: 503, retryAfterMs: 7000 })],
  ])("%s pauses nobody", async (_, error) => {
    const layer = quota();
    const registration = registered({ limit: 5, interval: 1000 });
    await failure(layer(callOf(registration), () => Promise.reject(error)));
    expect(layer.waitTime(registration, toolNamed("get"))).toBe(0);
  });

  it("T-08 an hour's pause refuses those who wait and those who come, at once; other toolkits go on", async () => {
    const layer = quota();
    const registration = registered({ limit: 1, interval: 1000 });
    const first = failure(
      layer(callOf(registration), async () => {
        await sleep(100);
        throw tooMany(3_600_000, 503);
      }),
    );
    const waiting = failure(layer(callOf(registration), recorder().next));
    await vi.advanceTimersByTimeAsync(100);
    await first;
    expect(await waiting).toMatchObject({ code: "rate_limited", facts: { retryAfterMs: 3_600_000 } });
    const late = await failure(layer(callOf(registration), recorder().next));
    expect(late.message).toContain("was asked by its upstream to wait");
    const { sent, next } = recorder();
    await Promise.all([layer(callOf(registered()), next), vi.advanceTimersByTimeAsync(5)]);
    expect(sent).toHaveLength(1);
  });
});

describe("slots", () => {
  const limits = { limit: 1, interval: 10_000 };

  it.each([
    ["an answer", () => Promise.resolve({ data: 1 }), 10_005],
    ["an error answer", () => Promise.reject(new ToolError("upstream_error", "", { status: 500 })), 10_005],
    ["no answer: T-14", () => Promise.reject(new ToolError("network_error", "")), 10_005],
    ["a crash", () => Promise.reject(new Error("bug")), 10_005],
    ["nothing sent", () => Promise.reject(new ToolError("credentials_missing", "")), 0],
  ])("come back after %s", async (_, end, wait) => {
    const layer = quota();
    const registration = registered(limits);
    await layer(callOf(registration), end).catch(() => {});
    expect(layer.waitTime(registration, toolNamed("get"))).toBe(wait);
  });

  it.each([1, 3, 200])("of %i in 60 s, taken by calls that sent nothing: free as waitTime says", async (limit) => {
    const layer = quota({ maxWaitMs: 0 });
    const registration = registered({ limit, interval: 60_000 });
    const unsent = () => Promise.reject(new ToolError("credentials_missing", ""));
    for (let i = 0; i < 2 * limit; i++) {
      expect((await failure(layer(callOf(registration), unsent))).code).toBe("credentials_missing");
      expect(layer.waitTime(registration, toolNamed("get"))).toBe(0);
    }
    const calls = Array.from({ length: limit }, () => layer(callOf(registration), async () => ({ data: 1 })));
    await expect(Promise.all(calls)).resolves.toHaveLength(limit);
    expect(layer.waitTime(registration, toolNamed("get"))).toBe(60_030);
  });

  it("of a tool and of its toolkit are taken together, and time in the queue is counted", async () => {
    const layer = quota();
    const registration = registered({ limit: 3, interval: 1000 });
    const tool = toolNamed("search", { quota: { limit: 1, interval: 2000 } });
    const { sent, next } = recorder(0);
    const calls = [tool, tool, toolNamed("get"), toolNamed("get"), toolNamed("get")].map((t) =>
      callOf(registration, { tool: t, name: t.name }),
    );
    const start = performance.now();
    const done = Promise.all(calls.map((call) => layer(call, next)));
    await vi.advanceTimersByTimeAsync(4000);
    await done;
    const when = sent.map(({ at, call }) => [call.name, Math.round((at - start) / 100) * 100]);
    expect(when).toEqual([
      ["search", 0],
      ["get", 0],
      ["get", 0],
      ["get", 1000],
      ["search", 2000],
    ]);
    expect(calls.map((call) => Math.round(call.meta.queuedMs / 100) * 100)).toEqual([0, 2000, 0, 0, 1000]);
  });

  it("are counted for each registration; its own quota goes before the registry's, and that before the toolkit's", async () => {
    const layer = quota({ quota: { limit: 2, interval: 1000 } });
    const { sent, next } = recorder();
    const one = registered({ limit: 9, interval: 1000 });
    const two = registered({ limit: 9, interval: 1000 }, { quota: { limit: 1, interval: 1000 } });
    for (let i = 0; i < 3; i++) for (const registration of [one, two]) void layer(callOf(registration), next);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent.filter(({ call }) => call.registration === one)).toHaveLength(2);
    expect(sent.filter(({ call }) => call.registration === two)).toHaveLength(1);
  });
});

describe("T-13 the wall clock", () => {
  it.each([3_600_000, -3_600_000])("jumps by %i ms: no burst, no freeze", async (jump) => {
    const limits = { limit: 5, interval: 1000 };
    const layer = quota();
    const registration = registered(limits);
    const { seen, send } = upstream(slidingLog(limits), randomFrom(1));
    const now = Date.now;
    const calls = Array.from({ length: 20 }, () => layer(callOf(registration), send));
    await vi.advanceTimersByTimeAsync(1500);
    vi.spyOn(Date, "now").mockImplementation(() => now() + jump);
    await vi.advanceTimersByTimeAsync(4000);
    await Promise.all(calls);
    vi.restoreAllMocks();
    expect(seen).toMatchObject({ accepted: 20, rejected: 0 });
  });
});

describe("T-13 a suspended machine", () => {
  const SUSPENDED_MS = 600_000;
  const limits = { limit: 5, interval: 1000 };

  /** 40 calls, and ten minutes after 1.5 s in which no timer runs. When each arrived, by the upstream's time. */
  async function arrivals(clock: Clock, sleep: () => void, upstreamNow: () => number) {
    const layer = quota({ clock, maxWaitMs: 1e9 });
    const registration = registered(limits);
    const judge = slidingLog(limits);
    const at: number[] = [];
    let rejected = 0;
    const send = async (): Promise<Outcome> => {
      at.push(upstreamNow());
      if (!judge(upstreamNow())) rejected++;
      return { data: null };
    };
    const calls = Array.from({ length: 40 }, () => layer(callOf(registration), send));
    await vi.advanceTimersByTimeAsync(1500);
    sleep();
    await vi.advanceTimersByTimeAsync(12_000);
    await Promise.all(calls);
    expect(rejected).toBe(0);
    return at;
  }

  it("whose monotonic clock slept too: no burst, no freeze", async () => {
    const now = Date.now;
    let slept = 0;
    const suspend = () => {
      slept = SUSPENDED_MS;
      vi.spyOn(Date, "now").mockImplementation(() => now() + slept);
    };
    const at = await arrivals(systemClock, suspend, () => performance.now() + slept);
    vi.restoreAllMocks();
    expect(at).toHaveLength(40);
    const first = at[0] ?? 0;
    expect((at.at(-1) ?? 0) - first - SUSPENDED_MS).toBeLessThan(7200);
  });

  it("whose monotonic clock went on: what was due meanwhile goes, no more of it than the limit at once", async () => {
    const now = Date.now;
    let slept = 0;
    const suspend = () => {
      slept = SUSPENDED_MS;
      vi.spyOn(Date, "now").mockImplementation(() => now() + slept);
    };
    const clock: Clock = { ...systemClock, now: () => performance.now() + slept };
    const at = await arrivals(clock, suspend, clock.now);
    vi.restoreAllMocks();
    const first = at[0] ?? 0;
    const woken = at.filter((t) => t - first > SUSPENDED_MS && t - first < SUSPENDED_MS + 2400);
    expect(woken).toHaveLength(limits.limit);
    expect((at.at(-1) ?? 0) - first - SUSPENDED_MS).toBeLessThan(8500);
  });
});

describe("quotas that cannot be kept", () => {
  it.each([
    [{ limit: 1, interval: 2 ** 31 }, /24\.8 days/],
    [{ limit: 0, interval: 1000 }, /whole number, 1 or more/],
    [{ limit: 1.5, interval: 1000 }, /whole number/],
    [{ limit: 1, interval: 0 }, /longer than 0/],
    [{ limit: 1, interval: Number.NaN }, /longer than 0/],
  ])("%o is refused", (limits, message) => {
    expect(() => quota({ quota: limits })).toThrow(message);
    expect(() => quota().check(registered(limits))).toThrow(/toolkit "shop"/);
    const tools = { get: toolNamed("get", { quota: limits }) };
    expect(() => quota().check({ toolkit: { name: "shop", tools } })).toThrow(/tool "get"/);
  });

  it("the longest interval is kept", () => {
    expect(() => quota().check(registered({ limit: 1, interval: 2 ** 31 - 1 }))).not.toThrow();
  });
});
