/** Who may come in, and how much of a request is read before that is known. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { CredentialProvider } from "../../../../src/runtime/index.js";
import { type McpHttpOptions, type McpHttpServer, serveMcpHttp } from "../../../../src/serve/mcp/index.js";
import { call, ERAS, initialize, message, post, speech } from "./raw.js";
import { counted, world } from "./world.js";

const servers: McpHttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

async function serve(options: McpHttpOptions = {}, registry = world()): Promise<McpHttpServer> {
  const server = await serveMcpHttp(registry, options);
  servers.push(server);
  return server;
}

/** Writes text as it is to the server's port; all that comes back until it hangs up. */
async function write({ url }: McpHttpServer, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8").on("data", (piece: string) => (answer += piece));
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return answer;
}

const head = (lines: Readonly<Record<string, string>>): string =>
  ["POST /mcp HTTP/1.1", ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");

describe("M-01 hosts and origins", () => {
  it.each([
    { host: "evil.test", want: 403 },
    { host: "localhost.evil.test", want: 403 },
    { host: "127.0.0.1.evil.test", want: 403 },
    { host: "localhost@evil.test", want: 403 },
    { host: "0.0.0.0", want: 403 },
    { host: "[::ffff:7f00:1]", want: 403 },
    { host: "localhost.", want: 403 },
    { host: "LOCALHOST", want: 400 },
    { host: "[::1]", want: 400 },
    { host: "127.1", want: 400 },
    { host: "localhost", origin: "http://evil.test", want: 403 },
    { host: "localhost", origin: "http://localhost.evil.test", want: 403 },
    { host: "localhost", origin: "http://127.0.0.1@evil.test", want: 403 },
    { host: "localhost", origin: "null", want: 403 },
    { host: "localhost", origin: "file://", want: 403 },
    { host: "localhost", origin: "chrome-extension://abcdef", want: 403 },
    { host: "localhost", origin: "http://localhost:5173", want: 400 },
  ])("answer $want to $host, $origin", async ({ host, origin, want }) => {
    const server = await serve();
    const lines = { host, ...(origin && { origin }), authorization: `Bearer ${server.token}` };
    const answer = await write(
      server,
      `${head({ ...lines, "content-type": "application/json", "content-length": "1", connection: "close" })}{`,
    );
    expect(Number(answer.split(" ")[1])).toBe(want);
  });

  it("are told by the head: nothing of the body is waited for", async () => {
    const server = await serve();
    const lines = { "content-type": "application/json", "content-length": "1000000" };
    const statuses = [
      { host: "evil.test" },
      { host: "localhost", origin: "http://evil.test" },
      { host: "localhost" },
    ].map(async (from) => (await write(server, head({ ...from, ...lines }))).split(" ")[1]);
    expect(await Promise.all(statuses)).toEqual(["403", "403", "401"]);
  });

  it("take the address that the server was told to listen at", async () => {
    const server = await serve({ host: "127.0.0.2" });
    expect((await post(server, initialize("2025-11-25"))).status).toBe(200);
  });
});

describe("M-09 requests out of all proportion", () => {
  it("with a body of 20 MB are refused, told or not", async () => {
    const server = await serve();
    const big = "x".repeat(20_000_000);
    expect((await post(server, big)).status).toBe(413);
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("x".repeat(100_000)));
      },
    });
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" } as const;
    expect((await fetch(server.url, init)).status).toBe(413);
  });

  it("with a body that does not come end in time", async () => {
    const server = await serve({ requestTimeoutMs: 200 });
    const lines = { host: "localhost", authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    expect(await write(server, `${head({ ...lines, "content-length": "100" })}{"json`)).toContain(" 408 ");
    expect(await write(server, "POST /mcp HTTP/1.1\r\nhost: local")).toContain(" 408 ");
  });

  it.each(ERAS)("with deep JSON get an answer, and harm nobody: %s", async (era) => {
    const server = await serve();
    const speaks = await speech(server, era);
    const own = { ...speaks.headers, "mcp-method": "tools/call", "mcp-name": "get_sum" };
    const deep = speaks
      .request(2, "tools/call", { name: "get_sum", arguments: { a: 1, b: "deep" } })
      .replace('"deep"', "[".repeat(500_000) + "]".repeat(500_000));
    const answer = await post(server, deep, { headers: own });
    expect(answer.status).toBe(200);
    expect((await answer.text()).length).toBeLessThan(20_000);
    expect((await call(server, speaks, 3, "list_names")).status).toBe(200);
  });

  it.each([
    {
      what: "a batch of 101 messages",
      body: JSON.stringify(Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }))),
    },
    { what: "an empty batch", body: "[]" },
    { what: "a batch that begins two sessions", body: `[${initialize("2025-11-25")},${initialize("2025-11-25")}]` },
    { what: "a batch outside a session", body: `[${message(1, "tools/list", {})}]` },
    { what: "a message outside a session", body: message(1, "tools/list", {}) },
    { what: "no message", body: '"hello"' },
    { what: "null", body: "null" },
    { what: "nothing", body: "" },
  ])("refused with 400: $what", async ({ body }) => {
    expect((await post(await serve(), body)).status).toBe(400);
  });

  it.each(["text/plain", "application/json-seq", "multipart/form-data; boundary=application/json"])(
    "of the type %s are refused",
    async (type) => {
      const answer = await post(await serve(), initialize("2025-11-25"), { headers: { "content-type": type } });
      expect(answer.status).toBe(415);
    },
  );
});

it.each(ERAS)("R-07 refuses an argument that the SDK's parser would leave out: %s", async (era) => {
  const server = await serve();
  const { headers, request } = await speech(server, era);
  const own = { ...headers, "mcp-method": "tools/call", "mcp-name": "list_names" };
  const body = request(2, "tools/call", { name: "list_names", arguments: { x: 1 } }).replace(
    '"x"',
    '"__\\u0070roto__"',
  );
  const answer = await post(server, body, { headers: own });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    id: 2,
    error: { code: -32602, message: expect.stringContaining("__proto__") },
  });
});

describe("versions of the protocol", () => {
  it.each([
    { asked: "2025-11-25", want: "2025-11-25" },
    { asked: "2025-06-18", want: "2025-06-18" },
    { asked: "2025-03-26", want: "2025-03-26" },
    { asked: "2024-11-05", want: "2024-11-05" },
    { asked: "2099-01-01", want: "2025-11-25" },
    { asked: "soon", want: "2025-11-25" },
  ])("a session for $asked is one of $want", async ({ asked, want }) => {
    const answer = await post(await serve(), initialize(asked));
    expect(JSON.parse((await answer.text()).split("data: ")[1] ?? "")).toMatchObject({
      result: { protocolVersion: want },
    });
  });

  it("one that is not there yet is told which are, by a request without a session", async () => {
    const server = await serve();
    const { headers, request } = await speech(server, "modern");
    const later = { ...headers, "mcp-protocol-version": "2099-01-01", "mcp-method": "tools/list" };
    const answer = await post(server, request(1, "tools/list").replace("2026-07-28", "2099-01-01"), { headers: later });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({
        error: expect.objectContaining({ code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } }),
      }),
    ]);
  });

  it("one that no session has is refused in a session", async () => {
    const server = await serve();
    const { headers, request } = await speech(server, "legacy");
    const answer = await post(server, request(2, "tools/list"), {
      headers: { ...headers, "mcp-protocol-version": "2025-01-01" },
    });
    expect(answer.status).toBe(400);
  });
});

describe("callers with a token each", () => {
  const users = new Map([
    ["token-of-ann", "ann"],
    ["token-of-ben", "ben"],
  ]);
  const authorize = async (token: string): Promise<string | undefined> => users.get(token);
  const as = (who: string): { authorization: string } => ({ authorization: `Bearer token-of-${who}` });

  it.each(ERAS)("M-02 M-04 have their own credentials, and no service sees their tokens: %s", async (era) => {
    const sent: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent.push(JSON.stringify([...new Request(input, init).headers]));
      return Response.json({});
    };
    const credentials: CredentialProvider = async ({ context }) => `key-of-${context}`;
    const server = await serve({ authorize }, world({ fetch, credentials }));
    expect(server.token).toBeUndefined();
    for (const who of ["ann", "ben"]) {
      const speaks = await speech(server, era, as(who));
      expect(await (await call(server, speaks, 2, "whoami")).text()).toContain(`context\\":\\"${who}`);
      await (await call(server, speaks, 3, "get_own")).text();
    }
    expect(sent).toEqual([expect.stringContaining("key-of-ann"), expect.stringContaining("key-of-ben")]);
    expect(sent.join()).not.toContain("token-of");
  });

  it("M-02 are refused with any other token", async () => {
    const server = await serve({ authorize });
    const answers = ["eve", "ann2", ""].map((who) => post(server, initialize("2025-11-25"), { headers: as(who) }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it("M-12 cannot use each other's sessions: not call, not listen, not end them", async () => {
    const server = await serve({ authorize });
    const { headers, request } = await speech(server, "legacy", as("ann"));
    const theirs = { ...headers, ...as("ben") };
    const list = (from: Record<string, string>): Promise<Response> =>
      post(server, request(2, "tools/list"), { headers: from });
    const plain = (method: string, from: Record<string, string>): Promise<Response> =>
      fetch(server.url, { method, headers: { ...from, accept: "text/event-stream" } });
    expect((await list(theirs)).status).toBe(404);
    expect((await plain("GET", theirs)).status).toBe(404);
    expect((await plain("DELETE", theirs)).status).toBe(404);
    expect((await list({ ...headers })).status).toBe(200);
    expect((await plain("DELETE", { ...headers })).status).toBe(200);
    expect((await list({ ...headers })).status).toBe(404);
  });

  it("M-12 have session ids of 192 bits that say nothing of each other", async () => {
    const server = await serve({ authorize });
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await speech(server, "legacy", as("ann"))).headers["mcp-session-id"]),
    );
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[\w-]{32}$/)));
    expect(new Set(ids.map((id) => id?.slice(0, 8))).size).toBe(20);
  });

  it("see only the tools that they may know of", async () => {
    const registry = world({ visible: ({ name }, context) => context === "ann" || name !== "get_own" });
    const server = await serve({ authorize }, registry);
    for (const era of ERAS) {
      const listed = async (who: string): Promise<string> => {
        const { headers, request } = await speech(server, era, as(who));
        return (
          await post(server, request(2, "tools/list"), { headers: { ...headers, "mcp-method": "tools/list" } })
        ).text();
      };
      const [ben, ann] = [await listed("ben"), await listed("ann")];
      expect([ben.includes("get_own"), ann.includes("get_own"), ben.includes("get_page")]).toEqual([false, true, true]);
      const speaks = await speech(server, era, as("ben"));
      expect(await (await call(server, speaks, 3, "get_own")).text()).toContain("There is no tool");
    }
  });

  it.each([null, false, true, 7, {}])("are not let in where `authorize` gives %j", async (given) => {
    const server = await serve({ authorize: (async () => given) as never });
    const answer = await post(server, initialize("2025-11-25"), { headers: as("ann") });
    expect(answer.status).toBe(401);
  });

  it("get 500 and nothing else when it cannot be told whose token it is; the host hears why", async () => {
    const told: string[] = [];
    const server = await serve({
      authorize: () => Promise.reject(new Error("the directory at ldap.internal is down")),
      onError: ({ message }) => told.push(message),
    });
    const answer = await post(server, initialize("2025-11-25"), { headers: as("ann") });
    expect([answer.status, await answer.text()]).toEqual([500, ""]);
    expect(told).toEqual(["the directory at ldap.internal is down"]);
  });
});

describe("the end of a server", () => {
  it("comes at once where its signal was aborted before", async () => {
    const server = await serve({ signal: AbortSignal.abort() });
    await expect(post(server, initialize("2025-11-25"))).rejects.toThrow("fetch failed");
  });

  it("leaves nobody listening, nor does one that has no port", async () => {
    const { registry, listeners } = counted();
    const server = await serve({}, registry);
    expect(listeners.size).toBeGreaterThan(0);
    await expect(serveMcpHttp(registry, { port: Number(new URL(server.url).port) })).rejects.toThrow("EADDRINUSE");
    await server.close(0);
    expect(listeners.size).toBe(0);
  });
});
