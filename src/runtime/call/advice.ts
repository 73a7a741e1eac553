/** What to do after a failure: one true thing, by what the tool does and what is known of what was done. */
import type { Call } from "./call.js";
import { ToolError } from "./errors.js";
import { nothingDone } from "./outcome.js";
import { isHarmless, isRepeatable, reads } from "./repeatable.js";

/** Of a write that was sent, and of which no answer says what became of it. */
export const DOUBT = "It may have been done all the same: find out before you retry it.";

/** The failure, with a next step for whoever called. */
export function advised(error: ToolError, call: Call): ToolError {
  const { hint, ...facts } = error.facts;
  return new ToolError(error.code, error.message, { ...facts, hint: nextStep(error, call) }, { cause: error.cause });
}

function nextStep(error: ToolError, call: Call): string {
  const { hint, status, retryAfterMs } = error.facts;
  // Whoever made the error may have said it already.
  const said = hint !== undefined && /\bretry\b/i.test(hint);
  const first = hint === undefined ? "" : `${hint} `;
  if (!nothingDone(error) && !isHarmless(call.tool)) {
    // Of the network's failures the hints are ours, and about the network.
    if (said && error.code !== "network_error") return hint;
    return first + (hasKey(call) ? SAME_KEY : DOUBT);
  }
  if (said) return hint;
  if (isWait(retryAfterMs)) return `${first}Retry after ${Math.ceil(retryAfterMs / 1000)} s.`;
  return first + (status === 429 ? "Retry later, and less often." : "Retry later: this may pass.");
}

const SAME_KEY = "It may have been done all the same: retry it with the same idempotency key alone.";

/** The API knows the call again by a key that whoever called has as well. */
const hasKey = (call: Call): boolean => call.idempotencyKey !== undefined && isRepeatable(call);

const isWait = (ms: number | undefined): ms is number => ms !== undefined && Number.isFinite(ms) && ms > 0;

/** Of a call that was ended before it had an answer. */
export function timedOut(limitMs: number, call: Call): ToolError {
  const unsent = call.meta.attempts === 0;
  const message = `The call took longer than its time limit of ${limitMs} ms.`;
  return new ToolError("timeout", message, { hint: afterTimeout(unsent, call), ...(unsent && { unsent }) });
}

function afterTimeout(unsent: boolean, call: Call): string {
  if (unsent) return "Nothing was sent: call again later.";
  if (reads(call.tool)) return "It only reads: call again, or ask for less.";
  if (isHarmless(call.tool)) return "Whether it had an effect is not known; to call again does no harm.";
  if (hasKey(call)) return "Whether it had an effect is not known: call again with the same idempotency key alone.";
  return "Whether it had an effect is not known: find out before you call again, or ask for less.";
}
