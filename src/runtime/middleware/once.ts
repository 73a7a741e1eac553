/** One idempotency key, one effect: whoever comes again with it gets the first result. */
import { aborted, onAbort } from "../abort.js";
import type { Call, Middleware, Outcome } from "../call.js";
import { ToolError } from "../errors.js";
import { nothingSent, takesKey } from "../outcome.js";
import { argumentsKey, type Scope } from "../scope.js";

/** Keys that are remembered, the latest ones. */
const REMEMBERED = 10_000;

interface Entry {
  readonly payload: string;
  readonly outcome: Promise<Outcome>;
  running: boolean;
}

/**
 * Calls without a key pass. Of a failure the key is free again where nothing was sent, or where the API itself knows
 * the key; else the failure is the result: what was done is not known, and must not be done again unseen.
 */
export function once(scope: Scope): Middleware {
  const entries = new Map<string, Entry>();

  const begin = (id: string, payload: string, call: Call, next: (call: Call) => Promise<Outcome>): Promise<Outcome> => {
    const outcome = next(call).then((done) => call.redactor.value(done));
    const entry: Entry = { payload, outcome, running: true };
    entries.set(id, entry);
    forgetOldest(entries);
    return outcome.then(
      (done) => {
        entry.running = false;
        return done;
      },
      (cause: unknown) => {
        entry.running = false;
        if (isOpen(cause, call) && entries.get(id) === entry) entries.delete(id);
        throw cause;
      },
    );
  };

  return async (call, next) => {
    const { idempotencyKey } = call;
    if (idempotencyKey === undefined) return next(call);
    const id = `${scope(call)}\n${idempotencyKey}`;
    const payload = argumentsKey(call);
    for (;;) {
      const first = entries.get(id);
      if (!first) return begin(id, payload, call, next);
      if (first.payload !== payload) throw another(call);
      try {
        const outcome = await unlessAborted(first.outcome, call.signal);
        call.meta.cached = true;
        return structuredClone(outcome);
      } catch (cause) {
        // The first one came to nothing: this one is the first now.
        if (call.signal.aborted || entries.get(id) === first) throw cause;
      }
    }
  };
}

function isOpen(cause: unknown, call: Call): boolean {
  return nothingSent(cause) || takesKey(call.tool);
}

function forgetOldest(entries: Map<string, Entry>): void {
  if (entries.size <= REMEMBERED) return;
  for (const [id, { running }] of entries) {
    if (running) continue;
    entries.delete(id);
    return;
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const release = onAbort(signal, () => reject(aborted(signal)));
    promise.then(resolve, reject).finally(release);
  });
}

function another(call: Call): ToolError {
  const message = `${call.name} was called with this idempotency key before, and with other arguments.`;
  return new ToolError("invalid_arguments", `${message} Nothing was sent.`, {
    hint: "Give each call that is meant to have an effect of its own a key of its own.",
    issues: [{ path: "", message: "not the arguments of the first call with this key" }],
  });
}
