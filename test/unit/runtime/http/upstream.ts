/** A server on loopback that notes what it gets, and a sender to call it with. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createRedactor } from "../../../../src/runtime/auth/redact.js";
import type { Call } from "../../../../src/runtime/call/call.js";
import { createFileStore } from "../../../../src/runtime/http/files.js";
import { createSender, type Sender, type SenderOptions } from "../../../../src/runtime/http/send/sender.js";
import type { HttpToolDefinition, Toolkit } from "../../../../src/tool/types.js";

export interface Seen {
  readonly method: string;
  /** Raw request target. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Upstream extends AsyncDisposable {
  readonly origin: string;
  readonly server: Server;
  readonly seen: Seen[];
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

const json: Answer = (_, response) => {
  response.setHeader("content-type", "application/json");
  response.end("{}");
};

export async function startUpstream(answer: Answer = json): Promise<Upstream> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    seen.push({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      body: body.toString("latin1"),
    });
    answer(request, response, body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    server,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Setup {
  readonly toolkit?: Partial<Toolkit>;
  readonly tool?: Partial<HttpToolDefinition>;
  readonly baseUrl?: string;
  readonly signal?: AbortSignal;
  readonly context?: unknown;
}

export function makeCall(http: HttpToolDefinition["http"], args: Record<string, unknown>, setup: Setup = {}): Call {
  const tool: HttpToolDefinition = { name: "t", description: "t", effect: "read", input: true, http, ...setup.tool };
  const toolkit: Toolkit = { name: "kit", tools: { t: tool }, ...setup.toolkit };
  return {
    name: "t",
    tool,
    registration: { toolkit, ...(setup.baseUrl === undefined ? {} : { baseUrl: setup.baseUrl }) },
    args,
    signal: setup.signal ?? new AbortController().signal,
    context: setup.context,
    meta: { attempts: 0, queuedMs: 0, notes: [], caveats: [] },
    redactor: createRedactor(),
  };
}

export const makeSender = (options: Partial<SenderOptions> = {}): Sender =>
  createSender({ credentials: () => undefined, files: createFileStore(), ...options });
