/** MCP, "Progress": notifications to the client that asked for them with a token. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { CallOptions } from "../../runtime/index.js";

/** Where there is no fraction to tell, the number only says that something happened: it has to rise each time. */
const STEP = 1e-6;

/** `undefined`: the client does not want to know. */
export function progressOf(ctx: ServerContext): CallOptions["onProgress"] {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = 0;
  let total: 1 | undefined;
  return ({ fraction, message }) => {
    if (fraction !== undefined) total = 1;
    last = Math.max(fraction ?? 0, last + STEP);
    const params = {
      progressToken,
      progress: last,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    };
    // A client that is gone gets no result either: the call is cancelled by its signal.
    ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
