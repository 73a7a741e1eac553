import type { AnyTool, Limit } from "../../tool/types.js";
import { isVendor, VENDORS } from "../../tool/vendors.js";
import { aborted } from "../call/abort.js";
import type { Call, Middleware } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { nothingSent } from "../call/outcome.js";
import { type Clock, systemClock } from "../clock.js";
import type { Account, Seat } from "../quota/account.js";
import { Accounts, type AccountsOptions } from "../quota/accounts.js";
import { checkLimits, checkTool } from "../quota/limit.js";
import type { Fate } from "../quota/meters/meter.js";
import type { Claim, Grant, Refusal } from "../quota/scheduler.js";
import { withThrottle } from "../quota/told/feedback.js";
import type { Told } from "../quota/told/told.js";
import type { Registration } from "../registry/registration.js";
import { maxWaitOf } from "./waiting.js";

export interface QuotaOptions extends AccountsOptions {
  /** Longest stay in a queue. Default: 30 s. */
  readonly maxWaitMs?: number;
  /** Most calls that may wait for one account. Default: 10,000. */
  readonly maxQueue?: number;
  /** Calls of the same key share their turns in a queue. Default: by the call's `context`. */
  readonly share?: (call: Call) => unknown;
  readonly clock?: Clock;
}

const DEFAULT_QUEUE = 10_000;

/** A middleware that can be asked about its queues. */
export interface QuotaLayer extends Middleware {
  /** Refuses what cannot be kept: for `register`. */
  check(registration: Registration): void;
  /** How long a call of this tool would wait now, in milliseconds, if every answer came at once. */
  waitTime(registration: Registration, tool: AnyTool, context?: unknown): number;
  /** Gives back what this process holds of quotas that are shared. */
  close(): Promise<void>;
}

/** Every request takes its share of all limits that hold for it, or waits, or is refused at once. */
export function quota(options: QuotaOptions = {}): QuotaLayer {
  const { maxWaitMs, maxQueue = DEFAULT_QUEUE, clock = systemClock, share = (call: Call) => call.context } = options;
  for (const limits of [options.quota, options.beside]) if (limits) checkLimits(limits, "the registry");
  const accounts = new Accounts(options, clock);

  const acquire = async (call: Call, { scheduler }: Account, seat: Seat): Promise<Grant> => {
    const from = clock.now();
    const { deadline = Number.POSITIVE_INFINITY } = call;
    const patience = from + maxWaitOf(call, maxWaitMs);
    const claim: Claim = {
      key: share(call),
      signal: call.signal,
      until: Math.min(patience, deadline),
      costs: seat.costs,
      aborted: () => aborted(call.signal),
      refused: (why) => refused(why, deadline < patience, seat),
    };
    if (scheduler.queued >= (call.registration.maxQueue ?? maxQueue)) {
      throw overloaded(call, scheduler.wait(seat.lane, claim.key, seat.costs)?.waitMs ?? 0);
    }
    try {
      const grant = await scheduler.acquire(seat.lane, claim);
      if (!call.signal.aborted) return grant;
      grant.settle({ fate: "unsent" });
      scheduler.pump();
      throw aborted(call.signal);
    } finally {
      call.meta.queuedMs += Math.round(clock.now() - from);
    }
  };

  const layer: Middleware = async (call, next) => {
    const account = accounts.of(call.registration, call.tool, call.context);
    const seat = account.seat(call);
    const grant = account.scheduler.take(seat.lane, seat.costs) ?? (await acquire(call, account, seat));
    let fate: Fate = "lost";
    let told: Told | undefined;
    let done = false;
    call.meta.told = undefined;
    call.meta.flight = grant.flight;
    try {
      const outcome = await next(call);
      done = true;
      fate = "answered";
      told = withThrottle(call.meta.told, outcome.throttle, false);
      return outcome;
    } catch (error) {
      fate = fateOf(error);
      told = toldBy(error, call.meta.told);
      throw told === undefined ? error : informed(error, told);
    } finally {
      const points = told?.cost ?? (fate === "answered" ? seat.untold?.() : undefined);
      grant.settle({ fate, ...(told?.refused && { refused: true }), ...(points !== undefined && { points }) });
      // First what the answer says, then whoever goes next.
      if (told) account.learn(call, seat, told, grant.from, done);
      account.scheduler.pump();
    }
  };

  return Object.assign(layer, {
    check: (registration: Registration): void => check(registration, accounts.limitsOf(registration)),
    waitTime: (registration: Registration, tool: AnyTool, context?: unknown): number => {
      const account = accounts.of(registration, tool, context);
      const { lane, costs } = account.seat({ tool, args: {} });
      return account.scheduler.wait(lane, context, costs)?.waitMs ?? 0;
    },
    close: () => accounts.close(),
  });
}

function check(registration: Registration, limits: readonly Limit[]): void {
  const { toolkit } = registration;
  const vendor = registration.vendor ?? toolkit.vendor;
  if (typeof vendor === "string" && !isVendor(vendor)) {
    throw new RangeError(
      `Nothing is known of the limits of ${JSON.stringify(vendor)}: known are ${VENDORS.join(", ")}.`,
    );
  }
  checkLimits(limits, `toolkit "${toolkit.name}"`);
  for (const [name, tool] of Object.entries(toolkit.tools)) {
    if ("load" in tool) continue;
    checkTool(tool, name);
  }
}

function fateOf(error: unknown): Fate {
  if (!(error instanceof ToolError)) return "lost";
  if (nothingSent(error)) return "unsent";
  return error.facts.status === undefined ? "lost" : "answered";
}

/**
 * What a failure says of quotas. RFC 9110 section 10.2.3: with 503, and with 429 (RFC 6585), Retry-After is for everyone,
 * not for this request alone; so it is where a hand-written tool says it.
 */
function toldBy(error: unknown, heard: Told | undefined): Told | undefined {
  if (!(error instanceof ToolError) || error.code !== "upstream_error") return heard;
  const { status, retryAfterMs, throttle } = error.facts;
  if (heard || throttle) return withThrottle(heard, throttle, true);
  if (status !== 429 && status !== 503) return undefined;
  const wait = retryAfterMs !== undefined && Number.isFinite(retryAfterMs) ? { retryAfterMs } : {};
  return { refused: status === 429, levels: [], ...wait };
}

/** The error says what the quota's keeper knows: when to come back, where no header of the usual names said it. */
function informed(error: unknown, { refused, retryAfterMs }: Told): unknown {
  if (!(error instanceof ToolError) || error.code !== "upstream_error" || !refused || retryAfterMs === undefined)
    return error;
  if (error.facts.retryAfterMs !== undefined) return error;
  const hint = `Too many calls. Retry after ${seconds(retryAfterMs)}.`;
  return new ToolError(error.code, error.message, { ...error.facts, retryAfterMs, hint }, { cause: error.cause });
}

function refused({ meter, waitMs }: Refusal, byDeadline: boolean, { pauses }: Seat): ToolError {
  const paused = meter === pauses.account || meter === pauses.tool;
  const cause = paused ? "was asked by its upstream to wait" : "is over its quota";
  const limit = byDeadline ? "the call's time limit would end before that" : "a call may not wait that long";
  return rateLimited(
    `${meter.subject} ${cause}: the next free place is ${seconds(waitMs)} away, and ${limit}.`,
    waitMs,
  );
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
