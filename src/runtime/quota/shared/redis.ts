import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { LEDGER } from "./ledger.js";
import type { LeaseStore } from "./store.js";

/** How parts of quotas are kept in Redis. */
export interface RedisStoreOptions {
  /** A client of `ioredis` or `redis`, connected or connecting. It stays the host's: nobody else closes it. */
  readonly client: object;
  /** Of all keys. Processes that share quotas have the same. Default: `toolgen`. */
  readonly prefix?: string;
}

/**
 * Leases in Redis, by a script that rate-limiter-flexible runs instead of its own. Redis's clock decides. Both packages
 * are the host's to install. A connection that breaks is what leases reckon with: it ends no process, even where the
 * host listens to no `error` event of its client. Throws where rate-limiter-flexible is not installed: without it each
 * process would go on alone for ever.
 */
export function redisStore({ client, prefix = "toolgen" }: RedisStoreOptions): LeaseStore {
  const carrier = carrierOf(client);
  mustBeInstalled("rate-limiter-flexible");
  const limiter = makeLimiter(carrier);
  // Said when it is used: a host that never does so must not end by it.
  limiter.catch(() => {});
  return {
    async share(key, { member, held, want, least, parts, known, leaseMs, turnMs }) {
      const numbers = [held, want, least, parts, known ? 1 : 0, Math.ceil(leaseMs), Math.ceil(turnMs)];
      const words = [`${prefix}:${key}`, member, ...numbers.map(String)];
      const answer = await (await limiter).consume(JSON.stringify(words));
      return { parts: answer.consumedPoints, members: answer.msBeforeNext };
    },
  };
}

function mustBeInstalled(name: string): void {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "MODULE_NOT_FOUND")) return;
    const message = `redisStore needs the package ${name}, which is not installed. Install it: npm install ${name}`;
    throw new Error(message, { cause });
  }
}

async function makeLimiter(storeClient: Carrier) {
  const { RateLimiterRedis } = await import("rate-limiter-flexible");
  return new RateLimiterRedis({
    storeClient,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    customIncrTtlLuaScript: LEDGER,
    keyPrefix: "",
    points: Number.MAX_SAFE_INTEGER,
    duration: 1,
  });
}

/** What rate-limiter-flexible needs of a client of `redis`. */
interface Carrier {
  readonly isReady: boolean;
  eval(script: string, options: { readonly keys: readonly string[] }): Promise<unknown>;
}

interface NodeRedis {
  readonly isReady?: boolean;
  readonly isOpen?: boolean;
  evalSha(hash: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

interface IoRedis {
  readonly status: string;
  evalsha(hash: string, keys: number, ...words: string[]): Promise<unknown>;
  eval(script: string, keys: number, ...words: string[]): Promise<unknown>;
}

/**
 * Both packages behind one face. rate-limiter-flexible has one key and one number for its script, and defines it as a
 * command of the host's client, where another limiter would replace it: so the key carries all words, and is taken
 * apart here.
 */
function carrierOf(client: object): Carrier {
  if (!heard.has(client) && "on" in client && typeof client.on === "function") client.on("error", () => {});
  heard.add(client);
  if (isNodeRedis(client)) {
    return {
      get isReady() {
        return client.isReady ?? client.isOpen ?? true;
      },
      eval: (script, { keys: [text = ""] }) => {
        const [key, ...words] = wordsOf(text);
        const options = { keys: [key], arguments: words };
        return byHash(
          script,
          (hash) => client.evalSha(hash, options),
          (all) => client.eval(all, options),
        );
      },
    };
  }
  if (isIoRedis(client)) {
    return {
      get isReady() {
        return client.status === "ready";
      },
      eval: (script, { keys: [text = ""] }) => {
        const words = wordsOf(text);
        return byHash(
          script,
          (hash) => client.evalsha(hash, 1, ...words),
          (all) => client.eval(all, 1, ...words),
        );
      },
    };
  }
  throw new TypeError("redisStore needs a client of the package `redis` or `ioredis`.");
}

/** Clients whose errors are listened to: one listener does for all stores of a client. */
const heard = new WeakSet<object>();

const isNodeRedis = (client: object): client is NodeRedis => "evalSha" in client;
const isIoRedis = (client: object): client is IoRedis => "evalsha" in client && "status" in client;

const wordsOf = (text: string): [string, ...string[]] => JSON.parse(text) as [string, ...string[]];

/** Redis knows a script by its hash once it has seen it, until it is started anew. */
async function byHash(
  script: string,
  known: (hash: string) => Promise<unknown>,
  unknown: (script: string) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await known(createHash("sha1").update(script).digest("hex"));
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith("NOSCRIPT")) return unknown(script);
    throw cause;
  }
}
