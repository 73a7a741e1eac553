/** MCP over standard input and output. */

import type { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Registry } from "../../runtime/index.js";
import { reserveStdout } from "../stdout.js";
import { Pipe } from "./pipe.js";
import { type McpServerOptions, mcpServers } from "./server.js";

/** The streams of one connection. */
export interface McpStdioOptions extends McpServerOptions {
  /** Default: standard input. */
  readonly input?: Readable;
  /** Default: standard output. From then on what anyone else writes there goes to standard error. */
  readonly output?: Writable;
  /** Ends the connection. */
  readonly signal?: AbortSignal;
}

/** Serves until the input ends or the signal aborts; calls in flight are aborted then. */
export async function serveMcp(registry: Registry, options: McpStdioOptions = {}): Promise<void> {
  const { input = process.stdin, output = reserveStdout(process), signal, ...rest } = options;
  const ended = new Promise<void>((resolve) => {
    input.once("end", resolve);
    input.once("close", resolve);
    output.once("error", resolve);
    signal?.addEventListener("abort", () => resolve(), { once: true });
    if (signal?.aborted) resolve();
  });
  const transport = new Pipe(input, output);
  const { onError } = rest;
  const servers = mcpServers(registry, rest);
  const made: Server[] = [];
  const make = (): Server => {
    const server = servers.make();
    made.push(server);
    return server;
  };
  const stopTelling = registry.onChange(() => {
    // Only one of them has the connection; a client that is gone hears nothing.
    for (const server of made) void server.sendToolListChanged().catch(() => undefined);
  });
  const handle = serveStdio(make, { transport, ...(onError && { onerror: onError }) });
  await ended;
  stopTelling();
  servers.close();
  await handle.close();
}
