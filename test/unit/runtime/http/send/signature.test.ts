import { createHash, createHmac } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { CredentialProvider } from "../../../../../src/runtime/auth/credentials.js";
import type { SignRequest, UnsignedRequest } from "../../../../../src/runtime/auth/signature.js";
import type { Call } from "../../../../../src/runtime/call/call.js";
import type { ToolError } from "../../../../../src/runtime/call/errors.js";
import { createRegistry } from "../../../../../src/runtime/registry.js";
import type { AuthRequirement, AuthScheme, HttpPlan, Toolkit } from "../../../../../src/tool/types.js";
import { makeCall, makeSender, startUpstream, type Upstream } from "../upstream.js";

const auth: Record<string, AuthScheme> = {
  aws: { type: "http", scheme: "aws4-hmac-sha256" },
  key: { type: "apiKey", in: "header", name: "x-key" },
};
const POST: HttpPlan = {
  method: "POST",
  path: "/x",
  query: ["q"],
  body: { mediaType: "application/json", fields: ["a"] },
};
const MAC = "mac-5d1c0a77e2";

interface Given {
  readonly sign: SignRequest;
  readonly requirements?: AuthRequirement[];
  readonly credentials?: CredentialProvider;
  readonly origins?: string[];
  readonly http?: HttpPlan;
}

async function send(upstream: Upstream, given: Given): Promise<ToolError | undefined> {
  const { sign, requirements = [], credentials = () => undefined, http = POST } = given;
  const call = makeCall(
    http,
    { q: "1", a: 2 },
    {
      toolkit: { auth, origins: given.origins ?? [upstream.origin], servers: { default: { url: upstream.origin } } },
      tool: { auth: requirements },
      context: "ann",
    },
  );
  const signing: Call = { ...call, registration: { ...call.registration, sign } };
  const sender = makeSender({ credentials });
  try {
    await sender.send(signing);
    return undefined;
  } catch (cause) {
    return cause as ToolError;
  } finally {
    await sender.close();
  }
}

describe("a request that the host signs", () => {
  it("is shown as it goes out, credentials and all", async () => {
    await using upstream = await startUpstream();
    const asked: UnsignedRequest[] = [];
    const sign: SignRequest = async (request) => {
      asked.push(request);
      const mac = createHmac("sha256", "k").update(`${request.method} ${request.url} ${request.body}`).digest("hex");
      return { headers: { "X-Signature": mac }, query: { q: "signed", sig: "a/b" } };
    };
    expect(await send(upstream, { sign, requirements: [{ key: [] }], credentials: () => "key-1" })).toBeUndefined();
    expect(asked).toMatchObject([
      {
        method: "POST",
        url: `${upstream.origin}/x?q=1`,
        body: '{"a":2}',
        headers: { "x-key": "key-1" },
        toolkit: "kit",
        context: "ann",
      },
    ]);
    expect(upstream.seen).toMatchObject([
      { url: "/x?q=signed&sig=a%2Fb", headers: { "x-key": "key-1", "x-signature": expect.any(String) } },
    ]);
  });

  it.each<[string, AuthRequirement[], object]>([
    ["a scheme that is computed", [{ aws: [] }], [{ "x-mac": MAC }]],
    ["a scheme that nobody has", [{ key: [] }], [{ "x-mac": MAC }]],
    ["what can be met otherwise", [{ aws: [] }, { key: [] }], [{ "x-mac": MAC }]],
    ["a scheme that the document does not define", [{ nobody: [] }], { code: "credentials_missing" }],
  ])("with %s", async (_, requirements, want) => {
    await using upstream = await startUpstream();
    const failed = await send(upstream, { sign: () => ({ headers: { "x-mac": MAC } }), requirements });
    expect(failed ?? upstream.seen.map(({ headers }) => headers)).toMatchObject(want);
  });

  it("A-03 is not signed for an origin that credentials may not go to", async () => {
    await using upstream = await startUpstream();
    const sign: SignRequest = () => {
      throw new Error("asked");
    };
    expect(await send(upstream, { sign, origins: [] })).toBeUndefined();
    expect(await send(upstream, { sign, origins: [], requirements: [{ aws: [] }] })).toMatchObject({
      code: "credentials_missing",
    });
    expect(upstream.seen).toHaveLength(1);
  });

  it("A-19 by one who never answers is left when the call is given up, and after a time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await using upstream = await startUpstream();
    let asked: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const failing = send(upstream, {
      sign: () => {
        asked?.();
        return new Promise(() => undefined);
      },
    });
    await begun;
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect([(await failing)?.message, upstream.seen.length]).toEqual(["Not sent: the request could not be signed.", 0]);
  });

  it("is signed anew at each attempt, each time as it goes out", async () => {
    let n = 0;
    await using upstream = await startUpstream((_, response) => {
      response.writeHead(n++ < 2 ? 503 : 200, { "content-type": "application/json" }).end("{}");
    });
    const given: UnsignedRequest[] = [];
    const registry = createRegistry({
      env: { KIT_KEY: "key-of-ann" },
      retryBaseMs: 1,
      sign(request) {
        given.push(request);
        const digest = createHash("sha256")
          .update(request.body ?? "")
          .digest("base64");
        return { headers: { "content-digest": `sha-256=:${digest}:`, "x-n": String(given.length) } };
      },
    });
    registry.register({
      name: "kit",
      origins: [upstream.origin],
      auth,
      servers: { default: { url: upstream.origin } },
      tools: {
        t: {
          name: "t",
          description: "t",
          effect: "write",
          input: { type: "object" },
          auth: [{ key: [] }],
          http: { ...POST, method: "PUT" },
        },
      },
    });
    expect(await registry.call("t", { q: "a b", a: "ü" })).toMatchObject({ ok: true, meta: { attempts: 3 } });
    await registry.close();
    expect(upstream.seen.map(({ headers }) => headers["x-n"])).toEqual(["1", "2", "3"]);
    for (const [i, { method, url, headers, body }] of upstream.seen.entries()) {
      const sent = Buffer.from(body, "latin1");
      expect(headers["content-digest"]).toBe(`sha-256=:${createHash("sha256").update(sent).digest("base64")}:`);
      expect([given[i]?.method, given[i]?.url]).toEqual([method, upstream.origin + url]);
      expect(headers).toMatchObject(given[i]?.headers ?? {});
    }
  });

  it("is signed anew where a redirect within the origin leads", async () => {
    await using upstream = await startUpstream((request, response) => {
      if (request.url?.startsWith("/x")) response.writeHead(307, { location: "/y" }).end();
      else response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    await send(upstream, {
      sign: ({ url }) => ({ headers: { "x-for": new URL(url).pathname } }),
      http: { method: "GET", path: "/x" },
    });
    expect(upstream.seen.map(({ url, headers }) => [url, headers["x-for"]])).toEqual([
      ["/x", "/x"],
      ["/y", "/y"],
    ]);
  });

  it.each<[string, SignRequest]>([
    [
      "throws",
      () => {
        throw new Error("hsm pin 1234");
      },
    ],
    ["takes another host", () => ({ headers: { Host: "evil.test" } })],
    ["breaks the line", () => ({ headers: { "x-mac": "a\r\nb: c" } })],
    ["frames the message", () => ({ headers: { "content-length": "0" } })],
    ["gives nothing", () => undefined as never],
    ["gives a number", () => ({ headers: { "x-mac": 1234 as never } })],
    ["gives no text for the query", () => ({ query: { sig: undefined as never } })],
    ["gives half a character", () => ({ query: { sig: "\ud800" } })],
    ["fails later", () => Promise.reject(new Error("hsm pin 1234"))],
  ])("A-19 by one who %s is not sent", async (_, sign) => {
    await using upstream = await startUpstream();
    const failed = await send(upstream, { sign });
    expect([failed?.code, upstream.seen.length]).toEqual(["credentials_missing", 0]);
    expect(`${failed?.message} ${failed?.facts.hint}`).not.toContain("1234");
  });

  it("A-01 shows its signature to nobody who sees the answer", async () => {
    await using upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ you: MAC }));
    });
    const toolkit: Toolkit = {
      name: "kit",
      origins: [upstream.origin],
      servers: { default: { url: upstream.origin } },
      tools: {
        t: {
          name: "t",
          description: "t",
          effect: "read",
          input: { type: "object" },
          http: { method: "GET", path: "/" },
        },
      },
    };
    const registry = createRegistry({ sign: () => ({ headers: { "x-mac": MAC } }) });
    registry.register(toolkit);
    registry.register(toolkit, { namespace: "other", sign: () => ({ headers: { "x-mac": "another" } }) });
    expect(await registry.call("t", {})).toMatchObject({ ok: true, data: { you: "[redacted]" } });
    await registry.call("other__t", {});
    expect(upstream.seen.map(({ headers }) => headers["x-mac"])).toEqual([MAC, "another"]);
    await registry.close();
  });
});

it("interleaved calls of many users each carry what their context stands for", async () => {
  await using upstream = await startUpstream((request, response) => {
    setTimeout(() => response.end(request.url), Math.random() * 10);
  });
  const sender = makeSender({
    credentials: async ({ context }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
      return `key-of-${context}`;
    },
  });
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, i) => {
      const toolkit = { auth, origins: [upstream.origin] };
      const setup = { baseUrl: upstream.origin, toolkit, tool: { auth: [{ key: [] }] }, context: `user-${i}` };
      return sender.send(makeCall({ method: "GET", path: "/x", query: ["k"] }, { k: i }, setup));
    }),
  );
  await sender.close();
  expect(outcomes).toHaveLength(100);
  const mixed = upstream.seen.filter(
    ({ url, headers }) => headers["x-key"] !== `key-of-user-${url.slice("/x?k=".length)}`,
  );
  expect(mixed).toEqual([]);
});
