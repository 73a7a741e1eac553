/** What a hand-written tool throws → an error that says whether another time may be different. */
import type { Call } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { isHarmless } from "../call/repeatable.js";
import { isNetworkCode } from "../http/send/network.js";

const MAX_MESSAGE = 500;
/** Of causes within causes: `fetch` puts the code of its socket there. */
const MAX_CAUSES = 5;

/**
 * Where a second run does no harm, codes of the network and statuses that may pass count as they would over HTTP. Elsewhere
 * they do not: there a 429 means that nothing was done, and a function may have done something before.
 */
export function thrownBy(cause: unknown, call: Call): ToolError {
  if (cause instanceof ToolError) return cause;
  const message = `${call.name} failed: ${saying(cause)}`;
  if (isHarmless(call.tool)) {
    const status = statusOf(cause);
    if (status !== undefined) return new ToolError("upstream_error", message, { status }, { cause });
    if (hasNetworkCode(cause)) return new ToolError("network_error", message, {}, { cause });
  }
  return new ToolError("execution_error", message, {}, { cause });
}

/** 408, 429 or a 5xx, as errors of HTTP clients have it. */
function statusOf(cause: unknown): number | undefined {
  const found = [own(cause, "status"), own(cause, "statusCode")].find((value) => typeof value === "number");
  if (typeof found !== "number" || !Number.isInteger(found)) return undefined;
  return found === 408 || found === 429 || (found >= 500 && found <= 599) ? found : undefined;
}

function hasNetworkCode(thrown: unknown): boolean {
  let cause = thrown;
  for (let i = 0; i < MAX_CAUSES && cause !== undefined; i++) {
    const code = own(cause, "code");
    if (typeof code === "string" && isNetworkCode(code)) return true;
    cause = own(cause, "cause");
  }
  return false;
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function saying(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : typeof cause === "string" ? cause : "";
  const text = message === "" ? "it gave no reason." : message;
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}
