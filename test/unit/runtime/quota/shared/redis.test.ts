import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { redisStore } from "../../../../../src/runtime/quota/shared/redis.js";
import type { Claim, LeaseStore, Share } from "../../../../../src/runtime/quota/shared/store.js";
import { memoryStore } from "../memory-store.js";
import { hasRedis, PACKAGES, type Server, startRedis } from "../redis-server.js";

let server: Server | undefined;

afterEach(async () => {
  await server?.end();
  server = undefined;
});

const claim = (member: string, held: number, want: number, more: Partial<Claim> = {}): Claim => {
  return { member, held, want, parts: 60, least: 1, known: false, leaseMs: 60_000, turnMs: 1e9, ...more };
};

/** As soon as the store is there. */
async function soon(store: LeaseStore, key: string, what: Claim): Promise<Share> {
  for (let tries = 0; ; tries++) {
    try {
      return await store.share(key, what);
    } catch (cause) {
      if (tries === 100) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** What is said one after the other, and the answers: parts and members. */
const BOOK: readonly (readonly [string, readonly (readonly [Claim, readonly [number, number]])[]])[] = [
  [
    "half of what is free at a time, then all",
    [
      [claim("a", 0, 60), [30, 1]],
      [claim("a", 30, 60), [45, 1]],
      [claim("a", 59, 60), [60, 1]],
    ],
  ],
  [
    "nobody at or above the fair share takes, and who has more gives",
    [
      [claim("a", 0, 60), [30, 1]],
      [claim("b", 0, 60), [15, 2]],
      [claim("a", 30, 60), [30, 2]],
      [claim("c", 0, 60), [8, 3]],
      [claim("a", 30, 60), [20, 3]],
      [claim("c", 8, 60), [12, 3]],
      [claim("a", 20, 60), [20, 3]],
      [claim("c", 12, 60), [19, 3]],
      [claim("c", 19, 60), [20, 3]],
    ],
  ],
  [
    "who wants little leaves the rest to the others",
    [
      [claim("a", 0, 4), [4, 1]],
      [claim("b", 0, 60), [28, 2]],
      [claim("b", 32, 60), [44, 2]],
      [claim("b", 55, 60), [56, 2]],
      [claim("a", 4, 4), [4, 2]],
    ],
  ],
  [
    "never more than there is",
    [
      [claim("a", 50, 60), [55, 1]],
      [claim("b", 40, 60), [5, 2]],
      [claim("a", 30, 30), [30, 2]],
      [claim("b", 30, 60), [30, 2]],
    ],
  ],
  [
    "who leaves is forgotten",
    [
      [claim("a", 0, 60), [30, 1]],
      [claim("b", 0, 60), [15, 2]],
      [claim("a", 0, 0), [0, 1]],
      [claim("b", 15, 60), [38, 1]],
    ],
  ],
  [
    "one part for three: one has it",
    [
      [claim("a", 0, 1, { parts: 1 }), [1, 1]],
      [claim("b", 0, 1, { parts: 1 }), [0, 2]],
      [claim("c", 0, 1, { parts: 1 }), [0, 3]],
    ],
  ],
  [
    "what remains belongs to those that want most",
    [
      [claim("a", 0, 1, { parts: 7 }), [1, 1]],
      [claim("b", 0, 7, { parts: 7 }), [3, 2]],
      [claim("c", 0, 7, { parts: 7 }), [2, 3]],
      [claim("b", 3, 7, { parts: 7 }), [3, 3]],
      [claim("c", 2, 7, { parts: 7 }), [3, 3]],
    ],
  ],
  [
    "who was known and is not: nothing is given until all could speak",
    [
      [claim("a", 20, 60, { known: true }), [20, 1]],
      [claim("b", 0, 60), [0, 2]],
      [claim("c", 20, 60, { known: true }), [20, 3]],
      [claim("d", 40, 60, { known: true }), [20, 4]],
    ],
  ],
  [
    "a lease ends",
    [
      [claim("a", 50, 60, { leaseMs: 0 }), [55, 1]],
      [claim("b", 0, 60), [30, 1]],
    ],
  ],
  [
    "a call that needs everything, when it is its turn",
    [
      [claim("a", 0, 60), [30, 1]],
      [claim("z", 0, 60, { least: 60, turnMs: 1e15 }), [15, 2]],
      [claim("a", 30, 60, { turnMs: 1e15 }), [0, 2]],
    ],
  ],
];

async function answersOf(store: LeaseStore, claims: readonly Claim[]): Promise<(readonly [number, number])[]> {
  const answers: (readonly [number, number])[] = [];
  for (const one of claims) {
    const { parts, members } = await soon(store, "limit", one);
    answers.push([parts, members]);
  }
  return answers;
}

describe("the book of a limit", () => {
  it.each(BOOK)("%s (in memory, as other tests have it)", async (_, talk) => {
    const store = memoryStore(() => 1);
    expect(
      await answersOf(
        store,
        talk.map(([said]) => said),
      ),
    ).toEqual(talk.map(([, heard]) => heard));
  });

  describe.skipIf(!hasRedis).each(PACKAGES)("in Redis, by %s (skipped where there is no redis-server)", (from) => {
    it.each(BOOK)("%s", async (_, talk) => {
      server = await startRedis();
      const store = redisStore({ client: server.connect(from) });
      expect(
        await answersOf(
          store,
          talk.map(([said]) => said),
        ),
      ).toEqual(talk.map(([, heard]) => heard));
    });
  });
});

describe.skipIf(!hasRedis).each(PACKAGES)(
  "a Redis that fails, by %s (skipped where there is no redis-server)",
  (from) => {
    it("is away: rejects, and is there again when it is", async () => {
      server = await startRedis();
      const store = redisStore({ client: server.connect(from) });
      await soon(store, "limit", claim("a", 0, 60));
      await server.stop();
      await expect(store.share("limit", claim("a", 30, 60))).rejects.toThrow();
      await expect(store.share("limit", claim("a", 30, 60))).rejects.toThrow("not ready");
      await server.start();
      expect(await soon(store, "limit", claim("b", 0, 60))).toEqual({ parts: 30, members: 1 });
    });

    it("is not connected yet: rejects", async () => {
      server = await startRedis();
      const store = redisStore({ client: server.connect(from) });
      await expect(store.share("limit", claim("a", 0, 60))).rejects.toThrow("not ready");
    });

    it("is full, or may not be written to: rejects with what it says", async () => {
      server = await startRedis();
      const store = redisStore({ client: server.connect(from) });
      await soon(store, "limit", claim("a", 0, 60));
      await server.command("CONFIG", "SET", "maxmemory", "1");
      await expect(store.share("limit", claim("a", 30, 60))).rejects.toThrow("OOM");
      await server.command("CONFIG", "SET", "maxmemory", "0");
      await server.command("REPLICAOF", "127.0.0.1", "1");
      await expect(store.share("limit", claim("a", 30, 60))).rejects.toThrow("READONLY");
      await server.command("REPLICAOF", "NO", "ONE");
      expect(await soon(store, "limit", claim("a", 30, 60))).toEqual({ parts: 45, members: 1 });
    });

    it("forgets its scripts: is told again", async () => {
      server = await startRedis();
      const store = redisStore({ client: server.connect(from) });
      await soon(store, "limit", claim("a", 0, 60));
      await server.command("SCRIPT", "FLUSH");
      expect(await store.share("limit", claim("a", 30, 60))).toEqual({ parts: 45, members: 1 });
    });

    it("keeps nothing without an end", async () => {
      server = await startRedis();
      const store = redisStore({ client: server.connect(from), prefix: "mine" });
      await soon(store, "limit", claim("a", 0, 60, { known: true }));
      expect(await server.command("KEYS", "*")).toEqual(["mine:limit"]);
      expect(Number(await server.command("PTTL", "mine:limit"))).toBeGreaterThan(50_000);
    });
  },
);

it("listens once for errors of a client, however many stores it has", () => {
  const client = Object.assign(new EventEmitter(), { evalSha: async () => [], eval: async () => [] });
  for (let i = 0; i < 20; i++) redisStore({ client, prefix: `p${i}` });
  expect(client.listenerCount("error")).toBe(1);
});

describe("a client that is none", () => {
  it("is refused in words", () => {
    expect(() => redisStore({ client: {} })).toThrow("redisStore needs a client of the package `redis` or `ioredis`.");
  });
});
