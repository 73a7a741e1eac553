/** D-06: wherever a call is when it is given up, it answers at once, and the server sees its socket close. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createRegistry, type Registry, type RegistryOptions, type ToolResult } from "../../src/runtime/index.js";
import type { Toolkit } from "../../src/tool/index.js";
import { makeCall, makeSender } from "../unit/runtime/http/upstream.js";
import { object } from "../unit/runtime/tools.js";

const AT_ONCE_MS = 100;
const OK = { "content-type": "application/json" };
const codeOf = (result: ToolResult): string => (result.ok ? "ok" : result.error.code);

const servers: (Server | TcpServer)[] = [];
const registries: Registry[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  await Promise.all(registries.splice(0).map((registry) => registry.close()));
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface World {
  readonly registry: Registry;
  /** Requests so far. */
  readonly seen: string[];
  /** Resolves with the socket of the request for this path. */
  asked(path: string): Promise<Socket>;
}

/** `/`: as `answer` says. Everything that it leaves open hangs. */
async function world(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: RegistryOptions = {},
  kit: (origin: string) => Partial<Toolkit> = () => ({}),
): Promise<World> {
  const seen: string[] = [];
  const waiting = new Map<string, (socket: Socket) => void>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    seen.push(path);
    answer(request, response);
    waiting.get(path)?.(request.socket);
  });
  const origin = `http://${await listening(server)}`;
  const registry = createRegistry({ retryBaseMs: 3_600_000, timeoutMs: 7_200_000, ...options });
  registries.push(registry);
  registry.register({
    name: "kit",
    servers: { default: { url: origin } },
    origins: [origin],
    tools: {
      get: { name: "get", description: "Gets.", effect: "read", input: object({}), http: { method: "GET", path: "/" } },
    },
    ...kit(origin),
  });
  return { registry, seen, asked: (path) => new Promise((resolve) => waiting.set(path, resolve)) };
}

/** How long a call that is given up takes to answer, and, where there is one, how long its socket is seen to be open. */
async function giveUp(
  registry: Registry,
  reached: Promise<Socket | undefined>,
): Promise<readonly [string, boolean, boolean]> {
  const controller = new AbortController();
  const call = registry.call("get", {}, { signal: controller.signal, wait: true });
  const socket = await reached;
  const closed = socket && once(socket, "close");
  const from = performance.now();
  controller.abort();
  const code = codeOf(await call);
  const answered = performance.now() - from;
  await closed;
  return [code, answered < AT_ONCE_MS, performance.now() - from < AT_ONCE_MS];
}

const DONE = ["cancelled", true, true] as const;
const soon = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, 50, undefined));

describe("a call that is given up", () => {
  it("in a quota's queue sends nothing, and its place is free", async () => {
    const { registry, seen, asked } = await world(() => undefined, { quota: { concurrency: 1 } });
    const first = asked("/");
    const hanging = registry.call("get", {});
    await first;
    expect(await giveUp(registry, soon())).toEqual(DONE);
    expect(seen).toEqual(["/"]);
    await registry.close();
    expect(codeOf(await hanging)).toBe("cancelled");
  });

  it("while it connects", async () => {
    // Takes the connection, and says nothing to the TLS handshake.
    const server = createTcpServer();
    const origin = `https://${await listening(server)}`;
    const { registry } = await world(
      () => undefined,
      {},
      () => ({ servers: { default: { url: origin } } }),
    );
    const connected = once(server, "connection").then(([socket]) => {
      socket.resume();
      return socket as Socket;
    });
    expect(await giveUp(registry, connected)).toEqual(DONE);
  });

  it("while it connects, does not end the connection that another call waits for", async () => {
    const server = createTcpServer();
    const origin = `https://${await listening(server)}`;
    const { registry } = await world(
      () => undefined,
      {},
      () => ({ servers: { default: { url: origin } } }),
    );
    const first = once(server, "connection");
    const other = registry.call("get", {});
    const [kept] = (await first) as [Socket];
    const connected = once(server, "connection").then(([socket]) => (socket as Socket).resume());
    expect(await giveUp(registry, connected)).toEqual(DONE);
    expect(kept.readableEnded || kept.destroyed).toBe(false);
    kept.resume();
    await registry.close();
    expect(codeOf(await other)).toBe("cancelled");
    if (!kept.destroyed) await once(kept, "close");
  });

  it("while it waits for the head of the answer", async () => {
    const { registry, asked } = await world(() => undefined);
    expect(await giveUp(registry, asked("/"))).toEqual(DONE);
  });

  it("in the middle of a body", async () => {
    const { registry, asked } = await world((_, response) => response.writeHead(200, OK).write('{"a":'));
    const reached = asked("/").then(async (socket) => {
      await soon();
      return socket;
    });
    expect(await giveUp(registry, reached)).toEqual(DONE);
  });

  it("in the pause before it is sent again", async () => {
    const { registry, seen } = await world((_, response) => response.writeHead(503).end());
    expect(await giveUp(registry, soon())).toEqual(DONE);
    await soon();
    expect(seen).toEqual(["/"]);
  });

  it("while it follows a redirect", async () => {
    const { registry, asked } = await world(({ url }, response) => {
      if (url === "/") response.writeHead(302, { location: "/there" }).end();
    });
    expect(await giveUp(registry, asked("/there"))).toEqual(DONE);
  });

  it("between two questions for the status of an operation, and in one", async () => {
    const slow = await world(({ url }, response) => {
      if (url === "/") response.writeHead(202, { location: "/status", "retry-after": "60" }).end();
    });
    expect(await giveUp(slow.registry, soon())).toEqual(DONE);
    expect(slow.seen).toEqual(["/"]);
    const { registry, asked } = await world(({ url }, response) => {
      if (url === "/") response.writeHead(202, { location: "/status", "retry-after": "0" }).end();
    });
    expect(await giveUp(registry, asked("/status"))).toEqual(DONE);
  });

  it("while a token is fetched: the token is for other calls too, and its socket closes with the registry", async () => {
    const { registry, seen, asked } = await world(
      () => undefined,
      { credentials: () => ({ clientId: "me", clientSecret: "a secret of mine" }) },
      (origin) => {
        const flows = { clientCredentials: { tokenUrl: `${origin}/token`, scopes: {} } };
        return {
          auth: { oauth: { type: "oauth2", flows } },
          tools: {
            get: {
              name: "get",
              description: "Gets.",
              effect: "read",
              input: object({}),
              auth: [{ oauth: [] }],
              http: { method: "GET", path: "/" },
            },
          },
        };
      },
    );
    const asking = asked("/token");
    expect(
      await giveUp(
        registry,
        asking.then(() => undefined),
      ),
    ).toEqual(DONE);
    const closed = once(await asking, "close");
    await registry.close();
    await closed;
    expect(seen).toEqual(["/token"]);
  });
});

describe("a limit of time", () => {
  const plan = { method: "GET", path: "/" } as const;
  const sent = async (origin: string, timeouts: object): Promise<unknown> => {
    const sender = makeSender({ timeouts });
    const toolkit = { servers: { default: { url: origin } } };
    const failed = await sender.send(makeCall(plan, {}, { toolkit })).catch((cause: unknown) => cause);
    await sender.close();
    return failed;
  };

  it.each<[string, object, string, (socket: Socket) => void, string]>([
    ["for a connection", { connectMs: 100 }, "https", () => undefined, "did not take the connection in time"],
    ["for the head of an answer", { headersMs: 100 }, "http", () => undefined, "did not answer in time"],
    [
      "between two pieces of a body",
      { idleMs: 100 },
      "http",
      (socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"),
      "stopped in the middle of its answer",
    ],
  ])("%s ends the call, and closes the socket", async (_, timeouts, scheme, answer, words) => {
    const server = createTcpServer((socket) => socket.once("data", () => answer(socket)).resume());
    const origin = `${scheme}://${await listening(server)}`;
    const connected = once(server, "connection").then(([socket]) => once(socket as Socket, "close"));
    const failed = await sent(origin, timeouts);
    expect(failed).toMatchObject({ code: "network_error", message: expect.stringContaining(words) });
    await connected;
  });

  it.each<[string, RegistryOptions]>([
    ["pauses before retries", { retries: 100, retryBaseMs: 20 }],
    ["the wait for a quota", { retries: 0, quota: { limit: 1, interval: 600 } }],
  ])("of the whole call covers %s", async (_, options) => {
    const { registry } = await world((_request, response) => response.writeHead(503).end(), {
      ...options,
      timeoutMs: 400,
    });
    const from = performance.now();
    const codes = await Promise.all([1, 2, 3].map(async () => codeOf(await registry.call("get", {}))));
    expect(codes.filter((code) => !["timeout", "rate_limited", "upstream_error"].includes(code))).toEqual([]);
    expect(performance.now() - from).toBeLessThan(400 + AT_ONCE_MS);
  });
});
