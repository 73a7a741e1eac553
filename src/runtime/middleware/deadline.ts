/** One time limit for all that follows: waiting, retries, the request and its body. */
import { aborted, onAbort } from "../call/abort.js";
import { timedOut } from "../call/advice.js";
import type { Call, Middleware, Outcome } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { type Clock, MAX_TIMER_MS } from "../clock.js";

/** A call that no one limits otherwise. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** The time that a call has, in milliseconds; `timeoutMs`: where no one limits it otherwise. */
export function timeLimitOf({ timeoutMs: own, tool, registration }: Call, timeoutMs: number): number {
  return Math.min(own ?? tool.timeout ?? registration.timeoutMs ?? timeoutMs, MAX_TIMER_MS);
}

export function deadline(timeoutMs: number, clock: Clock): Middleware {
  return async (call, next) => {
    if (call.signal.aborted) throw aborted(call.signal);
    const limit = timeLimitOf(call, timeoutMs);
    const controller = new AbortController();
    const { signal } = controller;
    let fail: (reason: ToolError) => void = () => {};
    // Ends the call even where something below does not heed the signal.
    const ended = new Promise<Outcome>((_, reject) => {
      fail = reject;
    });
    const stop = (reason: ToolError): void => {
      // First: what the signal stops must not win with an error of its own.
      fail(reason);
      controller.abort(reason);
    };
    const release = onAbort(call.signal, () => stop(cancelled(call)));
    const cancel = clock.after(limit, () => stop(timedOut(limit, call)));
    try {
      return await Promise.race([next({ ...call, signal, deadline: clock.now() + limit }), ended]);
    } finally {
      cancel();
      release();
    }
  };
}

/** What was not sent yet will not be: nothing below begins what was aborted. */
function cancelled({ signal, meta }: Call): ToolError {
  const reason = aborted(signal);
  if (meta.attempts > 0) return reason;
  return new ToolError(reason.code, reason.message, { ...reason.facts, unsent: true });
}
