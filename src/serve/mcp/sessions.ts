/** Clients of the protocol before 2026-07-28 speak in sessions: one server each, found again by an id that nobody guesses. */
import { randomBytes } from "node:crypto";
import {
  type HandleRequestOptions,
  isJSONRPCRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

export interface Sessions {
  /** `given`: the body, parsed, and who sends it. */
  fetch(request: Request, given: HandleRequestOptions): Promise<Response>;
  /** Tells every client that tools have come or gone. */
  toolsChanged(): void;
  close(): Promise<void>;
}

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who began it, and is the only one to use it. */
  readonly caller: string | undefined;
  usedAt: number;
}

const MAX_SESSIONS = 1_000;
/** Without a request for so long, a session makes room for others. */
const IDLE_MS = 30 * 60 * 1_000;
/** Of an id; nobody guesses 192 bits. */
const ID_BYTES = 24;

/** `most`: sessions at a time. */
export function createSessions(makeServer: () => Server, most: number = MAX_SESSIONS): Sessions {
  const sessions = new Map<string, Session>();

  const discardIdle = async (): Promise<void> => {
    const before = Date.now() - IDLE_MS;
    const idle = [...sessions].filter(([, { usedAt }]) => usedAt < before);
    for (const [id] of idle) sessions.delete(id);
    await Promise.all(idle.map(([, { server }]) => server.close()));
  };

  /** Whoever has many gives up the one that was not used for longest, so that nobody locks all others out. */
  const discardOne = async (): Promise<void> => {
    const [, ids] = [...idsByCaller(sessions)].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    const [id] = ids;
    if (ids.length < 2 || id === undefined) return;
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  };

  const open = async (request: Request, given: HandleRequestOptions): Promise<Response> => {
    if (sessions.size >= most) await discardIdle();
    if (sessions.size >= most) await discardOne();
    if (sessions.size >= most) return refused(503, "There are too many sessions");
    const server = makeServer();
    const caller = given.authInfo?.clientId;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomBytes(ID_BYTES).toString("base64url"),
      onsessioninitialized: (id) => void sessions.set(id, { server, transport, caller, usedAt: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    try {
      await server.connect(transport);
      return await transport.handleRequest(request, given);
    } finally {
      // Whatever did not begin a session leaves nothing behind.
      if (transport.sessionId === undefined) await server.close();
    }
  };

  return {
    async fetch(request, given) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return open(request, given);
      const session = sessions.get(id);
      // MCP, session management: a client that gets 404 begins a new session. Another caller's is as if it were not there.
      if (session?.caller !== given.authInfo?.clientId || !session) {
        return refused(404, "There is no such session, or it has ended");
      }
      session.usedAt = Date.now();
      // In the order of their use.
      sessions.delete(id);
      sessions.set(id, session);
      cancelWhenGone(session, request.signal, given.parsedBody);
      return session.transport.handleRequest(request, given);
    },
    toolsChanged() {
      // A client that is gone hears nothing.
      for (const { server } of sessions.values()) void server.sendToolListChanged().catch(() => undefined);
    },
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map(({ server }) => server.close()));
    },
  };
}

function idsByCaller(sessions: ReadonlyMap<string, Session>): Map<string | undefined, string[]> {
  const all = new Map<string | undefined, string[]>();
  for (const [id, { caller }] of sessions) {
    const ids = all.get(caller);
    if (ids) ids.push(id);
    else all.set(caller, [id]);
  }
  return all;
}

/** A client whose connection broke cannot get the answer any more: nothing is kept to be sent again. */
function cancelWhenGone({ transport }: Session, gone: AbortSignal, body: unknown): void {
  for (const message of [body].flat()) {
    if (!isJSONRPCRequest(message)) continue;
    const params = { requestId: message.id, reason: "The connection broke" };
    const cancel = (): void => transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    gone.addEventListener("abort", cancel, { once: true });
  }
}

function refused(status: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status });
}
