import type { RateLimiterRes } from "rate-limiter-flexible";
import type { LeaseStore } from "./store.js";

/** How parts of quotas are kept in Redis. */
export interface RedisStoreOptions {
  /** A client of `ioredis` or `redis`, connected or connecting. It stays the host's: nobody else closes it. */
  readonly client: object;
  /** Of all keys. Processes that share quotas have the same. Default: `toolgen`. */
  readonly prefix?: string;
}

/**
 * Leases in Redis, counted by rate-limiter-flexible: a lease is a limiter of one point, and whoever consumes it has it
 * until it expires. Redis's clock decides. Both packages are the host's to install.
 */
export function redisStore({ client, prefix = "toolgen" }: RedisStoreOptions): LeaseStore {
  const limiter = makeLimiter(client, prefix);
  // Said when it is used: a host that never does so must not end by it.
  limiter.catch(() => {});
  return {
    async take(key, ms) {
      try {
        await (await limiter).consume(key, 1, { customDuration: seconds(ms) });
        return true;
      } catch (cause) {
        if (isTaken(cause)) return false;
        throw cause;
      }
    },
    async renew(key, ms) {
      await (await limiter).set(key, 1, seconds(ms));
    },
    async release(key) {
      await (await limiter).delete(key);
    },
    async held(key) {
      return (await (await limiter).get(key)) !== null;
    },
  };
}

async function makeLimiter(client: object, keyPrefix: string) {
  const { RateLimiterRedis } = await import("rate-limiter-flexible");
  const useRedisPackage = !("defineCommand" in client);
  return new RateLimiterRedis({
    storeClient: client,
    keyPrefix,
    points: 1,
    duration: 60,
    useRedisPackage,
    rejectIfRedisNotReady: true,
  });
}

/** What it rejects with where there is no point left, rather than an error. */
const isTaken = (cause: unknown): cause is RateLimiterRes =>
  typeof cause === "object" && cause !== null && "msBeforeNext" in cause;

const seconds = (ms: number): number => Math.ceil(ms / 1000);
