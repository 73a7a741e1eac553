/** What a failure says of what was done. */
import type { AnyTool } from "../tool/types.js";
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
export function isUnavailable(code: ErrorCode, status = 0): boolean {
  return UNAVAILABLE.has(code) || (code === "upstream_error" && (status >= 500 || status === 429 || status === 420));
}

/** The API itself sees to it that a repetition has no second effect. */
export function takesKey(tool: AnyTool): boolean {
  return tool.idempotent === true || ("http" in tool && tool.http.idempotencyHeader !== undefined);
}
