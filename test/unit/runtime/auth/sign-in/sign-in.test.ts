import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readLogin } from "../../../../../src/runtime/auth/logins/login.js";
import { loginKey } from "../../../../../src/runtime/auth/logins/store.js";
import { signIn } from "../../../../../src/runtime/auth/sign-in/sign-in.js";
import { signOut } from "../../../../../src/runtime/auth/sign-in/sign-out.js";
import type { ToolError } from "../../../../../src/runtime/errors.js";
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
      return [new URL("/favicon.ico", callback), [forged, { method: "POST" }], byName, ...honest(callback, asked)];
    });
    expect(failed).toBeUndefined();
    expect(pages.slice(0, 2)).toEqual([404, 400]);
    expect([400, 0]).toContain(pages[2]);
    expect(pages[3]).toBe(200);
  });

  it("that cannot be kept is said to be lost", async () => {
    await using server = await startServer();
    const { failed } = await attempt(server, honest, undefined, [server.origin], 1);
    expect(failed?.message).toBe("You signed in, but the tokens cannot be kept (ENOSPC).");
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
