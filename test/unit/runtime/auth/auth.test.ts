import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import type { CredentialProvider } from "../../../../src/runtime/auth/credentials.js";
import { environmentCredentials } from "../../../../src/runtime/auth/environment.js";
import { createRedactor } from "../../../../src/runtime/auth/redact.js";
import { Secret } from "../../../../src/runtime/auth/secret.js";
import type { ToolError } from "../../../../src/runtime/call/errors.js";
import type { AuthRequirement, AuthScheme, HttpPlan } from "../../../../src/tool/types.js";
import { variableName } from "../../../../src/tool/variable.js";
import { makeCall, makeSender, startUpstream } from "../http/upstream.js";

const schemes: Record<string, AuthScheme> = {
  headerKey: { type: "apiKey", in: "header", name: "X-Key" },
  queryKey: { type: "apiKey", in: "query", name: "key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "sid" },
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  digest: { type: "http", scheme: "digest" },
  oauth: { type: "oauth2", flows: {} },
  tls: { type: "mutualTLS" },
};
const values: Record<string, string> = {
  headerKey: "hk-5d1c0a77",
  queryKey: "qk/2277+aa01",
  cookieKey: "sid-c0ffee42",
  bearer: "tok-91be22f0",
  basic: "kim:pa:ss-7710",
  oauth: "oat-77aa01",
};
const having =
  (...names: string[]): CredentialProvider =>
  ({ scheme }) =>
    names.includes(scheme) ? values[scheme] : undefined;
const GET: HttpPlan = { method: "GET", path: "/x" };

async function call(
  auth: AuthRequirement[],
  credentials: CredentialProvider,
  http: HttpPlan = GET,
  args: Record<string, unknown> = {},
) {
  await using upstream = await startUpstream();
  const sender = makeSender({ credentials });
  try {
    const outcome = await sender
      .send(makeCall(http, args, { baseUrl: upstream.origin, toolkit: { auth: schemes }, tool: { auth } }))
      .then(
        () => undefined,
        (error: ToolError) => error,
      );
    const { url, headers } = upstream.seen[0] ?? { url: undefined, headers: {} as Record<string, undefined> };
    return {
      error: outcome,
      count: upstream.seen.length,
      url,
      key: headers["x-key"],
      cookie: headers["cookie"],
      authorization: headers["authorization"],
    };
  } finally {
    await sender.close();
  }
}

describe("A-17 requirements", () => {
  it.each<[string, AuthRequirement[], string[], object]>([
    ["[] sends none", [], ["headerKey", "bearer"], { count: 1, key: undefined, authorization: undefined }],
    ["a key in a header", [{ headerKey: [] }], ["headerKey"], { key: "hk-5d1c0a77" }],
    ["a bearer token", [{ bearer: [] }], ["bearer"], { authorization: "Bearer tok-91be22f0" }],
    ["basic: the first colon divides", [{ basic: [] }], ["basic"], { authorization: "Basic a2ltOnBhOnNzLTc3MTA=" }],
    ["a ready OAuth token", [{ oauth: ["read"] }], ["oauth"], { authorization: "Bearer oat-77aa01" }],
    [
      "AND sends all",
      [{ queryKey: [], cookieKey: [] }],
      ["queryKey", "cookieKey"],
      { url: "/x?key=qk%2F2277%2Baa01", cookie: "sid=sid-c0ffee42" },
    ],
    [
      "half a choice is no choice",
      [{ queryKey: [], cookieKey: [] }, { bearer: [] }],
      ["queryKey", "bearer"],
      { url: "/x", cookie: undefined, authorization: "Bearer tok-91be22f0" },
    ],
    ["optional, without", [{ bearer: [] }, {}], [], { count: 1, authorization: undefined }],
    ["optional, with", [{}, { bearer: [] }], ["bearer"], { authorization: "Bearer tok-91be22f0" }],
    [
      "half and no other choice",
      [{ queryKey: [], cookieKey: [] }],
      ["queryKey"],
      { count: 0, error: expect.objectContaining({ code: "credentials_missing" }) },
    ],
    [
      "an unknown scheme is never met",
      [{ nobody: [] }],
      ["headerKey"],
      { count: 0, error: expect.objectContaining({ code: "credentials_missing" }) },
    ],
    ["digest", [{ digest: [] }], ["digest"], { count: 0 }],
  ])("%s", async (_, auth, names, want) => {
    expect(await call(auth, having(...names))).toMatchObject(want);
  });

  it("A-16 a client certificate is asked of nobody: the call is refused, whatever file names are set", async () => {
    const { count, error } = await call([{ tls: [] }], () => "/keys/s3cret-client.pem");
    expect(count).toBe(0);
    expect(error).toMatchObject({ code: "unsupported" });
    expect(`${error?.message} ${error?.facts.hint}`).not.toContain("s3cret");
  });

  it("says which variables are missing, one alternative after the other", async () => {
    const { error } = await call([{ queryKey: [], cookieKey: [] }, { bearer: [] }], having());
    expect(error?.facts.hint).toBe("Whoever runs the host has to set KIT_QUERYKEY and KIT_COOKIEKEY, or KIT_BEARER.");
  });

  it("never lets an argument stand beside a credential of the same name", async () => {
    const http: HttpPlan = { ...GET, query: ["key"], cookie: ["sid"], header: [{ arg: "h", name: "X-Key" }] };
    const got = await call(
      [{ queryKey: [], cookieKey: [], headerKey: [] }],
      having("queryKey", "cookieKey", "headerKey"),
      http,
      { key: "mine", sid: "mine", h: "mine" },
    );
    expect(got).toMatchObject({ url: "/x?key=qk%2F2277%2Baa01", cookie: "sid=sid-c0ffee42", key: "hk-5d1c0a77" });
  });
});

describe("A-03 origins", () => {
  const asked: string[] = [];
  const provider: CredentialProvider = ({ scheme }) => {
    asked.push(scheme);
    return "secret-value";
  };
  const send = (server: string, origins: string[]): Promise<unknown> => {
    asked.length = 0;
    const toolkit = { auth: schemes, origins, servers: { default: { url: server } } };
    return makeSender({ credentials: provider })
      .send(makeCall(GET, {}, { toolkit, tool: { auth: [{ bearer: [] }] } }))
      .catch((e: unknown) => e);
  };

  it.each([
    ["another port", "https://127.0.0.1:2", ["https://127.0.0.1:1"]],
    ["http instead of https", "http://127.0.0.1:1", ["https://127.0.0.1:1"]],
    ["a dot at the end", "https://localhost.:1", ["https://localhost:1"]],
    ["a name that looks alike", "https://xn--lcalhost-bnf.test", ["https://localhost"]],
  ])("%s is another origin: nothing is read, nothing is sent", async (_, server, origins) => {
    expect(await send(server, origins)).toMatchObject({
      code: "credentials_missing",
      facts: { hint: expect.stringContaining(`--allow-origin ${new URL(server).origin}`) },
    });
    expect(asked).toEqual([]);
  });

  it("A-05 http is for loopback only", async () => {
    expect(await send("http://api.example.test", ["http://api.example.test"])).toMatchObject({
      code: "credentials_missing",
      message: expect.stringContaining("not encrypted"),
    });
    expect(asked).toEqual([]);
  });

  it("each of two toolkits gets its own credential at its own origin alone", async () => {
    await using one = await startUpstream();
    await using two = await startUpstream();
    const sender = makeSender({ credentials: ({ toolkit }) => `secret-of-${toolkit}` });
    for (const [name, upstream] of [
      ["a", one],
      ["b", two],
    ] as const) {
      await sender.send(
        makeCall(
          GET,
          {},
          { baseUrl: upstream.origin, toolkit: { name, auth: schemes }, tool: { auth: [{ bearer: [] }] } },
        ),
      );
    }
    await sender.close();
    expect([one.seen[0]?.headers["authorization"], two.seen[0]?.headers["authorization"]]).toEqual([
      "Bearer secret-of-a",
      "Bearer secret-of-b",
    ]);
  });
});

describe("credentials that cannot be used", () => {
  it.each(["a\nb-secret", "\ufeffsecret", "“secret”", "", " secret"])(
    "A-11 %j is refused without showing it",
    async (value) => {
      const { error, count } = await call([{ headerKey: [] }], () => value);
      expect([error?.code, count]).toEqual(["credentials_missing", 0]);
      expect(`${error?.message} ${error?.facts.hint}`).not.toMatch(/secret”|b-secret|\ufeff/);
    },
  );

  it("A-19 a provider that throws ends the call, without its words", async () => {
    const { error } = await call([{ headerKey: [] }], () => {
      throw new Error("vault token hvs.123 expired");
    });
    expect(error).toMatchObject({
      code: "credentials_missing",
      message: "Not sent: the provider of the credential headerKey failed.",
    });
    expect(inspect(error?.facts)).not.toContain("hvs.123");
  });

  it("A-19 a provider that hangs is left when the call is aborted", async () => {
    const toolkit = { auth: schemes };
    const pending = makeSender({ credentials: () => new Promise(() => undefined) }).send(
      makeCall(
        GET,
        {},
        { baseUrl: "http://127.0.0.1:1", signal: AbortSignal.timeout(50), toolkit, tool: { auth: [{ bearer: [] }] } },
      ),
    );
    await expect(pending).rejects.toMatchObject({ code: "timeout" });
  });
});

describe("A-10 a key in the query", () => {
  it("is in no error that the network makes", async () => {
    const toolkit = { auth: schemes };
    for (const baseUrl of ["http://127.0.0.1:1", "https://127.0.0.1:1"]) {
      const error = await makeSender({ credentials: having("queryKey") })
        .send(makeCall(GET, {}, { baseUrl, toolkit, tool: { auth: [{ queryKey: [] }] } }))
        .catch((e: ToolError) => e);
      const { cause: _, stack: __, ...shown } = error as ToolError;
      expect(inspect({ ...shown, message: (error as ToolError).message }, { depth: 9 })).not.toMatch(
        /qk\/2277|qk%2F2277/,
      );
    }
  });
});

describe("client credentials", () => {
  const issuer = (answer: (n: number) => [number, object]) => {
    let n = 0;
    return startUpstream((_, response) => {
      const [status, body] = answer(n++);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  };
  const client = { clientId: "id:1", clientSecret: "s3cret+/pass" };
  const token = (n: number): [number, object] => [
    200,
    { access_token: `token-${n}`, token_type: "bearer", expires_in: 3600 },
  ];
  const setup = (tokenUrl: string, origins: string[], baseUrl: string) => ({
    baseUrl,
    toolkit: {
      origins,
      auth: { oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl, scopes: {} } } } as AuthScheme },
    },
    tool: { auth: [{ oauth: ["b", "a"] }] },
  });

  it("are exchanged once for many calls", async () => {
    await using id = await issuer(token);
    await using api = await startUpstream();
    const sender = makeSender({ credentials: () => client });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        sender.send(makeCall(GET, {}, setup(`${id.origin}/token`, [id.origin], api.origin))),
      ),
    );
    await sender.close();
    expect(id.seen.map(({ method, url, body, headers }) => [method, url, body, headers["authorization"]])).toEqual([
      [
        "POST",
        "/token",
        "scope=b+a&grant_type=client_credentials",
        `Basic ${Buffer.from("id%3A1:s3cret%2B%2Fpass").toString("base64")}`,
      ],
    ]);
    expect(new Set(api.seen.map((r) => r.headers["authorization"]))).toEqual(new Set(["Bearer token-0"]));
  });

  it("go to no token endpoint that the operator has not allowed", async () => {
    await using id = await issuer(token);
    await using api = await startUpstream();
    const error = await makeSender({ credentials: () => client })
      .send(makeCall(GET, {}, setup(`${id.origin}/token`, [], api.origin)))
      .catch((e: ToolError) => e);
    expect(error).toMatchObject({
      code: "credentials_missing",
      facts: { hint: expect.stringContaining(`--allow-origin ${id.origin}`) },
    });
    expect([id.seen.length, api.seen.length]).toEqual([0, 0]);
  });

  it("A-13 another scope, client or secret never shares a token", async () => {
    await using id = await issuer(token);
    await using api = await startUpstream();
    let current = client;
    const sender = makeSender({ credentials: () => current });
    const one = setup(`${id.origin}/token`, [id.origin], api.origin);
    await sender.send(makeCall(GET, {}, one));
    await sender.send(makeCall(GET, {}, { ...one, tool: { auth: [{ oauth: ["a", "b"] }] } }));
    await sender.send(makeCall(GET, {}, { ...one, tool: { auth: [{ oauth: ["c"] }] } }));
    current = { ...client, clientSecret: "another-secret" };
    await sender.send(makeCall(GET, {}, one));
    await sender.close();
    expect(api.seen.map((r) => r.headers["authorization"])).toEqual([
      "Bearer token-0",
      "Bearer token-0",
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  it("A-12 that ran out are renewed once for all who wait, in good time, by a clock that nobody turns back", async () => {
    await using id = await issuer(token);
    await using api = await startUpstream();
    let now = 0;
    const clock = { now: () => now, after: () => () => undefined };
    const sender = makeSender({ credentials: () => client, clock });
    const calls = (count: number): Promise<unknown> =>
      Promise.all(
        Array.from({ length: count }, () =>
          sender.send(makeCall(GET, {}, setup(`${id.origin}/token`, [id.origin], api.origin))),
        ),
      );
    await calls(1);
    // A minute before its end a token is old.
    now = 3_539_999;
    await calls(50);
    expect(id.seen).toHaveLength(1);
    now = 3_540_000;
    await calls(50);
    expect(id.seen).toHaveLength(2);
    expect(api.seen.slice(-50).map((r) => r.headers["authorization"])).toEqual(Array(50).fill("Bearer token-1"));
    const turnedBack = vi.spyOn(Date, "now").mockReturnValue(0);
    await calls(1);
    turnedBack.mockRestore();
    await sender.close();
    expect(id.seen).toHaveLength(2);
  });

  it("A-12 that cannot be had are asked for again by the next call", async () => {
    await using id = await issuer((n) => (n === 0 ? [503, {}] : token(n)));
    await using api = await startUpstream();
    const sender = makeSender({ credentials: () => client });
    const send = (): Promise<unknown> =>
      sender.send(makeCall(GET, {}, setup(`${id.origin}/token`, [id.origin], api.origin)));
    const failed = await Promise.allSettled(Array.from({ length: 20 }, send));
    expect(failed.map(({ status }) => status)).toEqual(Array(20).fill("rejected"));
    expect([id.seen.length, api.seen.length]).toEqual([1, 0]);
    await send();
    await sender.close();
    expect(api.seen.map((r) => r.headers["authorization"])).toEqual(["Bearer token-1"]);
  });

  it("A-18 a 401 for ever costs one renewal, then it is an error", async () => {
    await using id = await issuer(token);
    await using api = await startUpstream((_, response) => void response.writeHead(401).end());
    const sender = makeSender({ credentials: () => client });
    const error = await sender
      .send(makeCall(GET, {}, setup(`${id.origin}/token`, [id.origin], api.origin)))
      .catch((e: ToolError) => e);
    await sender.close();
    expect(error).toMatchObject({ code: "upstream_error", facts: { status: 401 } });
    expect([id.seen.length, api.seen.length]).toEqual([2, 2]);
  });

  it("a refusal says its OAuth code, and nothing of the secret", async () => {
    await using id = await issuer(() => [401, { error: "invalid_client", error_description: "s3cret+/pass is wrong" }]);
    const error = (await makeSender({ credentials: () => client })
      .send(makeCall(GET, {}, setup(`${id.origin}/token`, [id.origin], "http://127.0.0.1:1")))
      .catch((e: ToolError) => e)) as ToolError;
    expect(error.message).toBe("Not sent: the token endpoint of oauth gave no token (401 invalid_client).");
  });
});

describe("environmentCredentials", () => {
  it("names variables by the contract", () => {
    expect([
      variableName("petstore", "api_key"),
      variableName("petstore", "headerKey"),
      variableName("a", "x-é.y"),
    ]).toEqual(["PETSTORE_API_KEY", "PETSTORE_HEADERKEY", "A_X___Y"]);
  });

  it("prefers a ready value, takes a client where the scheme has such a flow, and an empty one for none", async () => {
    const definition: AuthScheme = {
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: "https://id.test/t", scopes: {} } },
    };
    const ask = (env: Record<string, string>, d: AuthScheme = definition) =>
      environmentCredentials(env)({
        toolkit: "kit",
        scheme: "o",
        definition: d,
        scopes: [],
        origins: [],
        context: undefined,
        signal: new AbortController().signal,
      });
    expect(await ask({ KIT_O: "tok" })).toBe("tok");
    expect(await ask({ KIT_O: "", KIT_O_CLIENT_ID: "i", KIT_O_CLIENT_SECRET: "s" })).toEqual({
      clientId: "i",
      clientSecret: "s",
    });
    expect(
      await ask({ KIT_O_CLIENT_ID: "i", KIT_O_CLIENT_SECRET: "s" }, { type: "http", scheme: "bearer" }),
    ).toBeUndefined();
    expect(await ask({ KIT_O: "" })).toBeUndefined();
  });
});

describe("A-01 what is shown of a secret", () => {
  it("by itself: nothing", () => {
    const secret = new Secret("canary-7f3a91c2");
    expect(
      [`${secret}`, JSON.stringify({ secret }), inspect({ secret }, { showHidden: true, depth: 9 })].join(),
    ).not.toContain("canary");
  });

  it("in what an upstream echoes, in any encoding: [redacted]", () => {
    const secret = 'can ary"+/=ü-7f3a91c2';
    const redactor = createRedactor();
    redactor.add(secret);
    const forms = [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      new URLSearchParams({ k: secret }).toString(),
      ...["", "a", "ab", "abc"].map((before) => Buffer.from(`${before}${secret}!`).toString("base64")),
      Buffer.from(`user:${secret}`).toString("base64url"),
      Buffer.from(`user:${secret}`).toString("hex"),
      Buffer.from(secret).toString("hex").toUpperCase(),
      encodeURIComponent(encodeURIComponent(secret)),
      JSON.stringify(JSON.stringify({ secret })),
    ];
    for (const form of forms) {
      const shown = redactor.value({ a: [form], [form]: 1 });
      expect(JSON.stringify(shown)).toContain("[redacted]");
      expect(JSON.stringify(shown)).not.toMatch(/7f3a91c2|N2YzYTkx|dmM2E5|3ZjNhOTFj/);
    }
    const clean = { a: ["nothing"] };
    expect(redactor.value(clean)).toBe(clean);
  });
});

describe("a dry run", () => {
  it("shows the exact request, credentials redacted, and sends nothing", async () => {
    await using upstream = await startUpstream();
    const http: HttpPlan = {
      method: "POST",
      path: "/x/{id}",
      query: ["q"],
      body: { mediaType: "application/json", fields: ["a"] },
    };
    const make = (credentials: CredentialProvider) =>
      makeSender({ credentials }).preview(
        makeCall(
          http,
          { id: "7", q: "z", a: 1 },
          { baseUrl: upstream.origin, toolkit: { auth: schemes }, tool: { auth: [{ queryKey: [], bearer: [] }] } },
        ),
      );
    const want = {
      method: "POST",
      url: `${upstream.origin}/x/7?q=z&key=[redacted]`,
      headers: {
        accept: "application/json",
        "accept-encoding": "gzip, deflate, br",
        authorization: "Bearer [redacted]",
        "content-type": "application/json",
        "user-agent": "toolgen",
      },
      body: '{"a":1}',
    };
    expect(await make(having("queryKey", "bearer"))).toEqual(want);
    expect(await make(having())).toEqual({ ...want, problem: expect.stringContaining("KIT_QUERYKEY and KIT_BEARER") });
    expect(upstream.seen).toEqual([]);
  });
});
