/** Token endpoints that answer otherwise than they should: what a call says of it, and where no secret goes. */
import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ClientCredentials, CredentialProvider } from "../../../../src/runtime/auth/credentials.js";
import { environmentCredentials } from "../../../../src/runtime/auth/environment.js";
import type { ToolError } from "../../../../src/runtime/call/errors.js";
import type { AuthScheme } from "../../../../src/tool/types.js";
import { makeCall, makeSender, startUpstream, type Upstream } from "../http/upstream.js";

const client: ClientCredentials = { clientId: "id-1", clientSecret: "canary-s3cret-77aa01" };
const definition = (tokenUrl: string): AuthScheme => ({
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl, scopes: {} } },
});

interface Asked {
  readonly tokenUrl?: string;
  readonly origins?: readonly string[];
  readonly credentials?: CredentialProvider;
  readonly fetch?: typeof globalThis.fetch;
}

async function callWith(id: Upstream, api: Upstream, asked: Asked = {}): Promise<ToolError | undefined> {
  const { tokenUrl = `${id.origin}/token`, origins = [id.origin], credentials = () => client, fetch } = asked;
  const sender = makeSender({ credentials, ...(fetch && { fetch }) });
  const toolkit = { origins, auth: { oauth: definition(tokenUrl) } };
  const setup = { baseUrl: api.origin, toolkit, tool: { auth: [{ oauth: [] }] } };
  return sender
    .send(makeCall({ method: "GET", path: "/x" }, {}, setup))
    .then(
      () => undefined,
      (cause: ToolError) => cause,
    )
    .finally(() => sender.close());
}

type Reply = (response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const token = { access_token: "token-0", token_type: "Bearer" };

afterEach(() => void vi.restoreAllMocks());

describe("a token endpoint that gives no token that can be used", () => {
  it.each<[string, Reply, string]>([
    [
      "refuses the client, with the challenge that RFC 6749 asks for",
      json(401, { error: "invalid_client", error_description: client.clientSecret }, { "www-authenticate": "Basic" }),
      "gave no token (401 invalid_client).",
    ],
    [
      "answers with a page",
      (response) => void response.writeHead(502, { "content-type": "text/html" }).end("<h1>canary-s3cret-77aa01</h1>"),
      "gave no token (HTTP 502).",
    ],
    [
      "answers 200 with a page",
      (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>hello</h1>"),
      "gave no token (its answer is none of OAuth 2).",
    ],
    ["has no token in it", json(200, { token_type: "bearer" }), "gave no token (its answer is none of OAuth 2)."],
    ["has no type in it", json(200, { access_token: "t" }), "gave no token (its answer is none of OAuth 2)."],
    [
      "says a life below zero",
      json(200, { ...token, expires_in: -1 }),
      "gave no token (its answer is none of OAuth 2).",
    ],
    [
      "says a life of letters",
      json(200, { ...token, expires_in: "soon" }),
      "gave no token (its answer is none of OAuth 2).",
    ],
    ["gives too much", json(200, { ...token, pad: "x".repeat(300_000) }), "gave no token (its answer is too long)."],
    ["breaks off", (response) => void response.destroy(), "gave no token (UND_ERR_SOCKET)."],
    [
      "binds the token to a key",
      json(200, { ...token, token_type: "DPoP" }),
      "gives tokens that are not of the type Bearer.",
    ],
    [
      "gives a token of another type",
      json(200, { ...token, token_type: "mac" }),
      "gives tokens that are not of the type Bearer.",
    ],
  ])("%s", async (_, reply, said) => {
    await using id = await startUpstream((_request, response) => reply(response));
    await using api = await startUpstream();
    const failed = await callWith(id, api);
    expect([failed?.code, failed?.message, api.seen.length]).toEqual([
      "credentials_missing",
      `Not sent: the token endpoint of oauth ${said}`,
      0,
    ]);
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain("canary");
  });

  it("redirects: the secret does not go along", async () => {
    await using other = await startUpstream(json(200, token) as never);
    for (const status of [301, 302, 303, 307, 308]) {
      await using id = await startUpstream((_, response) => {
        response.writeHead(status, { location: `${other.origin}/token` }).end();
      });
      await using api = await startUpstream();
      const failed = await callWith(id, api, { origins: [id.origin, other.origin] });
      expect(failed?.message).toBe(
        `Not sent: the token endpoint of oauth gave no token (HTTP ${status}; its redirects are not followed).`,
      );
    }
    expect(other.seen).toEqual([]);
  });

  it.each<[string, Reply]>([
    ["never answers", () => undefined],
    [
      "stops in the middle",
      (response) => void response.writeHead(200, { "content-type": "application/json" }).write('{"a'),
    ],
  ])("%s: it is left after a time, whatever fetch there is", async (_, reply) => {
    await using id = await startUpstream((_request, response) => reply(response));
    await using api = await startUpstream();
    const after = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => after(30));
    // One that does not heed its signal.
    const deaf: typeof fetch = (url, init) => globalThis.fetch(url, { ...init, signal: null });
    for (const fetch of [undefined, deaf]) {
      expect((await callWith(id, api, fetch ? { fetch } : {}))?.message).toBe(
        "Not sent: the token endpoint of oauth gave no token (no answer in time).",
      );
    }
  });
});

describe("a token", () => {
  it.each<[string, unknown, number]>([
    ["without a life is used for nine tenths of five minutes", undefined, 270_000],
    ["whose life is in letters is used for nine tenths of it", "100", 90_000],
    ["of no life at all is not used again", 0, 0],
    ["of a life beyond all dates is used for ten years", 1e300, 315_359_940_000],
  ])("%s", async (_, expires_in, usedMs) => {
    await using id = await startUpstream((_request, response) => json(200, { ...token, expires_in })(response));
    await using api = await startUpstream();
    let now = 0;
    const clock = { now: () => now, after: () => () => undefined };
    const sender = makeSender({ credentials: () => client, clock });
    const send = (): Promise<unknown> =>
      sender.send(
        makeCall(
          { method: "GET", path: "/x" },
          {},
          {
            baseUrl: api.origin,
            toolkit: { origins: [id.origin], auth: { oauth: definition(`${id.origin}/token`) } },
            tool: { auth: [{ oauth: [] }] },
          },
        ),
      );
    await send();
    now = usedMs - 1;
    await send();
    const before = id.seen.length;
    now = usedMs;
    await send();
    await sender.close();
    expect([before, id.seen.length]).toEqual([1, 2]);
  });
});

describe("A-13 tokens of a client", () => {
  it("for another audience are others, and the audience is asked for", async () => {
    let n = 0;
    await using id = await startUpstream((_, response) => json(200, { ...token, access_token: `t-${n++}` })(response));
    await using api = await startUpstream();
    const sender = makeSender({
      credentials: ({ context }) => ({ ...client, parameters: { audience: String(context) } }),
    });
    for (const context of ["a", "b", "a"]) {
      const toolkit = { origins: [id.origin], auth: { oauth: definition(`${id.origin}/token`) } };
      await sender.send(
        makeCall(
          { method: "GET", path: "/x" },
          {},
          { baseUrl: api.origin, toolkit, tool: { auth: [{ oauth: ["s"] }] }, context },
        ),
      );
    }
    await sender.close();
    expect(api.seen.map(({ headers }) => headers["authorization"])).toEqual(["Bearer t-0", "Bearer t-1", "Bearer t-0"]);
    expect(id.seen.map(({ body }) => body)).toEqual([
      "scope=s&audience=a&grant_type=client_credentials",
      "scope=s&audience=b&grant_type=client_credentials",
    ]);
  });

  it("of another tenant's token endpoint are others", async () => {
    await using id = await startUpstream((request, response) =>
      json(200, { ...token, access_token: `of${request.url?.replaceAll("/", "-")}` })(response),
    );
    await using api = await startUpstream();
    const sender = makeSender({ credentials: () => client });
    for (const tenant of ["ann", "bob", "ann"]) {
      const toolkit = { origins: [id.origin], auth: { oauth: definition(`${id.origin}/${tenant}`) } };
      await sender.send(
        makeCall({ method: "GET", path: "/x" }, {}, { baseUrl: api.origin, toolkit, tool: { auth: [{ oauth: [] }] } }),
      );
    }
    await sender.close();
    expect([id.seen.length, api.seen.map(({ headers }) => headers["authorization"])]).toEqual([
      2,
      ["Bearer of-ann", "Bearer of-bob", "Bearer of-ann"],
    ]);
  });

  it("are asked for with the audience that the environment names", async () => {
    const env = { KIT_OAUTH_CLIENT_ID: "i", KIT_OAUTH_CLIENT_SECRET: "s", KIT_OAUTH_AUDIENCE: "https://api.test/" };
    expect(
      await environmentCredentials(env)({
        toolkit: "kit",
        scheme: "oauth",
        definition: definition("https://id.test/token"),
        scopes: [],
        origins: [],
        context: undefined,
        signal: new AbortController().signal,
      }),
    ).toEqual({ clientId: "i", clientSecret: "s", parameters: { audience: "https://api.test/" } });
  });
});

describe("A-03 the secret of a client", () => {
  it.each([
    ["another port", (id: string) => id.replace(/\d+$/, "1")],
    ["a name for this machine", (id: string) => id.replace("127.0.0.1", "localhost")],
    ["a name with a dot at its end", () => "https://id.test."],
    ["a name with a port that is not the usual one", () => "https://id.test:8443"],
    ["a name that looks alike", () => "https://іd.test"],
    ["a name below", () => "https://a.id.test"],
    ["someone before the name", () => "https://id.test@evil.test"],
    ["http", () => "http://id.test"],
    ["http of another address that looks like this machine", () => "http://127.0.0.1.nip.test"],
    ["a file", () => "file:///token"],
    ["no address", () => "token"],
  ])("goes to no token endpoint at %s", async (_, at) => {
    await using id = await startUpstream();
    await using api = await startUpstream();
    const called: string[] = [];
    const fetch = (async (url: string) => {
      called.push(String(url));
      return new Response("{}");
    }) as typeof globalThis.fetch;
    const failed = await callWith(id, api, {
      tokenUrl: `${at(id.origin)}/token`,
      origins: [id.origin, "https://id.test"],
      fetch,
    });
    expect([failed?.code, failed?.message, called]).toEqual([
      "credentials_missing",
      expect.stringMatching(/^Not sent: (?:the token endpoint cannot be asked|there is no token endpoint)/),
      [],
    ]);
  });

  it("goes there in clear neither by --base-url nor by an allowed origin", async () => {
    await using id = await startUpstream();
    await using api = await startUpstream();
    const fetch = (async () => Promise.reject(new Error("called"))) as typeof globalThis.fetch;
    const failed = await callWith(id, api, { tokenUrl: "http://id.test/token", origins: ["http://id.test"], fetch });
    expect(failed?.message).toBe(
      "Not sent: the token endpoint cannot be asked, since http://id.test is not encrypted, and credentials go over https only.",
    );
  });

  it("is written without what comes of copying", async () => {
    await using id = await startUpstream();
    await using api = await startUpstream();
    const failed = await callWith(id, api, { credentials: () => ({ ...client, clientSecret: "s3cret\n" }) });
    expect([failed?.message, id.seen.length]).toEqual([
      "Not sent: the credential oauth has a line break, a control character or blanks at an end.",
      0,
    ]);
  });
});
