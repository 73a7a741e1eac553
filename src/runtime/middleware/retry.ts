import { aborted } from "../call/abort.js";
import { advised } from "../call/advice.js";
import type { Call, Middleware } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { isRepeatable } from "../call/repeatable.js";
import { type Clock, sleepUntil, systemClock } from "../clock.js";
import { RetryBudget } from "../quota/budget.js";
import type { Registration } from "../registry/registration.js";
import { maxWaitOf } from "./waiting.js";

export interface RetryOptions {
  /** Retries after the first attempt. Default: 2. */
  readonly retries?: number;
  /** The first wait is between 0 and this, the next between 0 and twice this, and so on. Default: 500 ms. */
  readonly baseMs?: number;
  /** No wait of our own choice is longer. Default: 30 s. */
  readonly maxDelayMs?: number;
  /** When the upstream asks for a longer wait, the caller gets the error at once instead. Default: 30 s. */
  readonly maxWaitMs?: number;
  readonly clock?: Clock;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** RFC 9110 sections 15.5.9, 15.6.3 to 15.6.5, RFC 6585 section 4, vendors' own: answers that another time may be different. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 420, 429, 502, 503, 504, 529]);

/** Repeats what failed for a moment, where a repetition does no harm and the upstream can bear it. */
export function retry(options: RetryOptions = {}): Middleware {
  const { retries = 2, baseMs = 500, maxDelayMs = 30_000, maxWaitMs } = options;
  const { clock = systemClock, random = Math.random } = options;
  const budgets = new WeakMap<Registration, RetryBudget>();

  const budgetOf = (registration: Registration): RetryBudget => {
    const budget = budgets.get(registration) ?? new RetryBudget(clock);
    budgets.set(registration, budget);
    return budget;
  };

  return async (call, next) => {
    const budget = budgetOf(call.registration);
    budget.deposit();
    let last: ToolError | undefined;
    for (let attempt = 0; ; attempt++) {
      try {
        return await next(call);
      } catch (error) {
        // No place in the quota for one more attempt, "nothing was sent": of the first one that is not true.
        if (last && error instanceof ToolError && error.code === "rate_limited") throw advised(last, call);
        if (!(error instanceof ToolError)) throw error;
        if (!isTransient(error, call)) throw isFault(error, call) ? advised(error, call) : error;
        if (call.signal.aborted) throw error;
        // Without a connection nothing can have happened, whatever the tool does.
        if (!isRepeatable(call) && error.facts.unsent !== true) throw advised(error, call);
        const { registration, tool } = call;
        // AWS's "full jitter", on top of what the upstream asked for: never earlier, and not all at the same moment.
        const jitter = random() * Math.min(maxDelayMs, (registration.retryBaseMs ?? baseMs) * 2 ** attempt);
        const told = retryAfterOf(error);
        const until = clock.now() + told + jitter;
        const most = tool.retries ?? registration.retries ?? retries;
        const tooLong = told > maxWaitOf(call, maxWaitMs) || until >= (call.deadline ?? Number.POSITIVE_INFINITY);
        if (attempt >= most || tooLong || !budget.withdraw()) throw advised(error, call);
        last = error;
        await sleepUntil(until, clock, call.signal, () => aborted(call.signal));
      }
    }
  };
}

function isTransient({ code, facts }: ToolError, { meta: { told } }: Call): boolean {
  if (code === "network_error") return true;
  if (code !== "upstream_error") return false;
  // `x-should-retry`: the service knows.
  if (told?.retry !== undefined) return told.retry;
  if (told?.refused || facts.throttle !== undefined) return true;
  return facts.status !== undefined && TRANSIENT.has(facts.status);
}

/** The upstream's own, and nobody says that it will not pass. */
const isFault = ({ code, facts: { status = 0 } }: ToolError, { meta: { told } }: Call): boolean =>
  code === "upstream_error" && status >= 500 && told?.retry !== false;

/** 0: the upstream named no time, or none that makes sense. */
function retryAfterOf({ facts: { retryAfterMs = 0 } }: ToolError): number {
  return Number.isFinite(retryAfterMs) && retryAfterMs > 0 ? retryAfterMs : 0;
}
