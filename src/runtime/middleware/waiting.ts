/** How long one call may wait: in the queue of a quota, or because its upstream asks for it. */
import type { Call } from "../call/call.js";

const DEFAULT_WAIT_MS = 30_000;

/** In milliseconds, by whoever is nearest to the call; `maxWaitMs`: the registry's. */
export function maxWaitOf(call: Pick<Call, "registration" | "tool">, maxWaitMs: number = DEFAULT_WAIT_MS): number {
  return call.tool.maxWaitMs ?? call.registration.maxWaitMs ?? maxWaitMs;
}
