/** One MCP server over a registry, for one connection or one request. */
import { randomBytes } from "node:crypto";
import {
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
import { progressOf } from "./progress.js";
import { callToolResult } from "./result.js";

export interface McpServerOptions {
  /** Default: `toolgen`. */
  readonly name?: string;
  readonly version?: string;
  /** For the model: how to use the tools. */
  readonly instructions?: string;
  /** Whose calls these are, from what is known of the session; the `context` of every call. */
  readonly context?: (ctx: ServerContext) => unknown;
}

/** Makes a server for each connection; all of them serve the same registry. */
export function mcpServerFactory(registry: Registry, options: McpServerOptions = {}): () => Server {
  const catalog = mcpCatalog(registry);
  // Approvals that are on their way end with the process.
  const sealing = createRequestStateCodec<string>({
    key: randomBytes(32),
    bind: (ctx) => `${ctx.sessionId ?? ""}\0${ctx.http?.authInfo?.clientId ?? ""}`,
  });
  return () => {
    const server = new Server(
      { name: options.name ?? "toolgen", version: options.version ?? "0.0.0" },
      {
        capabilities: { tools: { listChanged: true }, resources: {} },
        ...(options.instructions !== undefined && { instructions: options.instructions }),
        requestState: { verify: sealing.verify },
      },
    );
    serveTools(server, registry, catalog, sealing.mint, options);
    server.setRequestHandler("resources/list", () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
    server.setRequestHandler("resources/read", ({ params }) => {
      const file = readFile(params.uri, registry.files);
      if (!file) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such file, or it is gone");
      return file;
    });
    return server;
  };
}

function serveTools(
  server: Server,
  registry: Registry,
  catalog: McpCatalog,
  mint: (hash: string, ctx: ServerContext) => Promise<string>,
  { context }: McpServerOptions,
): void {
  server.setRequestHandler("tools/list", async ({ params }) => {
    const page = await catalog.page(params?.cursor);
    if (!page) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such page");
    return { ...page };
  });
  server.setRequestHandler("tools/call", async ({ params }, ctx): Promise<CallAnswer> => {
    const found = await catalog.find(params.name);
    const ask = asking(ctx, ctx.mcpReq.requestState<string>(), (hash) => mint(hash, ctx));
    const canAsk = server.getClientCapabilities()?.elicitation !== undefined;
    const onProgress = progressOf(ctx);
    const options: CallOptions = {
      signal: ctx.mcpReq.signal,
      ...(onProgress && { onProgress }),
      ...(context && { context: context(ctx) }),
      ...(canAsk && { approve: ask.approve }),
    };
    const result = await registry.call(found?.name ?? params.name, params.arguments ?? {}, options);
    return (await ask.question()) ?? callToolResult(result, found?.tool.outputSchema, registry.files);
  });
}
