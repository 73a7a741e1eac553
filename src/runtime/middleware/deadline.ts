/** One time limit for all that follows: waiting, retries, the request and its body. */
import { aborted } from "../abort.js";
import type { Middleware, Outcome } from "../call.js";
import type { Clock } from "../clock.js";
import { ToolError } from "../errors.js";

/** A call that no one limits otherwise. */
export const DEFAULT_TIMEOUT_MS = 60_000;

export function deadline(timeoutMs: number, clock: Clock): Middleware {
  return async (call, next) => {
    const controller = new AbortController();
    const stop = (): void => controller.abort(aborted(call.signal));
    if (call.signal.aborted) throw aborted(call.signal);
    call.signal.addEventListener("abort", stop, { once: true });
    const limit = Math.min(call.timeoutMs ?? timeoutMs, 2 ** 31 - 1);
    const cancel = clock.after(limit, () => controller.abort(timedOut(limit)));
    try {
      return await Promise.race([
        next({ ...call, signal: controller.signal, deadline: clock.now() + limit }),
        ended(controller.signal),
      ]);
    } finally {
      cancel();
      call.signal.removeEventListener("abort", stop);
    }
  };
}

/** Ends the call even where something below does not heed the signal. */
function ended(signal: AbortSignal): Promise<Outcome> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(aborted(signal)), { once: true }));
}

function timedOut(limit: number): ToolError {
  return new ToolError("timeout", `The call took longer than its time limit of ${limit} ms.`, {
    hint: "Whether it had an effect is not known. Ask for less, or find out before you call again.",
  });
}
