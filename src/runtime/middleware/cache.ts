/** Results of reads, for a while: each caller has its own. */
import type { AnyTool } from "../../tool/types.js";
import type { Call, Middleware, Outcome } from "../call.js";
import type { Clock } from "../clock.js";
import { ToolError } from "../errors.js";
import { isUnavailable } from "../outcome.js";
import { argumentsKey, type Scope } from "../scope.js";

export interface CacheOptions {
  /** How long a result is as good as a new one. */
  readonly ttlMs: number;
  /** For so long after that it is better than none: given where the tool is not available, and the result says so. Default: 0. */
  readonly staleMs?: number;
  /** Of all results together, as JSON, in UTF-16 code units; the ones that were not used for longest go. Default: 10,000,000. */
  readonly maxChars?: number;
}

interface Entry {
  readonly outcome: Outcome;
  readonly at: number;
  readonly chars: number;
}

const MAX_CHARS = 10_000_000;

/** `options`: those of the registry; a registration's go before them, and a tool's before those. */
export function cache(options: CacheOptions | undefined, scope: Scope, clock: Clock): Middleware {
  const store = new Store(options?.maxChars ?? MAX_CHARS);
  return async (call, next) => {
    const { ttlMs = 0, staleMs = 0 } = optionsOf(call, options) ?? {};
    if (call.tool.effect !== "read" || ttlMs + staleMs <= 0) return next(call);
    const key = `${scope(call)}\n${argumentsKey(call)}`;
    const known = store.get(key);
    const age = known ? clock.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < ttlMs) return again(known, call);
    try {
      const outcome = await next(call);
      // Redacted by who asked: another call does not know these credentials.
      store.set(key, call.redactor.value(outcome), clock.now());
      return outcome;
    } catch (cause) {
      if (!known || age >= ttlMs + staleMs || !isAway(cause)) throw cause;
      call.meta.notes.push(`${Math.round(age / 1000)} s old: ${call.name} is not available just now`);
      return again(known, call);
    }
  };
}

const isAway = (cause: unknown): boolean => cause instanceof ToolError && isUnavailable(cause.code, cause.facts.status);

function optionsOf({ registration, tool }: Call, options: CacheOptions | undefined): AnyTool["cache"] {
  return tool.cache ?? registration.cache ?? options;
}

function again({ outcome }: Entry, call: Call): Outcome {
  call.meta.cached = true;
  // A host may change what it got.
  return structuredClone(outcome);
}

class Store {
  readonly #maxChars: number;
  /** In the order of their use. */
  readonly #entries = new Map<string, Entry>();
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  set(key: string, outcome: Outcome, at: number): void {
    const chars = key.length + JSON.stringify(outcome).length;
    this.#remove(key);
    if (chars > this.#maxChars) return;
    this.#entries.set(key, { outcome: structuredClone(outcome), at, chars });
    this.#chars += chars;
    for (const oldest of this.#entries.keys()) {
      if (this.#chars <= this.#maxChars) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#chars -= this.#entries.get(key)?.chars ?? 0;
    this.#entries.delete(key);
  }
}
