/** One MCP server over a registry, for one connection or one request. */
import { randomBytes } from "node:crypto";
import {
  type CallToolRequest,
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { CallOptions, Registry } from "../../runtime/index.js";
import { asking, type CallAnswer } from "./approval.js";
import { type McpCatalog, mcpCatalog } from "./catalog.js";
import { readFile } from "./files.js";
import { logging, logOf } from "./log.js";
import { progressOf } from "./progress.js";
import { callToolResult } from "./result.js";

/** What a server says of itself, and whose calls it makes. */
export interface McpServerOptions {
  /** Default: `toolgen`. */
  readonly name?: string;
  readonly version?: string;
  /** For the model: how to use the tools. */
  readonly instructions?: string;
  /** Whose calls these are, from what is known of the session; the `context` of every call. */
  readonly context?: (ctx: ServerContext) => unknown;
  /** Hears what went wrong outside of calls: input that is no message, tools whose modules do not load, `authorize`. */
  readonly onError?: (error: Error) => void;
}

const WRITING_MS = 50;

export interface McpServers {
  /** One for each connection; all of them serve the same registry. */
  readonly make: () => Server;
  /** When no call is in flight. */
  idle(): Promise<void>;
  /** None is made any more: nothing of the registry's is listened to. */
  close(): void;
}

export function mcpServerFactory(registry: Registry, options: McpServerOptions = {}): () => Server {
  return mcpServers(registry, options).make;
}

export function mcpServers(registry: Registry, options: McpServerOptions = {}): McpServers {
  const inFlight = new Set<Promise<unknown>>();
  const catalog = mcpCatalog(registry, options.onError ?? (() => undefined));
  // Approvals that are on their way end with the process.
  const sealing = createRequestStateCodec<string>({
    key: randomBytes(32),
    bind: (ctx) => `${ctx.sessionId ?? ""}\0${ctx.http?.authInfo?.clientId ?? ""}`,
  });
  const make = (): Server => {
    const server = new Server(
      { name: options.name ?? "toolgen", version: options.version ?? "0.0.0" },
      {
        capabilities: { tools: { listChanged: true }, resources: {}, logging: {} },
        ...(options.instructions !== undefined && { instructions: options.instructions }),
        requestState: { verify: sealing.verify },
      },
    );
    serveTools(server, registry, catalog, sealing.mint, options, (call) => {
      inFlight.add(call);
      void call.finally(() => inFlight.delete(call)).catch(() => undefined);
    });
    server.setRequestHandler("resources/list", () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
    server.setRequestHandler("resources/read", ({ params }) => {
      const file = readFile(params.uri, registry.files);
      if (!file) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such file, or it is gone", {
          uri: params.uri,
        });
      }
      return file;
    });
    return server;
  };
  return {
    make,
    close: catalog.close,
    async idle() {
      while (inFlight.size > 0) {
        await Promise.allSettled(inFlight);
        // What they answer has still to be written.
        await new Promise((resolve) => setTimeout(resolve, WRITING_MS));
      }
    },
  };
}

function serveTools(
  server: Server,
  registry: Registry,
  catalog: McpCatalog,
  mint: (hash: string, ctx: ServerContext) => Promise<string>,
  { context }: McpServerOptions,
  begun: (call: Promise<unknown>) => void,
): void {
  const hears = logging(server);
  server.setRequestHandler("tools/list", async ({ params }, ctx) => {
    const page = await catalog.page(params?.cursor, context?.(ctx));
    if (!page) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such page");
    return { ...page };
  });
  const call = async (params: CallToolRequest["params"], ctx: ServerContext): Promise<CallAnswer> => {
    const whose = context?.(ctx);
    const found = await catalog.find(params.name, whose);
    const ask = asking(ctx, ctx.mcpReq.requestState<string>(), (hash) => mint(hash, ctx));
    const { elicitation } = server.getClientCapabilities() ?? {};
    // `{}` is what clients said before there was more than forms.
    const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
    const progress = progressOf(ctx);
    const options: CallOptions = {
      signal: ctx.mcpReq.signal,
      ...(progress && { onProgress: progress.onProgress }),
      ...(context && { context: whose }),
      ...(canAsk && { approve: ask.approve }),
    };
    const result = await registry.call(found?.name ?? params.name, params.arguments ?? {}, options);
    progress?.end();
    logOf(ctx, params.name, hears)(result);
    return (await ask.question()) ?? callToolResult(result, found?.tool.outputSchema, registry.files);
  };
  server.setRequestHandler("tools/call", ({ params }, ctx) => {
    const answer = call(params, ctx);
    begun(answer);
    return answer;
  });
}
