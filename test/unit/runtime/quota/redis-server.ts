/** A Redis of a test's own, on a socket in a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

export const hasRedis: boolean = spawnSync("redis-server", ["--version"]).status === 0;

export interface Server {
  /** A connection as another process would have it. */
  connect(): Redis;
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

export async function startRedis(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-redis-"));
  const path = join(folder, "redis.sock");
  const clients: Redis[] = [];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const words = ["--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no", "--dir", folder];
    child = spawn("redis-server", words, { stdio: "ignore" });
    const probe = new Redis(path, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    probe.on("error", () => {});
    await probe.ping();
    probe.disconnect();
  };
  const stop = async (): Promise<void> => {
    const gone = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGKILL");
    await gone;
  };
  await start();
  return {
    connect() {
      const client = new Redis(path, { retryStrategy: () => 50, maxRetriesPerRequest: 0, enableOfflineQueue: false });
      client.on("error", () => {});
      clients.push(client);
      return client;
    },
    start,
    stop,
    async end() {
      for (const client of clients) client.disconnect();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
