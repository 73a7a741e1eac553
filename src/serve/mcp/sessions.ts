/** Clients of the protocol before 2026-07-28 speak in sessions: one server each, found again by an id that nobody guesses. */
import { randomBytes } from "node:crypto";
import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

export interface Sessions {
  fetch(request: Request): Promise<Response>;
  /** Tells every client that tools have come or gone. */
  toolsChanged(): void;
  close(): Promise<void>;
}

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

const MAX_SESSIONS = 1_000;
/** Without a request for so long, a session makes room for others. */
const IDLE_MS = 30 * 60 * 1_000;

export function createSessions(makeServer: () => Server, maxRequestBodySize: number): Sessions {
  const sessions = new Map<string, Session>();

  const discardIdle = async (): Promise<void> => {
    const before = Date.now() - IDLE_MS;
    const idle = [...sessions].filter(([, { usedAt }]) => usedAt < before);
    for (const [id] of idle) sessions.delete(id);
    await Promise.all(idle.map(([, { server }]) => server.close()));
  };

  const open = async (request: Request): Promise<Response> => {
    if (sessions.size >= MAX_SESSIONS) await discardIdle();
    if (sessions.size >= MAX_SESSIONS) return refused(503, "There are too many sessions");
    const server = makeServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomBytes(24).toString("base64url"),
      onsessioninitialized: (id) => void sessions.set(id, { server, transport, usedAt: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
      maxRequestBodySize,
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    // Whatever did not begin a session leaves nothing behind.
    if (transport.sessionId === undefined) await server.close();
    return response;
  };

  return {
    async fetch(request) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return open(request);
      const session = sessions.get(id);
      // MCP, session management: a client that gets 404 begins a new session.
      if (!session) return refused(404, "There is no such session, or it has ended");
      session.usedAt = Date.now();
      return session.transport.handleRequest(request);
    },
    toolsChanged() {
      for (const { server } of sessions.values()) void server.sendToolListChanged();
    },
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map(({ server }) => server.close()));
    },
  };
}

function refused(status: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status });
}
