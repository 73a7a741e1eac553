import { describe, expect, it } from "vitest";
import type { CredentialProvider } from "../../../../src/runtime/auth/credentials.js";
import { createRedactor } from "../../../../src/runtime/auth/redact.js";
import { ToolError } from "../../../../src/runtime/call/errors.js";
import { createFileStore } from "../../../../src/runtime/http/files.js";
import { createSender } from "../../../../src/runtime/http/send/sender.js";
import type { AuthRequirement, AuthScheme } from "../../../../src/tool/types.js";
import { makeCall, makeSender, startUpstream } from "../http/upstream.js";

const schemes: Record<string, AuthScheme> = {
  bearer: { type: "http", scheme: "bearer" },
  digest: { type: "http", scheme: "digest" },
  token: { type: "http", scheme: "token" },
  tls: { type: "mutualTLS" },
  queryKey: { type: "apiKey", in: "query", name: "key" },
  headerKey: { type: "apiKey", in: "header", name: "X-Key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "sid" },
};
const everything: CredentialProvider = ({ scheme }) => `value-of-${scheme}`;

async function sent(auth: AuthRequirement[], credentials: CredentialProvider) {
  await using upstream = await startUpstream();
  const sender = makeSender({ credentials });
  try {
    const call = makeCall(
      { method: "GET", path: "/x" },
      {},
      { baseUrl: upstream.origin, toolkit: { auth: schemes }, tool: { auth } },
    );
    const error = await sender.send(call).then(
      () => undefined,
      (e: unknown) => e,
    );
    return { error: error instanceof ToolError ? error : undefined, seen: upstream.seen };
  } finally {
    await sender.close();
  }
}

describe("A-17 schemes that cannot be sent", () => {
  it.each(["tls", "digest"])("%s is passed over for an alternative, whatever the provider says", async (scheme) => {
    const { seen } = await sent([{ [scheme]: [] }, { bearer: [] }], everything);
    expect(seen.map((r) => r.headers["authorization"])).toEqual(["Bearer value-of-bearer"]);
  });

  it.each(["tls", "digest"])("%s alone is unsupported, with or without a value", async (scheme) => {
    for (const provider of [everything, () => undefined]) {
      const { error, seen } = await sent([{ [scheme]: [] }, { [scheme]: [], bearer: [] }], provider);
      expect([error?.code, seen.length]).toEqual(["unsupported", 0]);
      expect(error?.message).toContain(scheme);
    }
  });

  it("optional: goes without", async () => {
    const { seen } = await sent([{ tls: [] }, {}], everything);
    expect(seen.map((r) => r.headers["authorization"])).toEqual([undefined]);
  });

  it("are not named among what is missing", async () => {
    const { error } = await sent([{ tls: [] }, { bearer: [] }], () => undefined);
    expect(error?.facts.hint).toBe("Whoever runs the host has to set KIT_BEARER.");
  });

  it("an unregistered HTTP scheme is sent under its name", async () => {
    const { seen } = await sent([{ token: [] }], everything);
    expect(seen.map((r) => r.headers["authorization"])).toEqual(["Token value-of-token"]);
  });
});

describe("bearer tokens", () => {
  it.each(["abc.def-ghi", "Bearer abc.def-ghi", "bearer  abc.def-ghi"])("%j", async (value) => {
    const { seen } = await sent([{ bearer: [] }], () => value);
    expect(seen[0]?.headers["authorization"]).toBe("Bearer abc.def-ghi");
  });
});

describe("A-19 providers", () => {
  it("that hang are left after a time", async () => {
    const sender = createSender({
      credentials: () => new Promise(() => undefined),
      files: createFileStore(),
      timeouts: { credentialMs: 30 },
    });
    const call = makeCall(
      { method: "GET", path: "/" },
      {},
      { baseUrl: "http://127.0.0.1:1", toolkit: { auth: schemes }, tool: { auth: [{ bearer: [] }] } },
    );
    await expect(sender.send(call)).rejects.toMatchObject({
      code: "credentials_missing",
      message: "Not sent: the provider of the credential bearer failed.",
    });
  });

  it("may answer with any thenable, or null", async () => {
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: a promise of another library
      then: (resolve: (value: string) => void) => resolve("tok-1234567"),
    } as unknown as Promise<string>;
    expect((await sent([{ bearer: [] }], () => thenable)).seen[0]?.headers["authorization"]).toBe("Bearer tok-1234567");
    const { error } = await sent([{ bearer: [] }], () => null as unknown as undefined);
    expect(error?.code).toBe("credentials_missing");
  });

  it("are asked once for a scheme, whatever the number of alternatives", async () => {
    const asked: string[] = [];
    await sent(
      [
        { bearer: [], headerKey: [] },
        { bearer: [], queryKey: [] },
        { bearer: [], cookieKey: [] },
      ],
      ({ scheme }) => {
        asked.push(scheme);
        return scheme === "bearer" || scheme === "cookieKey" ? "value-1234" : undefined;
      },
    );
    expect(asked).toEqual(["bearer", "headerKey", "queryKey", "cookieKey"]);
  });

  it("of the registration go before those of the registry", async () => {
    await using upstream = await startUpstream();
    const sender = makeSender({ credentials: () => "of-the-registry" });
    const call = makeCall(
      { method: "GET", path: "/" },
      {},
      { baseUrl: upstream.origin, toolkit: { auth: schemes }, tool: { auth: [{ bearer: [] }] } },
    );
    await sender.send({ ...call, registration: { ...call.registration, credentials: () => "of-the-toolkit" } });
    await sender.close();
    expect(upstream.seen[0]?.headers["authorization"]).toBe("Bearer of-the-toolkit");
  });
});

describe("R-08 credentials stand alone under their names", () => {
  it.each<[string, Parameters<typeof makeCall>[0], Record<string, unknown>]>([
    ["an exploded object", { method: "GET", path: "/x", query: ["filter"] }, { filter: { key: "mine", a: 1 } }],
    [
      "a whole query string",
      { method: "GET", path: "/x", querystring: { arg: "q", content: "application/x-www-form-urlencoded" } },
      { q: "a=1&key=mine" },
    ],
    [
      "a whole query object",
      { method: "GET", path: "/x", querystring: { arg: "q", content: "application/x-www-form-urlencoded" } },
      { q: { key: ["mine", "too"], a: 1 } },
    ],
  ])("in the query: %s", async (_, http, args) => {
    await using upstream = await startUpstream();
    const sender = makeSender({ credentials: everything });
    await sender.send(
      makeCall(http, args, {
        baseUrl: upstream.origin,
        toolkit: { auth: schemes },
        tool: { auth: [{ queryKey: [] }] },
      }),
    );
    await sender.close();
    expect(upstream.seen[0]?.url).toBe("/x?a=1&key=value-of-queryKey");
  });
});

describe("redirects within the origin", () => {
  it("take every credential along, in the query too, and once", async () => {
    for (const location of ["/end", "/end?a=1", "/end?key=value-of-queryKey"]) {
      await using upstream = await startUpstream((request, response) => {
        if (request.url?.startsWith("/end")) response.writeHead(204).end();
        else response.writeHead(302, { location }).end();
      });
      const sender = makeSender({ credentials: everything });
      await sender.send(
        makeCall(
          { method: "GET", path: "/x" },
          {},
          {
            baseUrl: upstream.origin,
            toolkit: { auth: schemes },
            tool: { auth: [{ queryKey: [], headerKey: [], cookieKey: [] }] },
          },
        ),
      );
      await sender.close();
      const end = upstream.seen[1];
      expect([end?.headers["x-key"], end?.headers["cookie"]]).toEqual(["value-of-headerKey", "sid=value-of-cookieKey"]);
      expect(new URL(end?.url ?? "", upstream.origin).searchParams.getAll("key")).toEqual(["value-of-queryKey"]);
    }
  });
});

describe("A-01 redaction", () => {
  it("finds keys of digits that come back as numbers, and other writings", () => {
    const redactor = createRedactor();
    redactor.add("12345678");
    redactor.add("a/b<c>&'d'");
    expect(redactor.value({ n: 12345678, b: 12345678n, other: 1234567, x: [123456789] })).toEqual({
      n: "[redacted]",
      b: "[redacted]",
      other: 1234567,
      x: ["[redacted]"],
    });
    expect(redactor.text('{"k":"a\\/b<c>&\'d\'"}')).toBe('{"k":"[redacted]"}');
    expect(redactor.text("<p>a/b&lt;c&gt;&amp;&#39;d&#39;</p>")).toBe("<p>[redacted]</p>");
  });

  it("is done before a text is cut, so that no half of a secret is left", async () => {
    const secret = "tok-0123456789abcdef";
    for (const [type, status, size] of [
      ["text/plain", 400, 1990],
      ["text/plain", 400, 490],
      ["application/json", 200, 190],
    ] as const) {
      await using upstream = await startUpstream((_, response) => {
        response.writeHead(status, { "content-type": type }).end(`${"x".repeat(size)}${secret}`);
      });
      const sender = makeSender({ credentials: () => secret });
      const error = await sender
        .send(
          makeCall(
            { method: "GET", path: "/" },
            {},
            { baseUrl: upstream.origin, toolkit: { auth: schemes }, tool: { auth: [{ bearer: [] }] } },
          ),
        )
        .catch((e: unknown) => e);
      await sender.close();
      expect(error).toBeInstanceOf(ToolError);
      expect(JSON.stringify([(error as ToolError).message, (error as ToolError).facts])).not.toContain("tok-0");
    }
  });
});

describe("hints", () => {
  it.each<[number, AuthRequirement[], string]>([
    [401, [{ bearer: [] }], "renew what KIT_BEARER holds"],
    [403, [{ bearer: [], headerKey: [] }], "The credentials in KIT_BEARER and KIT_HEADERKEY may not do this"],
    [401, [], "sent without any"],
    [403, [], "without credentials"],
  ])("%i with %j", async (status, auth, words) => {
    await using upstream = await startUpstream((_, response) => response.writeHead(status).end());
    const sender = makeSender({ credentials: everything });
    const error = await sender
      .send(
        makeCall(
          { method: "GET", path: "/" },
          {},
          { baseUrl: upstream.origin, toolkit: { auth: schemes }, tool: { auth } },
        ),
      )
      .catch((e: unknown) => e);
    await sender.close();
    expect((error as ToolError).facts.hint).toContain(words);
  });
});

describe("what is no credential is told as such, not shown, and not sent", () => {
  const given = [7, true, { login: 1 }, { login: {}, store: null }, Buffer.from("k3y-9"), ["k3y-9"], () => "k3y-9", {}];
  it.each(given.map((one) => [one]))("%s", async (one) => {
    const { error, seen } = await sent([{ headerKey: [] }], () => one as never);
    expect(error?.code).toBe("credentials_missing");
    expect(error?.message).toBe("Not sent: what the provider gives for headerKey is no credential.");
    expect(error?.facts.hint).toContain("whoever runs the host");
    expect(seen).toEqual([]);
  });
});
