/** What happens to calls, for whoever watches. Nothing here holds an argument, a result or a credential. */
import type { Effect } from "../../tool/types.js";
import type { ErrorCode } from "../call/errors.js";

/** What `onCall` is told, in this order: `begin`; `attempt` and `answer` for each request; `progress` between; `end`. */
export type CallEvent = BeginEvent | AttemptEvent | AnswerEvent | ProgressEvent | EndEvent;

interface EventBase {
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** Counts the calls of a registry, from 1. */
  readonly call: number;
  /** The caller's, where it gave one. */
  readonly id?: string;
  /** The name that was asked for; clipped where there is no such tool. */
  readonly tool: string;
}

/** A call was asked for. Nothing is known of it but the name. */
export interface BeginEvent extends EventBase {
  readonly event: "begin";
}

/** It is the call's turn: a request is sent, or a hand-written tool runs. */
export interface AttemptEvent extends EventBase {
  readonly event: "attempt";
  /** From 1. */
  readonly attempt: number;
  readonly over: "http" | "graphql" | "function";
  /** Spent waiting for quotas so far. */
  readonly waitedMs: number;
}

/** What became of an attempt. */
export interface AnswerEvent extends EventBase {
  readonly event: "answer";
  readonly attempt: number;
  readonly outcome: "ok" | ErrorCode;
  /** HTTP status. */
  readonly status?: number;
}

/** As the tool or the service says, credentials taken out; partial results are for the caller alone. */
export interface ProgressEvent extends EventBase {
  readonly event: "progress";
  readonly fraction?: number;
  readonly message?: string;
}

/** A call has its result. */
export interface EndEvent extends EventBase {
  readonly event: "end";
  /** Absent: there is no such tool. */
  readonly toolkit?: string;
  readonly effect?: Effect;
  /** As `account` names the call's context; else the context itself, where that is a string or a number. */
  readonly who?: string;
  /** SHA-256 of the arguments as they were given, as JSON with sorted keys. Only where an audit log is kept. */
  readonly argumentsHash?: string;
  readonly outcome: "ok" | ErrorCode;
  /** HTTP status of the last answer. */
  readonly status?: number;
  readonly durationMs: number;
  /** Requests sent. */
  readonly attempts: number;
  /** For quotas. */
  readonly waitedMs: number;
  /** The result is one that was kept, nothing was sent. */
  readonly cached?: true;
}
