import type { Redactor } from "../auth/redact.js";
import type { Throttle } from "../throttle.js";

/** Stable codes: hosts and models branch on them. */
export type ErrorCode =
  | "unknown_tool"
  | "invalid_arguments"
  | "approval_required"
  | "approval_denied"
  | "credentials_missing"
  | "rate_limited"
  | "timeout"
  | "cancelled"
  | "upstream_error"
  | "network_error"
  | "response_invalid"
  | "response_too_large"
  | "execution_error"
  | "unsupported";

/** One wrong argument. */
export interface Issue {
  /** JSON pointer below the arguments: `/labels/0`; empty for the arguments as a whole. */
  readonly path: string;
  /** What was expected and what came, in words that a model can act on. */
  readonly message: string;
}

/** What is known of a failure besides its code and message. */
export interface ErrorFacts {
  /** What to do next. */
  readonly hint?: string;
  readonly issues?: readonly Issue[];
  /** HTTP status of the upstream's answer. */
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** JSON: the upstream's error body, partial data. */
  readonly details?: unknown;
  /** Data that came beside the errors: shown in `content`, as far as there is room. */
  readonly partial?: unknown;
  /** The upstream had no room for the call, whatever its status says. */
  readonly throttle?: Throttle;
  /** No connection was made: nothing can have happened. */
  readonly unsent?: boolean;
}

/**
 * A failure with a code. The runtime throws it inward and turns it into a result at its edge. `message` is made of
 * codes and of what the caller said, never of a library's message: those quote URLs and header values.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "ToolError";
    this.code = code;
    this.facts = facts;
  }
}

/** A failure that another call is told as well, which does not know the credentials of this one. */
export function redactedError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof ToolError)) return error;
  return new ToolError(error.code, redactor.text(error.message), redactor.value(error.facts), { cause: error.cause });
}
