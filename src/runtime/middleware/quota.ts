import type { AnyTool, Quota } from "../../tool/types.js";
import { aborted } from "../abort.js";
import type { Call, Middleware, Registration } from "../call.js";
import { type Clock, systemClock } from "../clock.js";
import { type ErrorCode, ToolError } from "../errors.js";
import { checkQuota } from "../quota/limit.js";
import { type Claim, type Grant, Limiter, type Refusal } from "../quota/limiter.js";
import type { Fate } from "../quota/window.js";

export interface QuotaOptions {
  /** Takes the place of every toolkit's quota; a registration's own goes before it. Each toolkit has it for itself. */
  readonly quota?: Quota;
  /** Longest stay in a queue. Default: 30 s. */
  readonly maxWaitMs?: number;
  /** Most calls that may wait for one toolkit. Default: 10,000. */
  readonly maxQueue?: number;
  /** Calls of the same key share their turns in a queue. Default: by the call's `context`. */
  readonly share?: (call: Call) => unknown;
  readonly clock?: Clock;
}

/** A middleware that can be asked about its queues. */
export interface QuotaLayer extends Middleware {
  /** Refuses what cannot be kept: for `register`. */
  check(registration: Registration): void;
  /** How long a call of this tool would wait now, in milliseconds, if every answer came at once. */
  waitTime(registration: Registration, tool: AnyTool, context?: unknown): number;
}

/** What one registration shares: its calls go to one upstream with one set of credentials. */
interface Partition {
  readonly whole: Limiter;
  readonly tools: Map<string, Limiter>;
}

/** Every request takes a slot of its tool's quota and one of its toolkit's, or waits, or is refused at once. */
export function quota(options: QuotaOptions = {}): QuotaLayer {
  const { maxWaitMs = 30_000, maxQueue = 10_000, clock = systemClock, share = (call: Call) => call.context } = options;
  if (options.quota) checkQuota(options.quota, "the registry");
  const partitions = new WeakMap<Registration, Partition>();

  const check = (registration: Registration): void => {
    const { toolkit } = registration;
    const own = registration.quota ?? options.quota ?? toolkit.quota;
    if (own) checkQuota(own, `toolkit "${toolkit.name}"`);
    for (const [name, tool] of Object.entries(toolkit.tools)) {
      if ("quota" in tool && tool.quota) checkQuota(tool.quota, `tool "${name}"`);
    }
  };

  const partitionOf = (registration: Registration): Partition => {
    let partition = partitions.get(registration);
    if (!partition) {
      const own = registration.quota ?? options.quota ?? registration.toolkit.quota;
      partition = { whole: new Limiter(`Toolkit "${registration.toolkit.name}"`, own, clock), tools: new Map() };
      partitions.set(registration, partition);
    }
    return partition;
  };

  // A slot of the tool is held while its call waits for the toolkit, never the other way round: tools that are not
  // limited themselves do not wait for one that is.
  const limitersOf = (registration: Registration, tool: AnyTool): readonly Limiter[] => {
    const { whole, tools } = partitionOf(registration);
    if (!tool.quota) return [whole];
    let own = tools.get(tool.name);
    if (!own) {
      checkQuota(tool.quota, `tool "${tool.name}"`);
      own = new Limiter(`Tool "${tool.name}"`, tool.quota, clock);
      tools.set(tool.name, own);
    }
    return [own, whole];
  };

  const acquire = async (call: Call, limiters: readonly Limiter[]): Promise<readonly Grant[]> => {
    const from = clock.now();
    const { deadline = Number.POSITIVE_INFINITY } = call;
    const claim: Claim = {
      key: share(call),
      signal: call.signal,
      until: Math.min(from + maxWaitMs, deadline),
      aborted: () => aborted(call.signal),
      refused: (why) => refused(why, deadline < from + maxWaitMs),
    };
    // Known before the first slot is taken: all of them, or none.
    for (const limiter of limiters) {
      if (limiter.queued >= maxQueue) throw overloaded(call, limiter.wait(claim.key));
      const why = limiter.refusal(claim);
      if (why) throw claim.refused(why);
    }
    const grants: Grant[] = [];
    try {
      for (const limiter of limiters) grants.push(await limiter.acquire(claim));
      if (call.signal.aborted) throw aborted(call.signal);
    } catch (error) {
      for (const grant of grants) grant.settle("unsent");
      throw error;
    } finally {
      call.meta.queuedMs += Math.round(clock.now() - from);
    }
    return grants;
  };

  const layer: Middleware = async (call, next) => {
    const limiters = limitersOf(call.registration, call.tool).filter((limiter) => !limiter.open);
    const grants = limiters.length === 0 ? [] : await acquire(call, limiters);
    let fate: Fate = "lost";
    try {
      const outcome = await next(call);
      fate = "answered";
      return outcome;
    } catch (error) {
      fate = fateOf(error);
      const pauseMs = pauseOf(error);
      if (pauseMs > 0) partitionOf(call.registration).whole.pause(clock.now() + pauseMs);
      throw error;
    } finally {
      for (const grant of grants) grant.settle(fate);
    }
  };

  return Object.assign(layer, {
    check,
    waitTime: (registration: Registration, tool: AnyTool, context?: unknown): number =>
      Math.max(...limitersOf(registration, tool).map((limiter) => limiter.wait(context))),
  });
}

const NOTHING_SENT: ReadonlySet<ErrorCode> = new Set([
  "unknown_tool",
  "invalid_arguments",
  "approval_required",
  "approval_denied",
  "credentials_missing",
  "rate_limited",
  "unsupported",
]);

function fateOf(error: unknown): Fate {
  if (!(error instanceof ToolError)) return "lost";
  if (NOTHING_SENT.has(error.code)) return "unsent";
  return error.facts.status === undefined ? "lost" : "answered";
}

/**
 * RFC 9110 section 10.2.3: with 503, and with 429 (RFC 6585), Retry-After is for everyone, not for this request alone.
 * So it is with GraphQL services that say so in an answer of status 200.
 */
function pauseOf(error: unknown): number {
  if (!(error instanceof ToolError) || error.code !== "upstream_error") return 0;
  const { status, throttle, retryAfterMs = 0 } = error.facts;
  return (status === 429 || status === 503 || throttle !== undefined) && Number.isFinite(retryAfterMs)
    ? retryAfterMs
    : 0;
}

function refused({ subject, waitMs, paused }: Refusal, byDeadline: boolean): ToolError {
  const cause = paused ? "was asked by its upstream to wait" : "is over its quota";
  const limit = byDeadline ? "the call's time limit would end before that" : "a call may not wait that long";
  return rateLimited(`${subject} ${cause}: the next free place is ${seconds(waitMs)} away, and ${limit}.`, waitMs);
}

function overloaded(call: Call, waitMs: number): ToolError {
  return rateLimited(`Toolkit "${call.registration.toolkit.name}" is overloaded: its queue is full.`, waitMs);
}

function rateLimited(message: string, waitMs: number): ToolError {
  const retryAfterMs = Math.max(1, Math.ceil(waitMs));
  return new ToolError("rate_limited", `${message} Nothing was sent.`, {
    hint: `Retry after ${seconds(retryAfterMs)}, or do without this call.`,
    retryAfterMs,
  });
}

const seconds = (ms: number): string => `${Math.max(1, Math.ceil(ms / 1000))} s`;
