/** MCP over streamable HTTP, on this machine unless told otherwise. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { Registry } from "../../runtime/index.js";
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
  /** Host names that requests may be for, besides those of loopback. */
  readonly allowHosts?: readonly string[];
  /** Ends the server, gracefully. */
  readonly signal?: AbortSignal;
}

/** A server that listens. */
export interface McpHttpServer {
  readonly url: string;
  readonly token?: string;
  /** Takes no more requests, and waits for calls in flight, for so many milliseconds at most; default 5,000. */
  close(graceMs?: number): Promise<void>;
}

/** For answers that are on their way when everything else has ended. */
const LAST_WORDS_MS = 500;
const PATH = "/mcp";
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** From the first byte to the last, of a request. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Serves MCP at `/mcp`, over streamable HTTP, until it is closed. Rejects where it cannot listen. */
export async function serveMcpHttp(registry: Registry, options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const { host = "127.0.0.1", port = 0, token = randomBytes(24).toString("base64url") } = options;
  const servers = mcpServers(registry, options);
  const current = createMcpHandler(servers.make, { legacy: "reject", maxRequestBodySize: MAX_BODY_BYTES });
  const sessions = createSessions(servers.make, MAX_BODY_BYTES);
  const stopListening = registry.onChange(() => {
    current.notify.toolsChanged();
    sessions.toolsChanged();
  });
  const answer = async (request: Request): Promise<Response> => {
    const isLegacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES });
    return (isLegacy ? sessions : current).fetch(request);
  };
  const hosts = [...localhostAllowedHostnames(), ...(options.allowHosts ?? [])];
  const origins = [...localhostAllowedOrigins(), ...(options.allowHosts ?? [])];
  const guarded = {
    async fetch(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname !== PATH) return new Response("There is nothing here; MCP is at /mcp.\n", { status: 404 });
      return (
        hostHeaderValidationResponse(request, hosts) ??
        originValidationResponse(request, origins) ??
        refusedBearer(request, token) ??
        answer(request)
      );
    },
  };
  const serve = toNodeHandler(guarded);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 10_000 }, (request, response) => {
    if (isTooLong(request)) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    // Requests that a server gets have both.
    void serve(request as IncomingMessage & { readonly method: string; readonly url: string }, response);
  });
  await listening(server, port, host);
  const close = async (graceMs = 5_000): Promise<void> => {
    stopListening();
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    await atMost(graceMs, servers.idle());
    // Streams on which clients merely listen.
    await Promise.all([current.close(), sessions.close()]);
    await atMost(LAST_WORDS_MS, ended);
    server.closeAllConnections();
    await ended;
  };
  options.signal?.addEventListener("abort", () => void close(), { once: true });
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}${PATH}`, ...(token !== false && { token }), close };
}

/** RFC 6750 §3. Compared by digests, so that time tells nothing of the token. */
function refusedBearer(request: Request, token: string | false): Response | undefined {
  if (token === false) return undefined;
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given !== undefined && timingSafeEqual(digest(given), digest(token))) return undefined;
  const error = given === undefined ? "" : ', error="invalid_token"';
  return Response.json(
    { error: "A bearer token is needed: the server printed it when it started" },
    { status: 401, headers: { "www-authenticate": `Bearer realm="toolgen"${error}` } },
  );
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function isTooLong(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES;
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
