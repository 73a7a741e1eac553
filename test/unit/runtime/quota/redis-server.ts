/** A Redis of a test's own, on a socket in a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { createClient } from "redis";

export const hasRedis: boolean = spawnSync("redis-server", ["--version"]).status === 0;

/** Packages that a host may connect with. */
export const PACKAGES = ["ioredis", "redis"] as const;
export type Package = (typeof PACKAGES)[number];

export interface Server {
  /** A connection as another process would have it, that may not be ready yet. */
  connect(from?: Package): object;
  /** What `redis-cli` would answer. */
  command(...words: string[]): Promise<unknown>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** It accepts connections, and answers nothing. */
  freeze(): void;
  thaw(): void;
  end(): Promise<void>;
}

export async function startRedis(...more: string[]): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-redis-"));
  const path = join(folder, "redis.sock");
  const ends: (() => void)[] = [];
  let child: ChildProcess | undefined;
  const probe = new Redis(path, { lazyConnect: true, retryStrategy: () => 50, maxRetriesPerRequest: null });
  probe.on("error", () => {});
  const start = async (): Promise<void> => {
    const words = ["--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no", "--dir", folder, ...more];
    child = spawn("redis-server", words, { stdio: "ignore" });
    await probe.ping();
  };
  const stop = async (): Promise<void> => {
    const gone = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGKILL");
    await gone;
  };
  await start();
  const connectors: Record<Package, () => object> = {
    ioredis: () => {
      const client = new Redis(path, { retryStrategy: () => 50 });
      ends.push(() => client.disconnect());
      return client;
    },
    redis: () => {
      const client = createClient({ socket: { path, reconnectStrategy: () => 50 } });
      // It is not waited for: a connection that is not there yet is what the store has to bear.
      client.connect().catch(() => {});
      ends.push(() => client.destroy());
      return client;
    },
  };
  return {
    connect: (from = "ioredis") => connectors[from](),
    command: (name = "PING", ...words) => probe.call(name, words),
    start,
    stop,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    async end() {
      for (const end of [...ends, () => probe.disconnect()]) end();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
