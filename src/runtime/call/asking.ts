/** What a caller asks for → a call on its way inward. */
import type { AnyTool } from "../../tool/types.js";
import { TASK_TIMEOUT_MS, type TaskEvents } from "../batch/tasks.js";
import { DEFAULT_TIMEOUT_MS, timeLimitOf } from "../middleware/deadline.js";
import type { BatchCall, CallOptions, RegistryOptions } from "../options.js";
import type { Entry } from "../registry/catalog.js";
import type { Call } from "./call.js";
import type { ToolError } from "./errors.js";
import type { Begun } from "./settle.js";

/** A call, a task of one, one of a batch, or one that stands in for another. */
export interface Asking extends CallOptions {
  readonly task?: Pick<TaskEvents, "onAttempt">;
  readonly running?: (run: Promise<unknown>) => void;
  /** Why it is not to be made. */
  readonly refused?: ToolError;
  /** The tool that was asked for. */
  readonly standsFor?: Entry;
  /** What is left of the time of the one call, in milliseconds. */
  readonly leftMs?: number;
}

/** What a host has set of time limits. */
type Limits = Pick<RegistryOptions, "timeoutMs" | "tasks">;

const taskLimit = ({ tasks }: Limits): number => tasks?.timeoutMs ?? TASK_TIMEOUT_MS;

export function callOf(
  { name, registration }: Entry,
  tool: AnyTool,
  args: unknown,
  { meta, redactor }: Begun,
  given: Asking & { readonly signal: AbortSignal },
  limits: Limits,
): Call {
  const call: Call = {
    name,
    tool,
    registration,
    // Whatever it is: `validate` comes first, and lets nothing but an object pass.
    args: args as Call["args"],
    signal: given.signal,
    context: given.context,
    meta,
    redactor,
    wait: given.wait ?? (given.onProgress !== undefined || given.task !== undefined),
    ...(given.idempotencyKey !== undefined && { idempotencyKey: given.idempotencyKey }),
    ...(given.approve && { approve: given.approve }),
    ...(given.approved !== undefined && { approved: given.approved }),
    ...(given.running && { running: given.running }),
    ...(given.standsFor && { asked: given.standsFor.base }),
  };
  // What is said of calls that someone waits for is not said of tasks.
  const own = given.timeoutMs ?? (given.task && (tool.timeout ?? taskLimit(limits)));
  const limited = own === undefined ? call : { ...call, timeoutMs: own };
  if (given.leftMs === undefined) return limited;
  const usual = timeLimitOf(limited, limits.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return { ...limited, timeoutMs: Math.min(usual, given.leftMs) };
}

/** The time of a call and of all that is tried instead: a limit of the tool's own that is shorter is for its part alone. */
export function wholeLimit(tool: AnyTool, { registration }: Entry, given: Asking, limits: Limits): number {
  if (given.timeoutMs !== undefined) return given.timeoutMs;
  const usual = given.task ? taskLimit(limits) : (registration.timeoutMs ?? limits.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return Math.max(tool.timeout ?? 0, usual);
}

/** What is said of one call of a batch alone. A key of the batch is one for each place in it. */
export function ofBatch(one: BatchCall, at: number, { idempotencyKey: key }: CallOptions): CallOptions {
  const { id, signal, onProgress, approved } = one;
  const idempotencyKey = one.idempotencyKey ?? (key === undefined ? undefined : `${key}-${at + 1}`);
  return {
    ...(id !== undefined && { id }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    ...(approved !== undefined && { approved }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}
