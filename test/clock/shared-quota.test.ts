import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/runtime/call.js";
import { systemClock } from "../../src/runtime/clock.js";
import { type QuotaLayer, quota } from "../../src/runtime/middleware/quota.js";
import { redisStore } from "../../src/runtime/quota/redis.js";
import { SharedQuotas } from "../../src/runtime/quota/shared.js";
import type { LeaseStore } from "../../src/runtime/quota/store.js";
import type { Limit } from "../../src/tool/types.js";
import { hasRedis, type Server, startRedis } from "../unit/runtime/quota/redis-server.js";
import { callOf, registered, sleep, slidingLog } from "../unit/runtime/quota/upstream.js";

const open: QuotaLayer[] = [];
let server: Server | undefined;

afterEach(async () => {
  await Promise.all(open.splice(0).map((layer) => layer.close()));
  await server?.end();
  server = undefined;
});

/** What one process has of its own: a connection and a quota. */
function processOf(store: LeaseStore): QuotaLayer {
  const layer = quota({ maxWaitMs: 1e8, shared: new SharedQuotas({ store }, systemClock) });
  open.push(layer);
  return layer;
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
describe.skipIf(!hasRedis)("T-06 three processes over Redis (skipped where there is no redis-server)", () => {
  const limits = { limit: 60, interval: 1000 };

  function upstream() {
    const judge = slidingLog(limits);
    const seen = { accepted: 0, rejected: 0 };
    const send = async (): Promise<Outcome> => {
      await sleep(3 + 5 * Math.random());
      if (judge(performance.now())) seen.accepted++;
      else seen.rejected++;
      await sleep(3 + 5 * Math.random());
      return { data: null };
    };
    return { seen, send };
  }

  async function three(): Promise<{ readonly layers: QuotaLayer[]; readonly redis: Server }> {
    server = await startRedis();
    const redis = server;
    const layers = [];
    for (let i = 0; i < 3; i++) {
      const client = redis.connect();
      await once(client, "ready");
      layers.push(processOf(redisStore({ client })));
    }
    return { layers, redis };
  }

  it("keep one quota together, and nobody goes without", async () => {
    const { layers } = await three();
    const { seen, send } = upstream();
    const loads = layers.map((layer) => load(layer, limits, 60, send));
    await sleep(8000);
    await Promise.all(loads.map(({ stop }) => stop()));
    expect(seen.rejected).toBe(0);
    expect(seen.accepted).toBeGreaterThan(60 * 8 * 0.5);
    for (const one of loads) expect(one.seen.sent).toBeGreaterThan(0);
  });

  it("go on within the quota while the store is away, and after it came back empty", async () => {
    const { layers, redis } = await three();
    const { seen, send } = upstream();
    const loads = layers.map((layer) => load(layer, limits, 60, send));
    await sleep(3000);
    const before = seen.accepted;
    await redis.stop();
    await sleep(3000);
    const during = seen.accepted - before;
    await redis.start();
    await sleep(3000);
    await Promise.all(loads.map(({ stop }) => stop()));
    expect(seen.rejected).toBe(0);
    expect(during).toBeGreaterThan(60);
  });

  it("one that ends without a word costs the others its part for a while, and nothing more", async () => {
    const { layers } = await three();
    const { seen, send } = upstream();
    const loads = layers.map((layer) => load(layer, limits, 60, send));
    await sleep(3000);
    await loads[0]?.stop();
    const before = seen.accepted;
    await sleep(3000);
    await Promise.all(loads.slice(1).map(({ stop }) => stop()));
    expect(seen.rejected).toBe(0);
    // How much is theirs depends on what the lost one held: its part comes back when its lease ends.
    expect(seen.accepted - before).toBeGreaterThan(0);
  });
});

describe("a store that was never there", () => {
  const away = (): Promise<never> => Promise.reject(new Error("no store"));
  const store: LeaseStore = { take: away, renew: away, release: away, held: away };

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
