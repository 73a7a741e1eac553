/** What a failure says of what was done. */
import { type ErrorCode, ToolError } from "./errors.js";

const BEFORE_SENDING: ReadonlySet<ErrorCode> = new Set([
  "unknown_tool",
  "invalid_arguments",
  "approval_required",
  "approval_denied",
  "credentials_missing",
  "rate_limited",
  "unsupported",
]);

/** The request never left. */
export function nothingSent(error: unknown): boolean {
  return error instanceof ToolError && (BEFORE_SENDING.has(error.code) || error.facts.unsent === true);
}

const UNAVAILABLE: ReadonlySet<ErrorCode> = new Set(["network_error", "timeout", "rate_limited"]);

/** The tool could not do it now; nothing is wrong with the call. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof ToolError)) return false;
  const { status = 0, throttle } = error.facts;
  if (UNAVAILABLE.has(error.code) || throttle !== undefined) return true;
  return error.code === "upstream_error" && (status >= 500 || status === 429 || status === 420);
}

/** Nothing was sent, or the upstream refused what was sent: the call has had no effect. */
export function nothingDone(error: unknown): boolean {
  if (nothingSent(error)) return true;
  if (!(error instanceof ToolError) || error.code !== "upstream_error") return false;
  const { status = 0, throttle, partial } = error.facts;
  // 408: some servers give up on a request that they have begun.
  return throttle !== undefined || (partial === undefined && status >= 400 && status < 500 && status !== 408);
}
