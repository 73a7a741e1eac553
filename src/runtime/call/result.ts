import type { ErrorCode, Issue } from "./errors.js";

/** What a call answers, always: a call never throws. The envelope of `toolgen run` and `call --json` is the same. */
export type ToolResult<Data = unknown> = ToolSuccess<Data> | ToolFailure;

/** A call that did what it was to do. */
export interface ToolSuccess<Data = unknown> {
  /** The caller's, where it gave one. */
  readonly id?: string;
  /** The name that was asked for. */
  readonly tool: string;
  readonly ok: true;
  /** Text for the model. */
  readonly content: string;
  readonly data: Data;
  readonly meta: ResultMeta;
}

/** A call that did not, or of which that is not known. */
export interface ToolFailure {
  readonly id?: string;
  readonly tool: string;
  readonly ok: false;
  /** Message, status and hint, for the model. */
  readonly content: string;
  readonly error: ResultError;
  readonly meta: ResultMeta;
}

/** Why a call failed, and what to do next. */
export interface ResultError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly issues?: readonly Issue[];
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly details?: unknown;
}

/** How a call went. */
export interface ResultMeta {
  /** HTTP status of the last answer. */
  readonly status?: number;
  readonly durationMs: number;
  /** Requests sent. */
  readonly attempts: number;
  /** Time spent waiting for a quota. */
  readonly queuedMs: number;
  readonly cached?: boolean;
  /** The data was cut; says what was left out. */
  readonly truncated?: string;
  /** What was read differently from what was said, and what the result is not: aliases and coercions, old, of another tool. */
  readonly notes?: readonly string[];
}
