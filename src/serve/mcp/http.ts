/** MCP over streamable HTTP, on this machine unless told otherwise. */
import { randomBytes } from "node:crypto";
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  type AuthInfo,
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Registry } from "../../runtime/index.js";
import { refusal } from "./border.js";
import { type Authorize, createDoor, oneToken } from "./door.js";
import { type McpServerOptions, mcpServers } from "./server.js";
import { createSessions } from "./sessions.js";

/** Where a server listens, and to whom. */
export interface McpHttpOptions extends McpServerOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** What clients have to send as `Authorization: Bearer …`; default: a new one. `false`: nothing. */
  readonly token?: string | false;
  /**
   * In place of `token`, for callers with a token each: whose it is, by an id. It is the `context` of the caller's
   * calls, unless `context` says otherwise, and nobody else can use its sessions.
   */
  readonly authorize?: Authorize;
  /** Host names that requests may be for, besides those of loopback and `host`. */
  readonly allowHosts?: readonly string[];
  /** From the first byte to the last, of a request; default 30,000. */
  readonly requestTimeoutMs?: number;
  /** Ends the server, gracefully. */
  readonly signal?: AbortSignal;
}

/** A server that listens. */
export interface McpHttpServer {
  readonly url: string;
  /** Absent where there is none, or `authorize` knows it. */
  readonly token?: string;
  /** Takes no more requests, and waits for calls in flight, for so many milliseconds at most; default 5,000. */
  close(graceMs?: number): Promise<void>;
}

/** For answers that are on their way when everything else has ended. */
const LAST_WORDS_MS = 500;
const PATH = "/mcp";
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Serves MCP at `/mcp`, over streamable HTTP, until it is closed. Rejects where it cannot listen. */
export async function serveMcpHttp(registry: Registry, options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const {
    host = "127.0.0.1",
    port = 0,
    authorize,
    context = authorize && callerOf,
    requestTimeoutMs = 30_000,
  } = options;
  const token = authorize ? false : (options.token ?? randomBytes(24).toString("base64url"));
  const servers = mcpServers(registry, { ...options, ...(context && { context }) });
  const current = createMcpHandler(servers.make, { legacy: "reject" });
  const sessions = createSessions(servers.make);
  const stopTelling = registry.onChange(() => {
    current.notify.toolsChanged();
    sessions.toolsChanged();
  });
  const leaveRegistry = (): void => {
    stopTelling();
    servers.close();
  };
  const answer = async (request: Request, authInfo?: AuthInfo): Promise<Response> => {
    const given = { ...(await bodyOf(request)), ...(authInfo && { authInfo }) };
    if ("refused" in given) return given.refused;
    return ((await isLegacyRequest(request, given.parsedBody)) ? sessions : current).fetch(request, given);
  };
  const serve = toNodeHandler(
    { fetch: (request, given) => answer(request, given?.authInfo) },
    { maxRequestBodySize: MAX_BODY_BYTES },
  );
  const door = createDoor({
    path: PATH,
    hosts: [...(ANY.has(host) ? [] : [host.includes(":") ? `[${host}]` : host]), ...(options.allowHosts ?? [])],
    maxBodyBytes: MAX_BODY_BYTES,
    authorize: authorize ?? (token === false ? false : oneToken(token)),
  });
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const admission = await door(request);
    if ("refusal" in admission) {
      const { status, headers, body } = admission.refusal;
      const head = { ...headers, "content-type": "application/json", connection: "close" };
      response.writeHead(status, head).end(JSON.stringify(body));
      return;
    }
    // Requests that a server gets have both.
    const complete = request as IncomingMessage & { readonly method: string; readonly url: string };
    await serve(Object.assign(complete, admission.authInfo && { auth: admission.authInfo }), response);
  };
  const timeouts = { requestTimeout: requestTimeoutMs, headersTimeout: Math.min(10_000, requestTimeoutMs) };
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 1_000 }, (request, response) => {
    receive(request, response).catch((cause: unknown) => {
      // What the host's own `authorize` says of what went wrong is for the host, not for the caller; who is gone is no news.
      if (!response.destroyed) options.onError?.(cause instanceof Error ? cause : new Error(String(cause)));
      if (!response.headersSent) response.writeHead(500, { connection: "close" });
      response.end();
    });
  });
  await listening(server, port, host).catch((cause: unknown) => {
    leaveRegistry();
    throw cause;
  });
  const close = async (graceMs = 5_000): Promise<void> => {
    options.signal?.removeEventListener("abort", end);
    leaveRegistry();
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    await atMost(graceMs, servers.idle());
    // Streams on which clients merely listen.
    await Promise.all([current.close(), sessions.close()]);
    await atMost(LAST_WORDS_MS, ended);
    server.closeAllConnections();
    await ended;
  };
  const end = (): void => void close();
  const address = server.address() as AddressInfo;
  const name = ANY.get(address.address) ?? (address.family === "IPv6" ? `[${address.address}]` : address.address);
  options.signal?.addEventListener("abort", end, { once: true });
  if (options.signal?.aborted) end();
  return { url: `http://${name}:${address.port}${PATH}`, ...(token !== false && { token }), close };
}

/** Addresses that stand for all, and one of this machine that is reached through each. */
const ANY = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "[::1]"],
]);

const callerOf = ({ http }: ServerContext): string | undefined => http?.authInfo?.clientId;

/** Read once, for both protocols. */
async function bodyOf(request: Request): Promise<{ readonly parsedBody?: unknown } | { readonly refused: Response }> {
  if (request.method !== "POST") return {};
  // Left to the SDK, which refuses it.
  if (!isJsonContentType(request.headers.get("content-type"))) return {};
  let parsedBody: unknown;
  try {
    parsedBody = JSON.parse(await request.text());
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const error = { code: -32_700, message: "Parse error: the request body is not valid JSON" };
    return { refused: Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 }) };
  }
  const refused = refusal(parsedBody);
  return refused ? { refused: Response.json(refused, { status: 400 }) } : { parsedBody };
}

function listening(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function atMost(ms: number, done: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void done.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
