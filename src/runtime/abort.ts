import { ToolError } from "./errors.js";

/** What an aborted call ends with: the reason where it is one of ours, `timeout` for `AbortSignal.timeout`, else `cancelled`. */
export function aborted(signal: AbortSignal): ToolError {
  const reason: unknown = signal.reason;
  if (reason instanceof ToolError) return reason;
  if (reason instanceof DOMException && reason.name === "TimeoutError") {
    return new ToolError("timeout", "The call took longer than its time limit.");
  }
  return new ToolError("cancelled", "The call was cancelled.");
}
