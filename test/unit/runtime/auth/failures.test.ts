/** What may go wrong around a credential that is not sent, or whose request fails: what is said of it. */
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Credential } from "../../../../src/runtime/auth/credentials.js";
import { createRegistry, type RegistryOptions } from "../../../../src/runtime/index.js";
import type { AuthScheme, HttpPlan } from "../../../../src/tool/index.js";
import { canary, leakIn } from "../canary.js";
import { startUpstream } from "../http/upstream.js";

const schemes: Record<string, AuthScheme> = {
  query: { type: "apiKey", in: "query", name: "key" },
  header: { type: "apiKey", in: "header", name: "x-key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  token: { type: "http", scheme: "token" },
  oauth: { type: "oauth2", flows: {} },
};

interface Setup extends RegistryOptions {
  readonly scheme: string;
  readonly credential: Credential;
  readonly server: string;
  readonly origins?: readonly string[];
  readonly baseUrl?: string;
  readonly http?: HttpPlan;
}

/** The result, and all that was told besides. */
async function attempt({ scheme, credential, server, origins, baseUrl, http, ...options }: Setup) {
  const told: unknown[] = [];
  const note = (what: unknown): void => void told.push(what);
  for (const name of ["log", "warn", "error"] as const) vi.spyOn(console, name).mockImplementation(note);
  const registry = createRegistry({ credentials: () => credential, retries: 0, onCall: note, audit: note, ...options });
  registry.register(
    {
      name: "kit",
      origins: origins ?? [new URL(server).origin],
      auth: schemes,
      servers: { default: { url: server } },
      tools: {
        t: {
          name: "t",
          description: "t",
          effect: "read",
          input: { type: "object" },
          auth: [{ [scheme]: [] }],
          http: http ?? { method: "GET", path: "/x" },
        },
      },
    },
    baseUrl === undefined ? {} : { baseUrl },
  );
  const result = await registry.call("t", {});
  told.push(await registry.preview("t", {}));
  await registry.close();
  return { error: result.ok ? undefined : result.error, all: inspect([result, told], { depth: 20, showHidden: true }) };
}

afterEach(() => void vi.restoreAllMocks());

describe("A-10 a key in the query", () => {
  const open = (): ReturnType<typeof startUpstream> => startUpstream(() => undefined);
  const own = undefined;
  it.each<[string, string, (closed: string) => Partial<Setup> & { server: string }, typeof fetch | undefined, string]>([
    ["refused", "ECONNREFUSED", () => ({ server: "http://127.0.0.1:1" }), own, "network_error"],
    ["of a port that fetch does not take", "", () => ({ server: "http://127.0.0.1:1" }), fetch, "network_error"],
    ["timed out", "", (origin) => ({ server: origin, timeoutMs: 50 }), own, "timeout"],
    ["timed out by a fetch", "", (origin) => ({ server: origin, timeoutMs: 50 }), fetch, "timeout"],
    ["without TLS behind it", "", (origin) => ({ server: origin.replace("http", "https") }), own, "network_error"],
    [
      "without TLS behind a fetch",
      "",
      (origin) => ({ server: origin.replace("http", "https") }),
      fetch,
      "network_error",
    ],
    ["of a host that there is not", "", () => ({ server: "https://nobody.invalid" }), own, "network_error"],
    [
      "of a host that no fetch finds",
      "ENOTFOUND",
      () => ({ server: "https://nobody.invalid" }),
      fetch,
      "network_error",
    ],
    [
      "thrown back by the host's fetch",
      "",
      () => ({ server: "https://api.test" }),
      async (url) => Promise.reject(new TypeError(`bad ${url}`, { cause: new Error(`really ${url}`) })),
      "network_error",
    ],
  ])("%s is in no message, cause, log, record or preview", async (_, said, setup, hostFetch, code) => {
    await using upstream = await open();
    const credential = canary("query");
    const given = { ...setup(upstream.origin), ...(hostFetch && { fetch: hostFetch }) };
    const { error, all } = await attempt({ scheme: "query", credential, ...given });
    expect([error?.code, error?.message]).toEqual([code, expect.stringContaining(said)]);
    expect(leakIn(all)).toBeUndefined();
    expect(all).not.toMatch(/[?&]key=(?!\[redacted\])/);
  });
});

describe("A-11 a credential", () => {
  const refused =
    /^Not sent: the credential \w+ (?:is empty|has a line break, a control character or blanks at an end|has a character that no header can hold)\.$/;
  const wrongAnywhere: [string, (secret: string) => string][] = [
    ["a line break inside", (secret) => `${secret}\n${secret}`],
    ["a line break at its end", (secret) => `${secret}\r\n`],
    ["a blank before it", (secret) => ` ${secret}`],
    ["a byte order mark", (secret) => `\ufeff${secret}`],
    ["a NUL", (secret) => `${secret}\0`],
    ["an escape", (secret) => `\u001b[2J${secret}`],
    ["nothing in it", () => ""],
  ];
  const wrongInHeaders: [string, (secret: string) => string][] = [
    ["smart quotes", (secret) => `“${secret}”`],
    ["a dash of a word processor's", (secret) => `${secret}–x`],
  ];
  const cases = [
    ...Object.keys(schemes).flatMap((scheme) => wrongAnywhere.map(([what, make]) => [scheme, what, make] as const)),
    ...["header", "bearer", "token", "oauth"].flatMap((scheme) =>
      wrongInHeaders.map(([what, make]) => [scheme, what, make] as const),
    ),
  ];
  it.each(cases)("of the scheme %s with %s is refused in words that do not show it", async (scheme, _, make) => {
    await using upstream = await startUpstream();
    const value = canary("copied");
    const credential = make(scheme === "basic" ? `kim:${value}` : value);
    const { error, all } = await attempt({ scheme, credential, server: upstream.origin });
    expect([error?.code, error?.message, upstream.seen]).toEqual([
      "credentials_missing",
      expect.stringMatching(refused),
      [],
    ]);
    expect(leakIn(all)).toBeUndefined();
  });
});

describe("A-05 http", () => {
  const never: typeof fetch = () => Promise.reject(new Error("called"));
  it.each<[string, Partial<Setup>]>([
    ["of a server that is allowed", {}],
    ["of --allow-origin", { server: "https://api.test", baseUrl: "http://api.test", origins: ["http://api.test"] }],
    ["of --base-url", { server: "https://api.test", baseUrl: "http://api.test/v1" }],
    ["of an address in the local network", { server: "http://192.168.0.7" }],
    ["of all addresses", { server: "http://0.0.0.0:80" }],
    ["of loopback by another name", { server: "http://localhost.test" }],
    ["of a name with a dot at its end", { server: "http://localhost." }],
    ["of an address that is written as another", { server: "http://[::ffff:192.168.0.7]" }],
  ])("%s gets no credential, and the provider is not asked", async (_, setup) => {
    const credentials = vi.fn(() => canary("clear"));
    const { error } = await attempt({
      scheme: "header",
      credential: "",
      server: "http://api.test",
      fetch: never,
      ...setup,
      credentials,
    });
    expect([error?.code, error?.message, credentials.mock.calls]).toEqual([
      "credentials_missing",
      expect.stringMatching(/^Not sent: http:\S+ is not encrypted, and credentials go over https only\.$/),
      [],
    ]);
  });

  it.each(["127.0.0.1", "localhost"])("of this machine, %s, does", async (host) => {
    await using upstream = await startUpstream();
    const server = upstream.origin.replace("127.0.0.1", host);
    expect((await attempt({ scheme: "header", credential: canary("here"), server })).error).toBeUndefined();
    expect(upstream.seen.map(({ headers }) => headers["x-key"])).toEqual([canary("here")]);
  });
});

describe("A-08 a redirect", () => {
  const answers = (replies: Readonly<Record<string, readonly [status: number, location: string] | undefined>>) => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const url = String(input);
      asked.push(`${init?.method} ${url} ${new Headers(init?.headers).get("x-key") !== null}`);
      const [status, location] = replies[url] ?? [200, ""];
      return status === 200 ? Response.json({}) : new Response(null, { status, headers: { location } });
    };
    return { asked, fetch };
  };
  const server = "https://api.test";

  it.each([
    ["to http at the same host", "http://api.test/y"],
    ["to another port", "https://api.test:8443/y"],
    ["to the name with a dot", "https://api.test./y"],
    ["to a name below", "https://a.api.test/y"],
    ["to another name, without a scheme", "//evil.test/y"],
    ["to another name, behind a backslash", "\\\\evil.test\\y"],
    ["to the same host under a user's name", "https://api.test@evil.test/y"],
  ])("%s is not followed", async (_, location) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { asked, fetch } = answers({ [`${server}/x`]: [status, location] });
      const { error, all } = await attempt({ scheme: "header", credential: canary("header"), server, fetch });
      expect([error?.code, error?.status, asked]).toEqual(["upstream_error", status, [`GET ${server}/x true`]]);
      expect(leakIn(all)).toBeUndefined();
    }
  });

  it.each([
    [301, "DELETE", []],
    [302, "DELETE", []],
    [303, "DELETE", [`GET ${server}/y true`]],
    [307, "DELETE", [`DELETE ${server}/y true`]],
    [308, "DELETE", [`DELETE ${server}/y true`]],
  ])("%i after a %s asks for what comes of it, or for nothing", async (status, method, more) => {
    const { asked, fetch } = answers({ [`${server}/x`]: [status, "/y"] });
    await attempt({ scheme: "header", credential: canary("header"), server, fetch, http: { method, path: "/x" } });
    expect(asked).toEqual([`${method} ${server}/x true`, ...more]);
  });

  it("ends after five hops of twenty-one", async () => {
    const hops = Object.fromEntries(
      Array.from({ length: 21 }, (_, i) => [`${server}/${i === 0 ? "x" : i}`, [302, `/${i + 1}`] as const]),
    );
    const { asked, fetch } = answers(hops);
    const { error } = await attempt({ scheme: "header", credential: canary("header"), server, fetch });
    expect([error?.message, asked.length]).toEqual(["HTTP 302: the service redirects more than 5 times.", 6]);
  });
});
