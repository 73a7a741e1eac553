/** Results of reads, for a while: each caller has its own, and equal reads at the same time are one. */
import type { AnyTool } from "../../tool/types.js";
import type { Call, Middleware, Next, Outcome } from "../call/call.js";
import { redactedError, ToolError } from "../call/errors.js";
import { isUnavailable, nothingDone } from "../call/outcome.js";
import { type Kept, ResultStore } from "../call/result-store.js";
import { argumentsKey, type Scopes } from "../call/scope.js";
import type { Clock } from "../clock.js";
import { timeLimitOf } from "./deadline.js";
import { joined } from "./join.js";

export interface CacheOptions {
  /** How long a result is as good as a new one, unless its caller changes something in that toolkit meanwhile. */
  readonly ttlMs: number;
  /** For so long after that it is better than none: given where the tool is not available, and the result says so. Default: 0. */
  readonly staleMs?: number;
  /** Of all results together, as JSON, in UTF-16 code units; the ones that were not used for longest go. Default: 10,000,000. */
  readonly maxChars?: number;
}

/** A read under way. */
interface Flight {
  readonly owner: string;
  readonly outcome: Promise<Outcome>;
  /** Its owner has changed something since it began. */
  outdated: boolean;
}

const MAX_CHARS = 10_000_000;

/** `options`: those of the registry; a registration's go before them, and a tool's before those. `timeoutMs`: as for `deadline`. */
export function cache(
  options: CacheOptions | undefined,
  { reader }: Scopes,
  timeoutMs: number,
  clock: Clock,
): Middleware {
  const store = new ResultStore(options?.maxChars ?? MAX_CHARS);
  const flights = new Map<string, Flight>();

  const outdate = (call: Call): void => {
    if (store.empty && flights.size === 0) return;
    const owner = reader(call);
    store.outdate(owner);
    for (const flight of flights.values()) if (flight.owner === owner) flight.outdated = true;
  };

  const begin = (key: string, owner: string, call: Call, next: Next): Promise<Outcome> => {
    // Whoever gets it later does not know the credentials of this call.
    const outcome = next(call).then(
      (done) => call.redactor.value(done),
      (cause: unknown) => Promise.reject(redactedError(cause, call.redactor)),
    );
    const flight: Flight = { owner, outcome, outdated: false };
    flights.set(key, flight);
    const landed = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    return outcome.then(
      (done) => {
        landed();
        // 202 says that there is no result yet.
        if (!flight.outdated && call.meta.status !== 202) store.set(key, owner, done, clock.now());
        return done;
      },
      (cause: unknown) => {
        landed();
        throw cause;
      },
    );
  };

  /** What another call brings that has begun the same, or this one, where there is none or it has given up. */
  const fetched = async (key: string, owner: string, call: Call, next: Next, shares: boolean): Promise<Outcome> => {
    const limit = timeLimitOf(call, timeoutMs);
    const until = clock.now() + limit;
    for (;;) {
      const flight = shares ? flights.get(key) : undefined;
      const left = until - clock.now();
      if (!flight || flight.outdated)
        return begin(key, owner, left < limit ? { ...call, timeoutMs: left } : call, next);
      try {
        return again(await joined(flight.outcome, call.signal, left, clock, () => late(limit)), call);
      } catch (cause) {
        if (call.signal.aborted || clock.now() >= until || !gaveUp(cause)) throw cause;
      }
    }
  };

  return async (call, next) => {
    if (call.tool.effect !== "read") return changing(call, next, outdate);
    const { ttlMs = 0, staleMs = 0 } = optionsOf(call, options) ?? {};
    if (ttlMs + staleMs <= 0) return next(call);
    const owner = reader(call);
    // One that waits for the end of what was begun wants another answer than one that does not.
    const key = [owner, call.tool.name, call.wait === true, argumentsKey(call)].join("\n");
    const known = store.get(key);
    const age = known ? clock.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < ttlMs && !known.outdated) return again(known.outcome, call);
    try {
      return await fetched(key, owner, call, next, ttlMs > 0);
    } catch (cause) {
      if (!known || age >= ttlMs + staleMs || !isUnavailable(cause)) throw cause;
      return stale(known, age, call);
    }
  };
}

/** Whoever changes something wants to read what it has changed. */
async function changing(call: Call, next: Next, outdate: (call: Call) => void): Promise<Outcome> {
  try {
    const outcome = await next(call);
    outdate(call);
    return outcome;
  } catch (cause) {
    if (!nothingDone(cause)) outdate(call);
    throw cause;
  }
}

/** For a reason of its own, which is none of whoever waits for it. */
const gaveUp = (cause: unknown): boolean =>
  cause instanceof ToolError && ["cancelled", "timeout", "rate_limited"].includes(cause.code);

function optionsOf({ registration, tool }: Call, options: CacheOptions | undefined): AnyTool["cache"] {
  return tool.cache ?? registration.cache ?? options;
}

function stale({ outcome }: Kept, age: number, call: Call): Outcome {
  call.meta.caveats.push(`${Math.round(age / 1000)} s old: ${call.name} is not available just now`);
  return again(outcome, call);
}

function again(outcome: Outcome, call: Call): Outcome {
  call.meta.cached = true;
  // A host may change what it got.
  return structuredClone(outcome);
}

function late(limit: number): ToolError {
  return new ToolError("timeout", `The call took longer than its time limit of ${limit} ms.`, {
    hint: "It only reads: call again later, or ask for less.",
  });
}
