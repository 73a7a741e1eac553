import { describe, expect, it, type TestContext } from "vitest";
import type { Outcome } from "../../src/runtime/call/call.js";
import { systemClock } from "../../src/runtime/clock.js";
import { type QuotaLayer, quota } from "../../src/runtime/middleware/quota.js";
import { redisStore } from "../../src/runtime/quota/shared/redis.js";
import { SharedQuotas, type SharingOptions } from "../../src/runtime/quota/shared/shared.js";
import type { LeaseStore } from "../../src/runtime/quota/shared/store.js";
import type { Limit } from "../../src/tool/types.js";
import { hasRedis, PACKAGES, startRedis } from "../unit/runtime/quota/redis-server.js";
import { callOf, registered, sleep, slidingLog } from "../unit/runtime/quota/upstream.js";

/** What one process has of its own: a connection and a quota. */
function processOf(store: LeaseStore, sharing: Partial<SharingOptions> = {}, slackMs?: number): QuotaLayer {
  return quota({ maxWaitMs: 1e8, shared: new SharedQuotas({ store, ...sharing }, systemClock, slackMs) });
}

const withLimits = (limits: Limit) => registered(undefined, { quota: limits });

/** Calls without a pause until told to stop. */
function load(layer: QuotaLayer, limits: Limit, workers: number, send: () => Promise<Outcome>) {
  const seen = { sent: 0, going: true };
  const registration = withLimits(limits);
  const work = async (): Promise<void> => {
    while (seen.going) {
      const end = new AbortController();
      const guard = setInterval(() => seen.going || end.abort(), 20);
      await layer(callOf(registration, { signal: end.signal }), send).then(
        () => seen.sent++,
        () => {},
      );
      clearInterval(guard);
    }
  };
  const done = Promise.all(Array.from({ length: workers }, work));
  const stop = (): Promise<unknown> => {
    seen.going = false;
    return done;
  };
  return { seen, stop };
}

// By the real clock, since Redis has one: run by itself, so that nothing else delays it.
describe.skipIf(!hasRedis).each(PACKAGES)(
  "T-06 three processes over Redis, by %s (skipped without redis-server)",
  (from) => {
    const limits = { limit: 60, interval: 1000 };
    /** Of a lease, so that the one of a lost process ends soon. */
    const SLACK_MS = 2000;
    /** Of what a fair share lets through in so long: on a machine that is busy as well. */
    const fair = (ms: number): number => ((60 / 3) * ms) / 1000;

    async function world({ onTestFinished }: TestContext) {
      const redis = await startRedis();
      const judge = slidingLog(limits);
      const seen = { accepted: 0, rejected: 0 };
      const send = async (): Promise<Outcome> => {
        await sleep(3 + 5 * Math.random());
        if (judge(performance.now())) seen.accepted++;
        else seen.rejected++;
        await sleep(3 + 5 * Math.random());
        return { data: null };
      };
      const loads = Array.from({ length: 3 }, () => {
        const store = redisStore({ client: redis.connect(from) });
        const lost = { yes: false };
        /** One that is killed says nothing any more. */
        const own: LeaseStore = {
          share: (key, claim) => (lost.yes ? new Promise(() => {}) : store.share(key, claim)),
        };
        const layer = processOf(own, { processes: 3 }, SLACK_MS);
        const one = load(layer, limits, 60, send);
        const kill = async (): Promise<void> => {
          lost.yes = true;
          await one.stop();
        };
        return { ...one, layer, kill };
      });
      /** What each got in so long. */
      const during = async (ms: number): Promise<number[]> => {
        const before = loads.map((one) => one.seen.sent);
        await sleep(ms);
        return loads.map((one, i) => one.seen.sent - (before[i] ?? 0));
      };
      const stop = async (): Promise<void> => {
        await Promise.all(loads.map((one) => one.stop()));
      };
      onTestFinished(async () => {
        await stop();
        await Promise.all(loads.map(({ layer }) => layer.close()));
        await redis.end();
      });
      return { loads, redis, during, seen, stop };
    }

    it.concurrent("keep one quota together, and each gets a fair share of it", async (context) => {
      const { during, seen, stop } = await world(context);
      await during(3000);
      const got = await during(5000);
      await stop();
      expect(seen.rejected).toBe(0);
      expect(Math.min(...got)).toBeGreaterThan(0.7 * fair(5000));
      expect(got.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0.85 * 3 * fair(5000));
    });

    it.concurrent("go on within the quota while the store is away, and after it came back empty", async (context) => {
      const { during, redis, seen, stop } = await world(context);
      await during(3000);
      await redis.stop();
      const away = await during(5000);
      await redis.start();
      await during(2000);
      const back = await during(3000);
      await stop();
      expect(seen.rejected).toBe(0);
      expect(Math.min(...away)).toBeGreaterThan(0.7 * fair(5000));
      expect(Math.min(...back)).toBeGreaterThan(0.7 * fair(3000));
    });

    it.concurrent("go on within the quota while the store accepts and never answers, and after it does again", async (context) => {
      const { during, redis, seen, stop } = await world(context);
      await during(3000);
      redis.freeze();
      const away = await during(5000);
      redis.thaw();
      await during(2000);
      const back = await during(3000);
      await stop();
      expect(seen.rejected).toBe(0);
      expect(Math.min(...away)).toBeGreaterThan(0.7 * fair(5000));
      expect(Math.min(...back)).toBeGreaterThan(0.7 * fair(3000));
    });

    it.concurrent("stay within the quota when everything is deleted under them", async (context) => {
      const { during, redis, seen, stop } = await world(context);
      await during(3000);
      await redis.command("FLUSHALL");
      const got = await during(4000);
      await stop();
      expect(seen.rejected).toBe(0);
      expect(Math.min(...got)).toBeGreaterThan(0.7 * fair(4000));
    });

    it.concurrent("one that ends without a word costs the others its part for an interval and the slack", async (context) => {
      const { during, loads, seen, stop } = await world(context);
      await during(3000);
      await loads[0]?.kill();
      const meanwhile = await during(limits.interval + SLACK_MS);
      // And what it takes to notice.
      await during(1000);
      const after = await during(4000);
      await stop();
      expect(seen.rejected).toBe(0);
      expect(Math.min(...meanwhile.slice(1))).toBeGreaterThan(0.7 * fair(3000));
      expect(Math.min(...after.slice(1))).toBeGreaterThan(0.85 * 1.5 * fair(4000));
    });
  },
);

describe("a store that was never there", () => {
  const store: LeaseStore = { share: () => Promise.reject(new Error("no store")) };

  it.each([
    ["a window", { limit: 8, interval: 60_000 }, 2],
    ["a bucket", { rate: 0.1, burst: 8 }, 2],
    ["concurrency", { concurrency: 8 }, 2],
    ["a limit of one", { limit: 1, interval: 60_000 }, 1],
  ] as [string, Limit, number][])("%s: a quarter of it, never all", async (_, limits, share) => {
    const layer = processOf(store);
    let sent = 0;
    const registration = withLimits(limits);
    const hang = (): Promise<Outcome> => {
      sent++;
      return new Promise(() => {});
    };
    const ends = Array.from({ length: 20 }, () => new AbortController());
    for (const { signal } of ends) layer(callOf(registration, { signal }), hang).catch(() => {});
    await sleep(400);
    for (const end of ends) end.abort();
    expect(sent).toBe(share);
  });
});
