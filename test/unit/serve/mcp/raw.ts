/** A client that says exactly what a test says. */
import type { McpHttpServer } from "../../../../src/serve/mcp/index.js";

export type Era = "legacy" | "modern";
export const ERAS: readonly Era[] = ["legacy", "modern"];

/** What a server may be told of a request besides its body. */
export interface Said {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };

export function post({ url, token }: McpHttpServer, body: string, { headers, signal }: Said = {}): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(url, {
    method: "POST",
    headers: { ...TYPES, ...authorization, ...headers },
    body,
    signal: signal ?? null,
  });
}

export const initialize = (protocolVersion: string): string =>
  message(1, "initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } });

export const message = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** What each request has to have, once a session has begun, or has to have by itself. */
export interface Speech {
  readonly headers: Readonly<Record<string, string>>;
  request(id: number, method: string, params?: Readonly<Record<string, unknown>>): string;
}

export async function speech(server: McpHttpServer, era: Era, headers: Said["headers"] = {}): Promise<Speech> {
  if (era === "modern") {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    return {
      headers: { ...headers, "mcp-protocol-version": "2026-07-28" },
      request: (id, method, params = {}) => message(id, method, { ...params, _meta }),
    };
  }
  const answer = await post(server, initialize("2025-11-25"), { headers });
  await answer.text();
  const session = answer.headers.get("mcp-session-id") ?? "";
  return {
    headers: { ...headers, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" },
    request: (id, method, params = {}) => message(id, method, params),
  };
}

/** The call of a tool, with the headers that it needs. */
export function call(
  server: McpHttpServer,
  { headers, request }: Speech,
  id: number,
  name: string,
  signal?: AbortSignal,
): Promise<Response> {
  const own = { ...headers, "mcp-method": "tools/call", "mcp-name": name };
  const body = request(id, "tools/call", { name, arguments: {} });
  return post(server, body, { headers: own, ...(signal && { signal }) });
}
