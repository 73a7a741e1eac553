import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { readLogin } from "../../../../../src/runtime/auth/logins/login.js";
import { loginKey } from "../../../../../src/runtime/auth/logins/store.js";
import { listen } from "../../../../../src/runtime/auth/sign-in/listener.js";
import { signIn } from "../../../../../src/runtime/auth/sign-in/sign-in.js";
import { signOut } from "../../../../../src/runtime/auth/sign-in/sign-out.js";
import type { ToolError } from "../../../../../src/runtime/call/errors.js";
import type { AuthScheme, Toolkit } from "../../../../../src/tool/types.js";
import { startUpstream, type Upstream } from "../../http/upstream.js";
import { type MemoryStore, memoryStore } from "../logins/memory.js";

type Reply = readonly [status: number, body: object, headers?: Record<string, string>];

/** Gives one code, and takes it once, from whoever can prove to have asked for it. */
interface Server extends Upstream {
  challenge: string;
  readonly codes: Set<string>;
}

async function startServer(replies: Readonly<Record<string, (body: URLSearchParams) => Reply>> = {}): Promise<Server> {
  const codes = new Set(["code-1"]);
  const upstream = await startUpstream((request, response, bytes) => {
    const body = new URLSearchParams(bytes.toString());
    const path = new URL(request.url ?? "/", "http://x").pathname;
    const [status, json, headers] = replies[path]?.(body) ?? (path === "/token" ? exchange(body) : [404, {}]);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json));
  });
  const server: Server = Object.assign(upstream, { codes, challenge: "" });
  const exchange = (body: URLSearchParams): Reply => {
    const proof = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    return codes.delete(body.get("code") ?? "") && proof === server.challenge
      ? [
          200,
          { access_token: "access-1", refresh_token: "refresh-1", token_type: "Bearer", expires_in: 3600, scope: "a" },
        ]
      : [400, { error: "invalid_grant", error_description: "the secret is s3cret" }];
  };
  return server;
}

const METADATA = "/.well-known/oauth-authorization-server";
const metadata = (origin: string, change: object = {}): Reply => [
  200,
  { issuer: origin, token_endpoint: `${origin}/token`, authorization_endpoint: `${origin}/auth`, ...change },
];

interface Came {
  readonly failed?: ToolError | undefined;
  /** Status of the answers that the browser got. */
  readonly pages: readonly number[];
  readonly opened: URL | undefined;
  readonly store: MemoryStore;
  readonly toolkit: Toolkit;
}

/** Signs in; `come` is what a browser does with the page: the addresses that it goes to on loopback. */
async function attempt(
  server: Server,
  come: (callback: URL, asked: URLSearchParams) => readonly (URL | readonly [URL, RequestInit])[],
  scheme?: AuthScheme,
  origins: readonly string[] = [server.origin],
  failing = 0,
): Promise<Came> {
  const definition: AuthScheme = scheme ?? {
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: `${server.origin}/auth?theme=dark`,
        tokenUrl: `${server.origin}/token`,
        scopes: {},
      },
    },
  };
  const toolkit: Toolkit = { name: "kit", origins, auth: { oauth: definition }, tools: {} };
  const store = memoryStore();
  store.failing = failing;
  const pages: Promise<number>[] = [];
  let opened: URL | undefined;
  const failed = await signIn({
    toolkit,
    scheme: "oauth",
    method: "code",
    client: { clientId: "cli" },
    scopes: ["a"],
    store,
    fetch: globalThis.fetch,
    signal: AbortSignal.timeout(3000),
    tell: {
      open(text) {
        opened = new URL(text);
        server.challenge = opened.searchParams.get("code_challenge") ?? "";
        const callback = new URL(opened.searchParams.get("redirect_uri") ?? "");
        for (const visit of come(callback, opened.searchParams)) {
          const [url, init] = visit instanceof URL ? [visit, {}] : visit;
          pages.push(
            fetch(url, init).then(
              (page) => page.status,
              () => 0,
            ),
          );
        }
      },
      enter: () => undefined,
    },
  }).then(
    () => undefined,
    (cause: ToolError) => cause,
  );
  return { failed, pages: await Promise.all(pages), opened, store, toolkit };
}

function at(callback: URL, parameters: Readonly<Record<string, string | null>>): URL {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url;
}

const honest = (callback: URL, asked: URLSearchParams): URL[] => [
  at(callback, { code: "code-1", state: asked.get("state") }),
];
const tokenRequests = (server: Server): number => server.seen.filter(({ url }) => url === "/token").length;

describe("A-14 authorization code", () => {
  it("asks with PKCE and state, on 127.0.0.1, and keeps what comes", async () => {
    await using server = await startServer();
    const { failed, pages, opened, store, toolkit } = await attempt(server, honest);
    expect([failed, pages]).toEqual([undefined, [200]]);
    const asked = Object.fromEntries(opened?.searchParams ?? []);
    expect(asked).toEqual({
      theme: "dark",
      response_type: "code",
      client_id: "cli",
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      scope: "a",
    });
    const key = loginKey({ toolkit: "kit", scheme: "oauth", origins: toolkit.origins ?? [] });
    const login = readLogin(store.texts.get(key) ?? "");
    expect([login?.access.reveal(), login?.refresh?.reveal(), login?.scopes]).toEqual(["access-1", "refresh-1", ["a"]]);
  });

  it.each<[string, Record<string, string | null>, string]>([
    ["no state", { code: "code-1", state: null }, "state"],
    ["another state", { code: "code-1", state: "x" }, "state"],
    ["an issuer that is another", { code: "code-1", iss: "https://evil.test" }, "iss"],
    ["no code", {}, "code"],
    ["an error", { error: "access_denied", error_description: "go away" }, "Access was denied"],
    ["an error of its own words", { error: "<script>" }, "refused: error"],
  ])("with %s in the answer is refused, and no token is asked for", async (_, parameters, said) => {
    await using server = await startServer();
    const { failed, pages, store } = await attempt(server, (callback, asked) => [
      at(callback, { state: asked.get("state"), ...parameters, ...(parameters["state"] === null && { state: null }) }),
    ]);
    expect(failed).toMatchObject({ code: "credentials_missing", message: expect.stringContaining(said) });
    expect([pages, tokenRequests(server), store.texts.size]).toEqual([[400], 0, 0]);
  });

  it("without the issuer that the server says it names is refused", async () => {
    await using server = await startServer({
      [METADATA]: () => metadata(server.origin, { authorization_response_iss_parameter_supported: true }),
    });
    const { failed } = await attempt(server, honest);
    expect([failed?.message, tokenRequests(server)]).toEqual([expect.stringContaining("iss"), 0]);
    const named = await attempt(server, (callback, asked) => [
      at(honest(callback, asked)[0] ?? callback, { iss: server.origin }),
    ]);
    expect(named.failed).toBeUndefined();
  });

  it("of a server that has no S256 is not begun", async () => {
    await using server = await startServer({
      [METADATA]: () => metadata(server.origin, { code_challenge_methods_supported: ["plain"] }),
    });
    const { failed, opened } = await attempt(server, honest);
    expect([failed?.message, opened]).toEqual([
      "The authorization server of oauth does not know PKCE with S256.",
      undefined,
    ]);
  });

  it("that was used before is refused, without the server's words", async () => {
    await using server = await startServer();
    server.codes.clear();
    const { failed, pages } = await attempt(server, honest);
    expect([failed?.message, pages]).toEqual(["The authorization server of oauth refused: invalid_grant.", [400]]);
  });

  it("is taken once: whatever comes second is turned away", async () => {
    await using server = await startServer();
    const { failed, pages, opened } = await attempt(server, (callback, asked) => [
      ...honest(callback, asked),
      at(callback, { code: "code-2", state: asked.get("state") }),
    ]);
    expect(failed).toBeUndefined();
    expect([...pages].sort()).toEqual([200, 400]);
    const again = await fetch(opened?.searchParams.get("redirect_uri") ?? "").then(
      () => "open",
      () => "closed",
    );
    expect([again, tokenRequests(server)]).toEqual(["closed", 1]);
  });

  it("is not taken at another path, by another method, or under another name of the address", async () => {
    await using server = await startServer();
    const { failed, pages } = await attempt(server, (callback, asked) => {
      const forged = at(callback, { code: "code-9", state: "forged" });
      const byName = new URL(forged);
      byName.hostname = "localhost";
      const ahead = ["sec-purpose", "purpose", "x-moz"].map(
        (name) => [forged, { headers: { [name]: "prefetch;prerender" } }] as const,
      );
      return [
        new URL("/favicon.ico", callback),
        [forged, { method: "POST" }],
        [forged, { method: "HEAD" }],
        ...ahead,
        byName,
        ...honest(callback, asked),
      ];
    });
    expect(failed).toBeUndefined();
    expect(pages.slice(0, 6)).toEqual([404, 400, 400, 503, 503, 503]);
    expect([400, 0]).toContain(pages[6]);
    expect(pages[7]).toBe(200);
  });

  it("that comes to another port, or slowly, keeps nobody waiting", async () => {
    await using server = await startServer();
    const sockets: Socket[] = [];
    const { failed, pages } = await attempt(server, (callback, asked) => {
      // One that opens a connection and says half of a request, as browsers do in advance.
      const slow = connect(Number(callback.port), "127.0.0.1", () =>
        slow.write("GET /callback?code=code-9 HTTP/1.1\r\n"),
      );
      sockets.push(slow.on("error", () => undefined));
      const elsewhere = at(callback, { code: "code-9", state: asked.get("state") });
      elsewhere.port = "1";
      return [elsewhere, ...honest(callback, asked)];
    });
    for (const socket of sockets) socket.destroy();
    expect([failed, pages]).toEqual([undefined, [0, 200]]);
  });

  it("is listened for on 127.0.0.1 alone", async () => {
    const listener = await listen(0);
    const { port } = new URL(listener.redirectUri);
    const tried = ["127.0.0.1", "127.0.0.2", "::1"].map(async (host) => {
      const socket = connect(Number(port), host);
      try {
        await once(socket, "connect");
        return "open";
      } catch {
        return "closed";
      } finally {
        socket.destroy();
      }
    });
    expect(await Promise.all(tried)).toEqual(["open", "closed", "closed"]);
    listener.close();
  });

  it("that cannot be kept is said to be lost", async () => {
    await using server = await startServer();
    const { failed } = await attempt(server, honest, undefined, [server.origin], 1);
    expect(failed?.message).toBe("You signed in, but the tokens cannot be kept (ENOSPC).");
  });

  it.each<[string, Reply, string]>([
    ["is down", [503, {}], "There was no answer of the authorization server of oauth that can be used (HTTP 503)."],
    [
      "gives a token that is bound to a key",
      [200, { access_token: "canary-1", token_type: "DPoP" }],
      "Not sent: the token endpoint of oauth gives tokens that are not of the type Bearer.",
    ],
    [
      "gives a token of another type",
      [200, { access_token: "canary-1", token_type: "mac" }],
      "Not sent: the token endpoint of oauth gives tokens that are not of the type Bearer.",
    ],
    [
      "says what nobody can read",
      [200, { access_token: 1, token_type: "bearer", canary: 1 }],
      'The answer of the authorization server of oauth is not what it should be: "response" body "access_token" property must be a string.',
    ],
    [
      "refuses the client",
      [401, { error: "invalid_client", error_description: "canary" }, { "www-authenticate": "Basic" }],
      "The authorization server of oauth refused: invalid_client.",
    ],
  ])("whose token endpoint %s ends in words, and nothing is kept", async (_, reply, said) => {
    await using server = await startServer({ "/token": () => reply });
    const { failed, store } = await attempt(server, honest);
    expect([failed?.message, store.texts.size]).toEqual([said, 0]);
    expect(JSON.stringify([failed?.message, failed?.facts])).not.toContain("canary");
  });

  it("keeps a life beyond all dates as ten years, and where it is renewed", async () => {
    const answer = { access_token: "a-1", refresh_token: "r-1", token_type: "bearer", expires_in: 1e300 };
    await using server = await startServer({ "/token": () => [200, answer] });
    const flow = {
      authorizationUrl: `${server.origin}/auth`,
      tokenUrl: `${server.origin}/token`,
      refreshUrl: `${server.origin}/renew`,
      scopes: {},
    };
    const { store } = await attempt(server, honest, { type: "oauth2", flows: { authorizationCode: flow } });
    const login = readLogin([...store.texts.values()][0] ?? "");
    expect([(login?.expiresAt ?? 0) - (login?.obtainedAt ?? 0), login?.server.refresh]).toEqual([
      315_360_000_000,
      `${server.origin}/renew`,
    ]);
  });

  it("follows no redirect of the token endpoint", async () => {
    await using other = await startServer();
    await using server = await startServer({ "/token": () => [307, {}, { location: `${other.origin}/token` }] });
    const { failed } = await attempt(server, honest);
    expect([failed?.code, other.seen.length]).toEqual(["credentials_missing", 0]);
  });

  it.each([
    ["a page that is a program", { authorizationUrl: "file:///bin/sh" }, "is no https address"],
    ["a page in clear", { authorizationUrl: "http://id.test/auth" }, "is no https address"],
    [
      "a token endpoint that was not allowed",
      { tokenUrl: "https://evil.test/token" },
      "https://evil.test is not an origin",
    ],
    ["a page of a program's", { authorizationUrl: "javascript:alert(1)" }, "is no https address"],
    ["a page with a password", { authorizationUrl: "https://ann:pw@id.test/auth" }, "is no https address"],
    ["no page", { authorizationUrl: "" }, "is no https address"],
    ["a token endpoint in clear", { tokenUrl: "http://id.test/token" }, "http://id.test is not encrypted"],
    [
      "a refresh endpoint that was not allowed",
      { refreshUrl: "https://evil.test/renew" },
      "the refresh endpoint of oauth cannot be asked, since https://evil.test is not an origin",
    ],
  ])("is not begun with %s", async (_, change, said) => {
    await using server = await startServer();
    const flow = {
      authorizationUrl: `${server.origin}/auth`,
      tokenUrl: `${server.origin}/token`,
      scopes: {},
      ...change,
    };
    const { failed, opened } = await attempt(server, honest, { type: "oauth2", flows: { authorizationCode: flow } });
    expect([failed?.message, opened]).toEqual([expect.stringContaining(said), undefined]);
  });

  it("believes no metadata that name another token endpoint, or another issuer", async () => {
    for (const change of [{ token_endpoint: "https://evil.test/token" }, { issuer: "https://evil.test" }]) {
      await using server: Server = await startServer({
        [METADATA]: () =>
          metadata(server.origin, {
            code_challenge_methods_supported: ["plain"],
            revocation_endpoint: "https://evil.test/revoke",
            ...change,
          }),
      });
      const { failed, store } = await attempt(server, honest);
      const login = readLogin([...store.texts.values()][0] ?? "");
      expect([failed, login?.server]).toEqual([undefined, { issuer: server.origin, token: `${server.origin}/token` }]);
    }
  });

  it("gives tokens back to no endpoint that the metadata name and nobody allowed", async () => {
    await using server: Server = await startServer({
      [METADATA]: () => metadata(server.origin, { revocation_endpoint: "https://evil.test/revoke" }),
    });
    const { failed, store } = await attempt(server, honest);
    expect([failed, readLogin([...store.texts.values()][0] ?? "")?.server.revocation]).toEqual([undefined, undefined]);
  });

  it.each<[string, (origin: string) => Reply]>([
    ["of another issuer", (origin) => metadata(origin, { issuer: "https://evil.test" })],
    ["that redirect", () => [302, {}, { location: "https://evil.test/" }]],
    ["that are no object", () => [200, []]],
  ])("of OpenID Connect with metadata %s is not begun", async (_, reply) => {
    await using server: Server = await startServer({
      "/.well-known/openid-configuration": () => reply(server.origin),
    });
    const openIdConnectUrl = `${server.origin}/.well-known/openid-configuration`;
    const { failed, opened } = await attempt(server, honest, { type: "openIdConnect", openIdConnectUrl });
    expect([failed?.message, opened]).toEqual([
      "The OpenID Connect discovery document of oauth could not be read.",
      undefined,
    ]);
  });

  it("of OpenID Connect sends nothing where the discovery document leads, unless that was allowed", async () => {
    await using other = await startServer();
    await using server = await startServer({
      "/.well-known/openid-configuration": () => metadata(server.origin, { token_endpoint: `${other.origin}/token` }),
    });
    const scheme: AuthScheme = {
      type: "openIdConnect",
      openIdConnectUrl: `${server.origin}/.well-known/openid-configuration`,
    };
    const { failed, opened } = await attempt(server, honest, scheme);
    expect([failed?.facts.hint, opened, other.seen.length]).toEqual([
      expect.stringContaining(`--allow-origin ${other.origin}`),
      undefined,
      0,
    ]);
  });
});

describe("the device flow", () => {
  it("waits as told, and longer when asked to", async () => {
    const answers: Reply[] = [
      [400, { error: "authorization_pending" }],
      [200, { access_token: "access-1", token_type: "bearer" }],
    ];
    await using server = await startServer({
      "/device": () => [
        200,
        {
          device_code: "d-1",
          user_code: "ABCD",
          verification_uri: `${server.origin}/enter`,
          expires_in: 60,
          interval: 0.05,
        },
      ],
      "/token": () => answers.shift() ?? [400, { error: "expired_token" }],
    });
    const flow = { deviceAuthorizationUrl: `${server.origin}/device`, tokenUrl: `${server.origin}/token`, scopes: {} };
    const toolkit: Toolkit = {
      name: "kit",
      origins: [server.origin],
      auth: { oauth: { type: "oauth2", flows: { deviceAuthorization: flow } } },
      tools: {},
    };
    const entered: object[] = [];
    const begin = () =>
      signIn({
        toolkit,
        scheme: "oauth",
        method: "device",
        client: { clientId: "cli" },
        scopes: ["a", "b"],
        store: memoryStore(),
        fetch: globalThis.fetch,
        signal: AbortSignal.timeout(5000),
        tell: { open: () => undefined, enter: (prompt) => void entered.push(prompt) },
      });
    expect((await begin()).scopes).toEqual(["a", "b"]);
    expect(entered).toEqual([{ url: `${server.origin}/enter`, code: "ABCD" }]);
    expect(server.seen.map(({ url, body }) => [url, body]).slice(-2)).toEqual(
      Array(2).fill([
        "/token",
        "device_code=d-1&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&client_id=cli",
      ]),
    );
    await expect(begin()).rejects.toThrow("Nobody entered the code for oauth in time.");
  });
});

describe("signing out", () => {
  it.each([
    ["revoked", 200, "revoked"],
    ["not taken back", 503, "failed"],
  ])("forgets the tokens, %s", async (_, status, want) => {
    await using server = await startServer({
      [METADATA]: () => metadata(server.origin, { revocation_endpoint: `${server.origin}/revoke` }),
      "/revoke": () => [status, {}],
    });
    const { store, toolkit } = await attempt(server, honest);
    const leave = () =>
      signOut({ toolkit, scheme: "oauth", store, fetch: globalThis.fetch, signal: AbortSignal.timeout(3000) });
    expect([await leave(), store.texts.size, await leave()]).toEqual([want, 0, "none"]);
    const given = server.seen
      .filter(({ url }) => url === "/revoke")
      .map(({ body }) => new URLSearchParams(body).get("token"));
    expect(given).toEqual(status === 200 ? ["refresh-1", "access-1"] : ["refresh-1"]);
  });

  it("of a service that takes nothing back is said to be so", async () => {
    await using server = await startServer();
    const { store, toolkit } = await attempt(server, honest);
    expect(
      await signOut({ toolkit, scheme: "oauth", store, fetch: globalThis.fetch, signal: AbortSignal.timeout(3000) }),
    ).toBe("forgotten");
  });
});
