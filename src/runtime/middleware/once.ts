/** One idempotency key, one effect: whoever comes again with it gets the first result. */
import type { Call, Middleware, Outcome } from "../call/call.js";
import { redactedError, ToolError } from "../call/errors.js";
import { type First, OnceStore } from "../call/once-store.js";
import { nothingDone } from "../call/outcome.js";
import { isRepeatable } from "../call/repeatable.js";
import { argumentsKey, digest, type Scopes } from "../call/scope.js";
import type { Clock } from "../clock.js";
import { timeLimitOf } from "./deadline.js";
import { joined } from "./join.js";

/** Keys that are remembered, the latest ones. */
const REMEMBERED = 10_000;

/** Of all results together, as JSON, in UTF-16 code units; as of those of the cache. */
const MAX_CHARS = 10_000_000;

/**
 * Calls without a key pass. A key belongs to a tool, its registration, and whoever calls. Of a failure it is free again
 * where nothing was done, or where a repetition does no harm; else the failure is the result: what was done is not known,
 * and must not be done again unseen. What stands in for a tool is under the key of that tool: to ask again does nothing
 * again, whichever of them has done it. `timeoutMs`: of calls that no one limits otherwise.
 */
export function once({ doer }: Scopes, timeoutMs: number, clock: Clock): Middleware {
  const store = new OnceStore(REMEMBERED, MAX_CHARS);

  const begin = (id: string, payload: string, call: Call, next: (call: Call) => Promise<Outcome>): Promise<Outcome> => {
    // Who comes again does not know the credentials of this call.
    const outcome = next(call).then(
      (done) => call.redactor.value(done),
      (cause: unknown) => Promise.reject(redactedError(cause, call.redactor)),
    );
    store.add(id, { payload, caveats: call.meta.caveats, outcome, state: "running" });
    return outcome.then(
      (done) => {
        store.end(id, "done", done);
        // A host may change what it got: those that come later get it as it was.
        return structuredClone(done);
      },
      (cause: unknown) => {
        if (nothingDone(cause) || isRepeatable(call)) store.free(id);
        else store.end(id, "failed", cause instanceof ToolError ? [cause.message, cause.facts] : undefined);
        throw cause;
      },
    );
  };

  return async (call, next) => {
    const { idempotencyKey } = call;
    if (idempotencyKey === undefined) return next(call);
    const id = `${doer(call)}\n${call.asked ?? call.tool.name}\n${idempotencyKey}`;
    // Not the arguments themselves: they may hold files, and are kept for as long as the key.
    const payload = digest(argumentsKey(call));
    const limit = timeLimitOf(call, timeoutMs);
    const from = clock.now();
    for (;;) {
      const first = store.get(id);
      const left = limit - (clock.now() - from);
      if (!first) return begin(id, payload, left < limit ? { ...call, timeoutMs: Math.max(0, left) } : call, next);
      if (first.payload !== payload) throw another(call);
      if (!first.outcome) throw notKept(first, call);
      try {
        const outcome = await joined(first.outcome, call.signal, left, clock, () => late(limit));
        call.meta.cached = true;
        call.meta.caveats.splice(0, Number.POSITIVE_INFINITY, ...first.caveats);
        return structuredClone(outcome);
      } catch (cause) {
        if (call.signal.aborted || first.state === "running") throw cause;
        if (store.get(id) === first) throw again(cause, call);
        // The first one came to nothing: this one is the first now.
      }
    }
  };
}

/** What the first call came to, said to one that came later. */
function again(cause: unknown, { meta }: Call): unknown {
  if (!(cause instanceof ToolError)) return cause;
  meta.cached = true;
  const { hint, ...facts } = cause.facts;
  const said = "This is what the first call with its idempotency key came to: nothing was sent now.";
  return new ToolError(cause.code, cause.message, { ...facts, hint: hint ? `${hint} ${said}` : said }, { cause });
}

/** To forget the key with the result would do it twice. */
function notKept({ state }: First, { name, meta }: Call): ToolError {
  meta.cached = true;
  const [was, what] = state === "failed" ? ["failed", "how it did"] : ["was done", "its result"];
  const message = `${name} ${was} before with this idempotency key, and ${what} is no longer kept: it took too much room.`;
  return new ToolError("response_too_large", `${message} Nothing was sent now.`, {
    hint: "Find out what was done with a call that reads; another key would do it again.",
  });
}

function late(limit: number): ToolError {
  return new ToolError("timeout", `The call took longer than its time limit of ${limit} ms.`, {
    hint: "The first call with its idempotency key goes on: call again with the same key for what comes of it.",
  });
}

function another(call: Call): ToolError {
  const message = `${call.name} was called with this idempotency key before, and with other arguments.`;
  return new ToolError("invalid_arguments", `${message} Nothing was sent.`, {
    hint: "Give each call that is meant to have an effect of its own a key of its own.",
    issues: [{ path: "", message: "not the arguments of the first call with this key" }],
  });
}
