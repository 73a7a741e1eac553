/** Many people in one process: what each of them is signed in with, and what each gets, is never another's. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Credential } from "../../../../src/runtime/auth/credentials.js";
import { Secret } from "../../../../src/runtime/auth/secret.js";
import { createRegistry, type Registry } from "../../../../src/runtime/index.js";
import type { AnyTool, Effect } from "../../../../src/tool/index.js";
import { startUpstream, type Upstream } from "../http/upstream.js";
import { aLogin, memoryStore, put } from "./logins/memory.js";

const USERS = Array.from({ length: 20 }, (_, i) => `user${i}`);
const pause = (): Promise<void> => sleep(Math.random() * 8);

/** Gives `token-of-<user>-<n>`, for the refresh token or the id of that user's client; and says who it was asked by. */
async function startService(): Promise<Upstream> {
  let n = 0;
  return startUpstream(async (request, response, body) => {
    await pause();
    response.writeHead(200, { "content-type": "application/json" });
    if (request.url === "/token") {
      const form = new URLSearchParams(body.toString());
      const basic = Buffer.from(request.headers.authorization?.split(" ")[1] ?? "", "base64").toString();
      const user = (form.get("refresh_token") ?? basic.split(":")[0] ?? "").replace("refresh-of-", "");
      const access_token = `token-of-${user}-${n++}`;
      return void response.end(JSON.stringify({ access_token, token_type: "bearer", expires_in: 3600 }));
    }
    const user = /^Bearer token-of-(\w+)-\d+$/.exec(request.headers.authorization ?? "")?.[1];
    return void response.end(JSON.stringify({ user, saw: String(body) }));
  });
}

function openRegistry(upstream: Upstream, credentialOf: (user: string) => Credential): Registry {
  const toolOf = (name: string, effect: Effect, method: string): AnyTool => ({
    name,
    description: name,
    effect,
    input: { type: "object", additionalProperties: false, properties: { note: { type: "string" } } },
    auth: [{ oauth: [] }],
    http: {
      method,
      path: `/${name}`,
      ...(method === "POST" && { body: { mediaType: "application/json", fields: ["note"] } }),
    },
  });
  const flow = { tokenUrl: `${upstream.origin}/token`, scopes: {} };
  const registry = createRegistry({
    cache: { ttlMs: 60_000 },
    account: (context) => String(context),
    quota: { limit: 1000, interval: 1000 },
    async credentials({ context }) {
      await pause();
      return credentialOf(String(context));
    },
  });
  registry.register({
    name: "kit",
    origins: [upstream.origin],
    servers: { default: { url: upstream.origin } },
    auth: { oauth: { type: "oauth2", flows: { clientCredentials: flow, authorizationCode: flow } } },
    tools: { get_me: toolOf("get_me", "read", "GET"), add_note: toolOf("add_note", "write", "POST") },
  });
  return registry;
}

describe("A-13 200 calls of 20 people at the same time", () => {
  it.each<[string, (upstream: Upstream) => (user: string) => Credential]>([
    [
      "logins that have run out",
      (upstream) => {
        const store = memoryStore();
        const past = { obtainedAt: Date.now() - 7_200_000, expiresAt: Date.now() - 3_600_000 };
        const stored = new Map(
          USERS.map((user) => {
            const login = aLogin(`${upstream.origin}/token`, {
              ...past,
              access: new Secret(`old-of-${user}`),
              refresh: new Secret(`refresh-of-${user}`),
            });
            return [user, { login, store, key: put(store, [user], login) }];
          }),
        );
        return (user) => stored.get(user) ?? "";
      },
    ],
    ["clients of their own", () => (user) => ({ clientId: user, clientSecret: `secret-of-${user}` })],
    ["tokens of their own", () => (user) => `token-of-${user}-0`],
  ])("with %s each carry their own, through cache, quota and idempotency", async (kind, credentials) => {
    await using upstream = await startService();
    const registry = openRegistry(upstream, credentials(upstream));
    const calls = Array.from({ length: 200 }, (_, i) => ({ user: USERS[i % 20] ?? "", write: i % 40 >= 20, round: i }));
    const results = await Promise.all(
      calls.map(async ({ user, write }) => {
        await pause();
        // The same arguments and the same keys for all.
        return write
          ? registry.call("add_note", { note: "hello" }, { context: user, idempotencyKey: "key-1" })
          : registry.call("get_me", {}, { context: user });
      }),
    );
    await registry.close();
    expect(results.map((result) => result.ok && (result.data as { user: string }).user)).toEqual(
      calls.map(({ user }) => user),
    );
    // One effect for each person's key, one renewal for each person's token.
    const asked = (url: string): number => upstream.seen.filter((seen) => seen.url === url).length;
    expect([asked("/add_note"), asked("/token")]).toEqual([20, kind === "tokens of their own" ? 0 : 20]);
  });
});
