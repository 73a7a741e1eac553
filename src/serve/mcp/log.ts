/** What a client hears of calls that have ended, where it asks for log messages. */
import type { LoggingLevel, Server, ServerContext } from "@modelcontextprotocol/server";
import type { ToolResult } from "../../runtime/index.js";

/** RFC 5424, section 6.2.1: from what concerns few to what concerns all. */
const LEVELS: readonly LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

export type Hears = (level: LoggingLevel, ctx: ServerContext) => boolean;

/** Whether a message goes to the client: before 2026-07-28 it has to have asked for such; since then each request says. */
export function logging(server: Server): Hears {
  let least: LoggingLevel | undefined;
  server.setRequestHandler("logging/setLevel", ({ params }) => {
    least = params.level;
    return {};
  });
  return (level, { mcpReq }) => {
    if (mcpReq.envelope !== undefined) return true;
    return least !== undefined && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
  };
}

/** Failed calls are warnings, all others are for who debugs. */
export function logOf(ctx: ServerContext, tool: string, hears: Hears): (result: ToolResult) => void {
  return (result) => {
    const { attempts, queuedMs, durationMs, status } = result.meta;
    const facts = { attempts, queuedMs, durationMs, ...(status !== undefined && { status }) };
    const level = result.ok ? "debug" : "warning";
    if (!hears(level, ctx)) return;
    // A client that is gone hears nothing.
    void ctx.mcpReq.log(level, result.ok ? facts : { ...facts, code: result.error.code }, tool).catch(() => undefined);
  };
}
