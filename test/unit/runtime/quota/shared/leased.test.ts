import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Outcome } from "../../../../../src/runtime/call/call.js";
import { systemClock } from "../../../../../src/runtime/clock.js";
import { type QuotaLayer, quota } from "../../../../../src/runtime/middleware/quota.js";
import { SharedQuotas } from "../../../../../src/runtime/quota/shared/shared.js";
import type { LeaseStore, Share } from "../../../../../src/runtime/quota/shared/store.js";
import type { Limit } from "../../../../../src/tool/types.js";
import { type MemoryStore, memoryStore } from "../memory-store.js";
import { callOf, pointBucket, pointLog, registered, sleep, toolNamed } from "../upstream.js";

/** Of a lease, so that what ends with it ends soon. */
const SLACK_MS = 2000;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Process {
  readonly layer: QuotaLayer;
  readonly shared: SharedQuotas;
  /** Requests that were let through. */
  sent: number;
  /** It is gone without a word: nothing that it says is heard any more, and nothing is sent. */
  dead: boolean;
}

/** An upstream with one limit, and the processes that share it. */
function world(limit: Limit, store: MemoryStore = memoryStore(), processes?: number) {
  const judge = judgeOf(limit);
  const seen = { accepted: 0, rejected: 0 };
  const all: Process[] = [];
  const start = (slackMs = SLACK_MS): Process => {
    const own: LeaseStore = {
      share: (key, claim) => (one.dead ? new Promise(() => {}) : store.share(key, claim)),
    };
    const shared = new SharedQuotas({ store: own, ...(processes && { processes }) }, systemClock, slackMs);
    const one: Process = { shared, layer: quota({ maxWaitMs: 1e8, shared }), sent: 0, dead: false };
    all.push(one);
    return one;
  };
  const call = (one: Process, cost = 1): Promise<unknown> => {
    const send = async (): Promise<Outcome> => {
      await sleep(10);
      if (one.dead) return new Promise(() => {});
      if (judge(performance.now(), cost)) seen.accepted += cost;
      else seen.rejected++;
      one.sent += cost;
      await sleep(10);
      return { data: null };
    };
    return one.layer(callOf(registered(undefined, { quota: limit }), { tool: toolNamed("get", { cost }) }), send);
  };
  /** Calls without a pause, until told to stop. */
  const load = (one: Process, workers: number, cost: () => number = () => 1): (() => void) => {
    let going = true;
    const work = async (): Promise<void> => {
      while (going && !one.dead) await call(one, cost()).catch(() => {});
    };
    for (let i = 0; i < workers; i++) void work();
    return () => {
      going = false;
    };
  };
  /** What each got in so long. */
  const during = async (ms: number): Promise<number[]> => {
    const before = all.map(({ sent }) => sent);
    await vi.advanceTimersByTimeAsync(ms);
    return all.map(({ sent }, i) => sent - (before[i] ?? 0));
  };
  return { all, call, during, load, seen, start, store };
}

function judgeOf(limit: Limit): (now: number, cost: number) => boolean {
  if ("rate" in limit) return pointBucket(limit.rate, limit.burst);
  if ("concurrency" in limit) return () => true;
  return pointLog(limit);
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

describe("processes that all have more to do than they may", () => {
  it.each([
    ["60 calls over 3", { limit: 60, interval: 1000 }, 3, 1],
    ["7 calls over 3", { limit: 7, interval: 1000 }, 3, 1],
    ["200 calls over 3", { limit: 200, interval: 1000 }, 3, 1],
    ["1,500 calls in 5 s over 3", { limit: 1500, interval: 5000 }, 3, 1],
    ["64 calls over 16", { limit: 64, interval: 1000 }, 16, 1],
    ["a bucket over 3", { rate: 100, burst: 100 }, 3, 1],
    ["a bucket whose parts are not whole", { rate: 50, burst: 10.5 }, 3, 1],
    ["points", { limit: 4000, interval: 1000, unit: "point" }, 3, 50],
  ] as [string, Limit, number, number][])(
    "%s: each gets a fair share, and all of it is used",
    async (_, limit, processes, cost) => {
      const { during, load, seen, start } = world(limit);
      for (let i = 0; i < processes; i++) load(start(), 100, () => cost);
      const interval = "interval" in limit ? limit.interval : 1000;
      await during(2000 + 2 * interval);
      const windows = interval > 1000 ? 3 : processes > 3 ? 4 : 10;
      const got = await during(windows * interval);
      const perWindow = "rate" in limit ? limit.rate : "limit" in limit ? limit.limit : 0;
      const fair = (perWindow * windows) / processes;
      expect(seen.rejected).toBe(0);
      expect(Math.min(...got)).toBeGreaterThan(0.8 * fair);
      expect(sum(got)).toBeGreaterThan(0.93 * fair * processes);
    },
  );

  it("a limit of one: each in turn", async () => {
    const { during, load, seen, start } = world({ limit: 1, interval: 1000 });
    for (let i = 0; i < 3; i++) load(start(), 3);
    const got = await during(60_000);
    expect(seen.rejected).toBe(0);
    expect(Math.min(...got)).toBeGreaterThanOrEqual(12);
    expect(sum(got)).toBeGreaterThan(45);
  });

  it("fewer slots than processes: nobody goes without", async () => {
    const { during, load, seen, start } = world({ limit: 3, interval: 1000 });
    for (let i = 0; i < 5; i++) load(start(), 3);
    const got = await during(60_000);
    expect(seen.rejected).toBe(0);
    expect(Math.min(...got)).toBeGreaterThanOrEqual(20);
    expect(sum(got)).toBeGreaterThan(145);
  });

  it("a call that takes the whole limit has its turn", async () => {
    const { during, load, seen, start } = world({ limit: 100, interval: 1000, unit: "point" });
    const big = start();
    for (let i = 0; i < 2; i++) load(start(), 100);
    await during(3000);
    load(big, 1, () => 100);
    const [large = 0, ...small] = await during(30_000);
    expect(seen.rejected).toBe(0);
    expect(large).toBeGreaterThanOrEqual(500);
    expect(Math.min(...small)).toBeGreaterThan(200);
  });
});

describe("processes that need different amounts", () => {
  it("one that has little to do costs the others no more than that", async () => {
    const { call, during, load, seen, start } = world({ limit: 60, interval: 1000 });
    const calm = start();
    for (let i = 0; i < 2; i++) load(start(), 100);
    const timer = setInterval(() => void call(calm), 500);
    await during(5000);
    const got = await during(10_000);
    clearInterval(timer);
    expect(seen.rejected).toBe(0);
    expect(got[0]).toBe(20);
    expect(sum(got)).toBeGreaterThan(520);
  });

  it("one that had everything and has little to do now gives the rest", async () => {
    const { call, during, load, start } = world({ limit: 60, interval: 1000 });
    const first = start();
    const stop = load(first, 100);
    await during(5000);
    stop();
    await during(4000);
    const timer = setInterval(() => void call(first), 500);
    load(start(), 100);
    await during(11_000);
    const [, second] = await during(5000);
    clearInterval(timer);
    expect(second).toBeGreaterThan(260);
  });

  it("one that comes has a fair share within 2 s, one that leaves is made up for within 2 s", async () => {
    const { during, load, seen, start } = world({ limit: 60, interval: 1000 });
    for (let i = 0; i < 2; i++) load(start(), 100);
    await during(4000);
    const third = start();
    const stop = load(third, 22);
    await during(2000);
    const shared = await during(2000);
    expect(shared[2]).toBeGreaterThan(34);
    stop();
    await during(1500);
    void third.layer.close();
    await during(100);
    const left = await during(5000);
    expect(seen.rejected).toBe(0);
    expect(sum(left)).toBeGreaterThan(280);
  });

  it("a single call waits for nothing but the store", async () => {
    const { call, seen, start } = world({ limit: 60, interval: 60_000 });
    const one = start();
    const done = call(one);
    await vi.advanceTimersByTimeAsync(20);
    await done;
    expect(seen.accepted).toBe(1);
  });
});

describe("a process that ends without a word", () => {
  it("costs the others its part for an interval and the slack, and nothing after that", async () => {
    const { during, load, seen, start } = world({ limit: 60, interval: 1000 });
    const [first] = [start(), start(), start()].map((one) => {
      load(one, 60);
      return one;
    });
    await during(4000);
    if (first) first.dead = true;
    const without = await during(3000);
    expect(sum(without)).toBeGreaterThan(100);
    await during(1500);
    const after = await during(5000);
    expect(seen.rejected).toBe(0);
    expect(sum(after)).toBeGreaterThan(290);
  });
});

describe("a store that is not there", () => {
  it.each(["refuses", "hangs"] as const)("it %s for 10 s: everyone goes on within the quota", async (mode) => {
    const { during, load, seen, start, store } = world({ limit: 60, interval: 1000 }, memoryStore(), 3);
    for (let i = 0; i < 3; i++) load(start(), 60);
    await during(4000);
    store.mode = mode;
    const away = await during(10_000);
    store.mode = "there";
    await during(3000);
    const back = await during(5000);
    expect(seen.rejected).toBe(0);
    expect(Math.min(...away)).toBeGreaterThan(180);
    if (mode === "refuses") expect(Math.min(...back)).toBeGreaterThan(80);
  });

  it("what others do not use is nobody's: an equal share each", async () => {
    const { during, load, seen, start, store } = world({ limit: 60, interval: 1000 }, memoryStore(), 1);
    const [first, second] = [start(), start()];
    if (!first || !second) return;
    load(first, 60);
    const stop = load(second, 1);
    await during(500);
    stop();
    await during(6000);
    store.mode = "refuses";
    await during(6000);
    const alone = await during(5000);
    expect(seen.rejected).toBe(0);
    expect(alone[0]).toBeLessThanOrEqual(5 * 30 + 1);
    expect(alone[0]).toBeGreaterThan(5 * 28);
  });

  it("one that never saw it has a part of the limit, at once", async () => {
    const store = memoryStore();
    store.mode = "refuses";
    const { during, load, start } = world({ limit: 60, interval: 60_000 }, store);
    load(start(), 60);
    expect(await during(1000)).toEqual([15]);
  });

  it("one whose store never answers has it after a second", async () => {
    const store = memoryStore();
    store.mode = "hangs";
    const { during, load, start } = world({ limit: 60, interval: 60_000 }, store);
    load(start(), 60);
    expect(await during(900)).toEqual([0]);
    expect(await during(600)).toEqual([15]);
  });

  it("a limit that cannot be cut is used the more seldom, the more there are", async () => {
    const store = memoryStore();
    store.mode = "refuses";
    const { during, load, start } = world({ limit: 1, interval: 1000 }, store);
    load(start(), 3);
    expect(await during(19_900)).toEqual([5]);
  });

  it("a call waits no longer than it may", async () => {
    const store = memoryStore();
    store.mode = "hangs";
    const shared = new SharedQuotas({ store }, systemClock);
    const layer = quota({ maxWaitMs: 500, shared });
    const call = layer(callOf(registered({ limit: 1, interval: 1000 })), async () => ({ data: null }));
    const failed = expect(call).rejects.toMatchObject({ code: "rate_limited" });
    await vi.advanceTimersByTimeAsync(501);
    await failed;
  });

  it("closing takes a second at most", async () => {
    const { call, start, store } = world({ limit: 60, interval: 1000 });
    const one = start();
    void call(one);
    await vi.advanceTimersByTimeAsync(100);
    store.mode = "hangs";
    const closed = one.layer.close();
    await vi.advanceTimersByTimeAsync(1000);
    await closed;
  });
});

describe("the host is told of a store that fails", () => {
  /** Used by a call every 100 ms, for as long as a test lasts. */
  function host(answer: () => Promise<Share>) {
    const told: string[] = [];
    const onError = ({ message }: Error): number => told.push(message);
    const store: LeaseStore = { share: answer };
    const shared = new SharedQuotas({ store, onError }, systemClock);
    const layer = quota({ maxWaitMs: 1e8, shared });
    setInterval(() => {
      layer(callOf(registered({ limit: 60, interval: 1000 })), async () => ({ data: null })).catch(() => {});
    }, 100);
    return { told, layer };
  }
  const said = (what: string): string =>
    `The store of shared quotas: ${what}. This process goes on alone, with a part of each limit.`;
  const there = async (): Promise<Share> => ({ parts: 60, members: 1 });
  const refuses = (words: string) => async (): Promise<Share> => Promise.reject(new Error(words));

  it("once, and again only after it has worked in between", async () => {
    let answer = there;
    const { told } = host(() => answer());
    await vi.advanceTimersByTimeAsync(5000);
    expect(told).toEqual([]);
    for (const words of ["NOPERM User toolgen has no permissions", "NOAUTH Authentication required."]) {
      answer = refuses(words);
      await vi.advanceTimersByTimeAsync(20_000);
      answer = there;
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(told).toEqual([said("NOPERM User toolgen has no permissions"), said("NOAUTH Authentication required")]);
  });

  it("where it does not answer", async () => {
    const { told } = host(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told).toEqual([said("it does not answer")]);
  });

  it("without what a URL holds", async () => {
    const { told } = host(refuses("cannot reach redis://app:pass word@db:6379/0"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual([said("cannot reach redis://[redacted]")]);
  });

  it("not of what comes once it closes", async () => {
    const { told, layer } = host(refuses("READONLY"));
    const closed = layer.close();
    await vi.advanceTimersByTimeAsync(2000);
    await closed;
    expect(told).toEqual([]);
  });
});

describe("a store that forgets", () => {
  it.each([
    ["everything", (store: MemoryStore) => store.ledgers.clear()],
    [
      "one limit",
      (store: MemoryStore) => store.ledgers.delete([...store.ledgers.keys()].find((key) => key !== "processes") ?? ""),
    ],
  ] as const)("%s: nobody is given what others hold", async (_, forget) => {
    const { during, load, seen, start, store } = world({ limit: 60, interval: 1000 });
    for (let i = 0; i < 3; i++) load(start(), 60);
    await during(4000);
    for (let i = 0; i < 3; i++) {
      forget(store);
      await during(1300);
    }
    const got = await during(10_000);
    expect(seen.rejected).toBe(0);
    expect(Math.min(...got)).toBeGreaterThan(180);
  });

  it.each([3_600_000, -3_600_000, 4000])("its clock jumps by %d ms: nobody is given what others hold", async (ms) => {
    let shift = 0;
    const store = memoryStore(() => performance.now() + 1e8 + shift);
    const { during, load, seen, start } = world({ limit: 60, interval: 1000 }, store);
    for (let i = 0; i < 3; i++) load(start(10_000), 60);
    await during(4000);
    shift = ms;
    await during(2000);
    const got = await during(10_000);
    expect(seen.rejected).toBe(0);
    expect(Math.min(...got)).toBeGreaterThan(150);
  });
});

describe("many accounts", () => {
  const manyOf = (one: Process, limit: Limit, send: () => Promise<Outcome>) => (context: number) =>
    one.layer(callOf(registered(undefined, { quota: limit, account: String }), { context }), send);

  it("speak to the store 500 times a second at most, and not at all when nobody calls", async () => {
    const { start, store } = world({ limit: 60, interval: 1000 });
    const one = start();
    const call = manyOf(one, { limit: 60, interval: 1000 }, async () => ({ data: null }));
    const all = (): void => {
      for (let i = 0; i < 1000; i++) void call(i);
    };
    all();
    const timer = setInterval(all, 1000);
    await vi.advanceTimersByTimeAsync(5000);
    const before = store.claims.count;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.claims.count - before).toBeLessThan(5200);
    expect(one.shared.active).toBe(1000);
    clearInterval(timer);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(one.shared.active).toBe(0);
    expect([...store.ledgers.keys()]).toEqual(["processes"]);
    const idle = store.claims.count;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.claims.count - idle).toBe(10);
  });
});
