/** MCP, "Progress": notifications to the client that asked for them with a token, as many as one can read. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { CallOptions } from "../../runtime/index.js";

/** Where there is no fraction to tell, the number only says that something happened: it has to rise each time. */
const STEP = 1e-6;
/** Between two notifications of one call. */
const PAUSE_MS = 100;
/** Of the time so far; the transport keeps what nobody reads, and so keeps some hundreds of an hour at most. */
const PAUSE_SHARE = 0.01;

export interface McpProgress {
  readonly onProgress: NonNullable<CallOptions["onProgress"]>;
  /** Before the result: tells what waits, and nothing after it. */
  end(): void;
}

/** `undefined`: the client does not want to know. Of what comes during a pause, the latest is told. */
export function progressOf(ctx: ServerContext): McpProgress | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const begun = performance.now();
  let last = 0;
  let total: 1 | undefined;
  let waiting: { readonly fraction?: number; readonly message?: string } | undefined;
  let pause: NodeJS.Timeout | undefined;
  const tell = (): void => {
    pause = undefined;
    if (!waiting) return;
    const { fraction, message } = waiting;
    waiting = undefined;
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
    pause = setTimeout(tell, Math.max(PAUSE_MS, (performance.now() - begun) * PAUSE_SHARE)).unref();
  };
  return {
    onProgress({ partial: _, ...update }) {
      waiting = { ...waiting, ...update };
      if (!pause) tell();
    },
    end() {
      clearTimeout(pause);
      tell();
      clearTimeout(pause);
    },
  };
}
