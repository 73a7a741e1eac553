import { describe, expect, it, vi } from "vitest";
import { environmentCredentials } from "../../../../src/runtime/auth/environment.js";
import type { Login } from "../../../../src/runtime/auth/logins/login.js";
import { Secret } from "../../../../src/runtime/auth/secret.js";
import type { ToolError } from "../../../../src/runtime/call/errors.js";
import type { AuthScheme } from "../../../../src/tool/types.js";
import { makeCall, makeSender, startUpstream, type Upstream } from "../http/upstream.js";
import { aLogin, type MemoryStore, memoryStore, put } from "./logins/memory.js";

/** Rotates: a refresh token holds once, and the second use ends the login, as RFC 9700 has it. */
async function startIssuer(answer?: (n: number) => [number, object] | undefined): Promise<Upstream> {
  let n = 0;
  return startUpstream((_, response, body) => {
    const given = new URLSearchParams(body.toString()).get("refresh_token");
    const own: [number, object] =
      given === `refresh-token-${n}`
        ? [
            200,
            {
              access_token: `access-token-${n + 1}`,
              refresh_token: `refresh-token-${n + 1}`,
              token_type: "bearer",
              expires_in: 3600,
            },
          ]
        : [400, { error: "invalid_grant", error_description: `what of ${given}?` }];
    const [status, json] = answer?.(n) ?? own;
    n++;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
}

const PAST = { obtainedAt: Date.now() - 7_200_000, expiresAt: Date.now() - 3_600_000 };

interface Bench {
  readonly store: MemoryStore;
  readonly key: string;
  send(signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

function bench(id: Upstream, api: Upstream, change: Partial<Login>, store: MemoryStore = memoryStore()): Bench {
  const origins = [id.origin, api.origin];
  const key = put(store, origins, aLogin(`${id.origin}/token`, change));
  const oauth: AuthScheme = {
    type: "oauth2",
    flows: { authorizationCode: { authorizationUrl: `${id.origin}/auth`, tokenUrl: `${id.origin}/token`, scopes: {} } },
  };
  const sender = makeSender({ credentials: environmentCredentials({}, store) });
  return {
    store,
    key,
    send: (signal) =>
      sender.send(
        makeCall(
          { method: "GET", path: "/x" },
          {},
          {
            baseUrl: api.origin,
            toolkit: { origins, auth: { oauth } },
            tool: { auth: [{ oauth: ["a"] }] },
            ...(signal && { signal }),
          },
        ),
      ),
    close: () => sender.close(),
  };
}

const tokensAt = (api: Upstream): unknown[] => [...new Set(api.seen.map(({ headers }) => headers["authorization"]))];
const failureOf = (pending: Promise<unknown>): Promise<ToolError | undefined> =>
  pending.then(
    () => undefined,
    (cause: ToolError) => cause,
  );

describe("a login", () => {
  it("is used as it is until a minute before its end", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream();
    const { send, close } = bench(id, api, { expiresAt: Date.now() + 3_600_000 });
    await send();
    expect([id.seen.length, tokensAt(api)]).toEqual([0, ["Bearer access-token-0"]]);
    await close();
  });

  it("A-12 is renewed once for 50 calls that come at the same time, in two senders on one store", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream();
    const one = bench(id, api, PAST);
    const two = bench(id, api, PAST, one.store);
    await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? one : two).send()));
    expect([id.seen.length, tokensAt(api)]).toEqual([1, ["Bearer access-token-1"]]);
    expect(JSON.parse(one.store.texts.get(one.key) ?? "")).toMatchObject({
      access: "access-token-1",
      refresh: "refresh-token-1",
    });
    await Promise.all([one.close(), two.close()]);
  });

  it("A-12 that was rotated elsewhere is taken from the store, not renewed again, nor lost", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream((request, response) => {
      response.writeHead(request.headers.authorization === "Bearer access-token-7" ? 200 : 401).end();
    });
    const { store, key, send, close } = bench(id, api, {});
    // Another process renews between the look at the store and the answer.
    const load = store.load;
    store.load = async (name) => {
      const text = await load(name);
      store.texts.set(key, (text ?? "").replaceAll("token-0", "token-7"));
      return text;
    };
    await send();
    expect([id.seen.length, tokensAt(api)]).toEqual([0, ["Bearer access-token-0", "Bearer access-token-7"]]);
    await close();
  });

  it("A-12 that was renewed by someone without the lock is taken from them, and what they saved stays", async () => {
    for (const refusal of [true, false]) {
      // While the server thinks, another one has come to an end of it.
      const other = { access: new Secret("access-token-9"), refresh: new Secret("refresh-token-9") };
      await using id = await startIssuer(() => {
        put(store, [id.origin, api.origin], aLogin(`${id.origin}/token`, other));
        return refusal ? [400, { error: "invalid_grant" }] : undefined;
      });
      await using api = await startUpstream();
      const { store, key, send, close } = bench(id, api, PAST);
      await send();
      await send();
      expect([id.seen.length, tokensAt(api)]).toEqual([1, ["Bearer access-token-9"]]);
      expect(JSON.parse(store.texts.get(key) ?? "")).toMatchObject({
        access: "access-token-9",
        refresh: "refresh-token-9",
      });
      await close();
    }
  });

  it("A-12 that someone gives back meanwhile does not come back", async () => {
    await using id = await startIssuer(() => void store.texts.clear());
    await using api = await startUpstream();
    const { store, send, close } = bench(id, api, PAST);
    await send();
    expect([tokensAt(api), store.texts.size]).toEqual([["Bearer access-token-1"], 0]);
    await close();
  });

  it("A-12 that cannot be saved is not lost: it is used, and saved when there is room", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream();
    const { store, key, send, close } = bench(id, api, PAST);
    store.failing = 2;
    await send();
    await send();
    expect(JSON.parse(store.texts.get(key) ?? "")).toMatchObject({ access: "access-token-0" });
    await send();
    expect(JSON.parse(store.texts.get(key) ?? "")).toMatchObject({
      access: "access-token-1",
      refresh: "refresh-token-1",
    });
    expect([id.seen.length, tokensAt(api)]).toEqual([1, ["Bearer access-token-1"]]);
    await close();
  });

  it("A-12 that has ended is kept, not tried again, and says what to do", async () => {
    await using id = await startIssuer(() => [400, { error: "invalid_grant", error_description: "refresh-token-0?" }]);
    await using api = await startUpstream();
    const { store, key, send, close } = bench(id, api, PAST);
    const before = store.texts.get(key);
    for (const failed of [await failureOf(send()), await failureOf(send())]) {
      expect(failed).toMatchObject({
        code: "credentials_missing",
        message: "Not sent: the login for oauth has ended.",
        facts: { hint: "Whoever runs the host has to sign in again: toolgen login <folder of kit> oauth." },
      });
    }
    expect([id.seen.length, api.seen.length, store.texts.get(key)]).toEqual([1, 0, before]);
    await close();
  });

  it.each([
    ["its last minute: the old token does", 30_000, ["Bearer access-token-0"]],
    ["its end: the call fails", -1, []],
  ])("with a token endpoint that is down, in %s", async (_, left, want) => {
    await using id = await startIssuer(() => [503, {}]);
    await using api = await startUpstream();
    const { send, close } = bench(id, api, { obtainedAt: Date.now() - 3_600_000, expiresAt: Date.now() + left });
    const failed = await failureOf(send());
    expect([failed?.message.includes("token endpoint of oauth renewed no token") ?? false, tokensAt(api)]).toEqual([
      want.length === 0,
      want,
    ]);
    await close();
  });

  it("is renewed for those who stay when one caller leaves", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream();
    const { send, close } = bench(id, api, PAST);
    const leaving = new AbortController();
    const calls = [failureOf(send(leaving.signal)), failureOf(send())];
    leaving.abort();
    expect((await Promise.all(calls)).map((failed) => failed?.code)).toEqual(["cancelled", undefined]);
    expect(id.seen).toHaveLength(1);
    await close();
  });

  it("A-13 made in the future, since the clock was turned back an hour, is renewed", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream();
    const { send, close } = bench(id, api, { obtainedAt: Date.now() + 3_600_000, expiresAt: Date.now() + 7_200_000 });
    await send();
    expect([id.seen.length, tokensAt(api)]).toEqual([1, ["Bearer access-token-1"]]);
    await close();
  });

  it("A-18 that the upstream refuses for ever costs one renewal a call", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream((_, response) => void response.writeHead(401).end());
    const { send, close } = bench(id, api, {});
    expect(await failureOf(send())).toMatchObject({
      code: "upstream_error",
      facts: {
        status: 401,
        hint: expect.stringContaining("renew what the login for oauth (toolgen login <folder of kit> oauth) holds"),
      },
    });
    expect([id.seen.length, api.seen.length]).toEqual([1, 2]);
    await close();
  });

  it("is renewed where the document says, with fewer scopes from then on if the server says so", async () => {
    const answer = { access_token: "access-token-1", token_type: "bearer", scope: "b" };
    await using id = await startIssuer(() => [200, answer]);
    await using api = await startUpstream((_, response) => void response.writeHead(403).end());
    const server = { issuer: id.origin, token: `${id.origin}/token`, refresh: `${id.origin}/renew` };
    const { store, key, send, close } = bench(id, api, { ...PAST, server, scopes: ["a", "b"] });
    await send().catch(() => undefined);
    expect([id.seen.map(({ url }) => url), tokensAt(api)]).toEqual([["/renew"], ["Bearer access-token-1"]]);
    // A server that does not rotate; a life that is not known.
    const kept = JSON.parse(store.texts.get(key) ?? "") as Record<string, unknown>;
    expect([kept["refresh"], kept["scopes"], "expiresAt" in kept]).toEqual(["refresh-token-0", ["b"], false]);
    expect((await failureOf(send()))?.facts.hint).toContain("toolgen login <folder of kit> oauth --scope a");
    await close();
  });

  it("that lacks a scope is tried, and what to ask for is said", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream((_, response) => void response.writeHead(403).end());
    const { send, close } = bench(id, api, { scopes: ["b"] });
    expect((await failureOf(send()))?.facts.hint).toBe(
      "The credentials in the login for oauth (toolgen login <folder of kit> oauth --scope a) may not do this. Another tool or other rights are needed; calling again does not help.",
    );
    await close();
  });

  it("A-03 goes to no token endpoint but the one that made it, and only where that is allowed", async () => {
    await using id = await startIssuer();
    await using other = await startIssuer();
    await using api = await startUpstream();
    const { send, close } = bench(id, api, {
      ...PAST,
      server: { issuer: other.origin, token: `${other.origin}/token` },
    });
    expect(await failureOf(send())).toMatchObject({
      facts: { hint: expect.stringContaining(`--allow-origin ${other.origin}`) },
    });
    expect([id.seen.length, other.seen.length, api.seen.length]).toEqual([0, 0, 0]);
    await close();
  });

  it("A-03 is renewed nowhere else, whatever the token endpoint says", async () => {
    await using other = await startIssuer();
    await using id = await startUpstream((_, response) => {
      response.writeHead(307, { location: `${other.origin}/token` }).end();
    });
    await using api = await startUpstream();
    const { send, close } = bench(id, api, PAST);
    expect((await failureOf(send()))?.message).toBe(
      "Not sent: the token endpoint of oauth renewed no token (HTTP 307; its redirects are not followed).",
    );
    const elsewhere = bench(id, api, {
      ...PAST,
      server: { issuer: id.origin, token: `${id.origin}/token`, refresh: `${other.origin}/renew` },
    });
    expect(await failureOf(elsewhere.send())).toMatchObject({
      facts: { hint: expect.stringContaining(`--allow-origin ${other.origin}`) },
    });
    expect(other.seen).toEqual([]);
    await Promise.all([close(), elsewhere.close()]);
  });

  it("A-03 of a toolkit with other origins is another one", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream();
    const store = memoryStore();
    put(store, ["https://api.github.test"], aLogin(`${id.origin}/token`));
    const { send, key, close } = bench(id, api, {}, store);
    store.texts.delete(key);
    expect(await failureOf(send())).toMatchObject({ code: "credentials_missing" });
    expect(api.seen).toEqual([]);
    await close();
  });

  it("A-01 is in nothing that is shown", async () => {
    await using id = await startIssuer();
    await using api = await startUpstream((request, response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: `${request.headers.authorization} and refresh-token-0` }));
    });
    const logged = vi.spyOn(console, "error");
    const { send, close } = bench(id, api, {});
    const failed = await failureOf(send());
    expect(JSON.stringify([failed?.facts, failed?.message])).not.toMatch(/token-0/);
    expect(logged).not.toHaveBeenCalled();
    await close();
  });
});
