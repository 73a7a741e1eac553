/** `--redis`: quotas that several processes keep together. The packages for it are the user's to install. */
import type { LeaseStore, RedisStoreOptions } from "../runtime/index.js";
import { CommandError } from "./usage.js";

export interface OpenRedis {
  readonly store: LeaseStore;
  readonly close: () => Promise<void>;
}

interface Connection {
  readonly client: RedisStoreOptions["client"];
  readonly close: () => Promise<unknown>;
}

/** Loads a package; rejects where it is not installed. */
type Load = () => Promise<(url: string) => Promise<Connection>>;

export interface Packages {
  readonly limiter: () => Promise<unknown>;
  /** The first one that is installed connects. */
  readonly clients: readonly Load[];
}

const PACKAGES: Packages = {
  limiter: () => import("rate-limiter-flexible"),
  clients: [nodeRedis, ioRedis],
};

type Runtime = Pick<typeof import("../runtime/index.js"), "redisStore">;

/** Connected: an address that is wrong is said at once. No message has the URL, which may hold a password. */
export async function openRedis(url: string, runtime: Runtime, packages: Packages = PACKAGES): Promise<OpenRedis> {
  const connect = await loaded(packages);
  try {
    const { client, close } = await connect(url);
    return { store: runtime.redisStore({ client }), close: async () => void (await close().catch(() => {})) };
  } catch (cause) {
    throw new CommandError(`--redis: ${new URL(url).host} cannot be used (${reasonOf(cause)})`, "Check the address.");
  }
}

async function loaded({ limiter, clients }: Packages): Promise<(url: string) => Promise<Connection>> {
  let missing: unknown;
  try {
    await limiter();
  } catch (cause) {
    throw notInstalled(cause);
  }
  for (const load of clients) {
    try {
      return await load();
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
      missing = cause;
    }
  }
  throw notInstalled(missing);
}

const isMissing = (cause: unknown): boolean => codeOf(cause) === "ERR_MODULE_NOT_FOUND";

function notInstalled(cause: unknown): unknown {
  if (!isMissing(cause)) return cause;
  const hint = "npm install rate-limiter-flexible redis";
  return new CommandError("--redis needs rate-limiter-flexible, and redis or ioredis: they are not installed", hint);
}

/** Whether to try again after a connection broke: only one that was there. */
interface State {
  connected: boolean;
}

const PAUSE_MS = 500;

async function nodeRedis(): Promise<(url: string) => Promise<Connection>> {
  const { createClient } = await import("redis");
  return async (url) => {
    const state: State = { connected: false };
    const client = createClient({ url, socket: { reconnectStrategy: () => (state.connected ? PAUSE_MS : false) } });
    client.on("error", () => {});
    await client.connect();
    state.connected = true;
    return { client, close: () => client.close() };
  };
}

async function ioRedis(): Promise<(url: string) => Promise<Connection>> {
  const { Redis } = await import("ioredis");
  return async (url) => {
    const state: State = { connected: false };
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => (state.connected ? PAUSE_MS : null) });
    let why: unknown;
    client.on("error", (cause) => {
      why = cause;
    });
    await client.connect().catch((cause: unknown) => {
      throw why ?? cause;
    });
    state.connected = true;
    return { client, close: () => client.quit() };
  };
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/** A code of the network, or the word that Redis begins its errors with: `WRONGPASS`, `NOAUTH`. */
function reasonOf(cause: unknown): string {
  const [word] = cause instanceof Error ? (/^[A-Z]{3,20}\b/.exec(cause.message) ?? []) : [];
  return codeOf(cause) || word || "no answer";
}
