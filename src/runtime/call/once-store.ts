/** What came of calls with an idempotency key. Keys outlast their results: a key that is forgotten is done twice. */
import type { Outcome } from "./call.js";

/** Of one key. */
export interface First {
  readonly payload: string;
  /** Of the first call: whoever gets its result has to know them too. */
  readonly caveats: readonly string[];
  /** `undefined`: there was no room for it any more. */
  outcome: Promise<Outcome> | undefined;
  state: "running" | "done" | "failed";
}

export class OnceStore {
  readonly #maxKeys: number;
  readonly #maxChars: number;
  /** In the order in which they began. */
  readonly #firsts = new Map<string, First>();
  /** What was kept, with its size, in the order in which it came. */
  readonly #sizes = new Map<First, number>();
  #chars = 0;

  /** `maxChars`: of all results together, as JSON, in UTF-16 code units. The oldest ones go first, of keys and of results. */
  constructor(maxKeys: number, maxChars: number) {
    this.#maxKeys = maxKeys;
    this.#maxChars = maxChars;
  }

  get(id: string): First | undefined {
    return this.#firsts.get(id);
  }

  add(id: string, first: First): void {
    this.#firsts.set(id, first);
    if (this.#firsts.size <= this.#maxKeys) return;
    for (const [oldest, { state }] of this.#firsts) {
      if (state === "running") continue;
      this.#remove(oldest);
      return;
    }
  }

  /** `kept`: what takes the room. */
  end(id: string, state: "done" | "failed", kept: unknown): void {
    const first = this.#firsts.get(id);
    if (!first) return;
    first.state = state;
    const chars = charsOf(kept);
    if (chars > this.#maxChars) {
      first.outcome = undefined;
      return;
    }
    this.#sizes.set(first, chars);
    this.#chars += chars;
    for (const oldest of this.#sizes.keys()) {
      if (this.#chars <= this.#maxChars) return;
      oldest.outcome = undefined;
      this.#forgetSize(oldest);
    }
  }

  /** It came to nothing, and the next one is the first. */
  free(id: string): void {
    const first = this.#firsts.get(id);
    if (first) first.state = "failed";
    this.#remove(id);
  }

  #remove(id: string): void {
    const first = this.#firsts.get(id);
    this.#firsts.delete(id);
    if (first) this.#forgetSize(first);
  }

  #forgetSize(first: First): void {
    this.#chars -= this.#sizes.get(first) ?? 0;
    this.#sizes.delete(first);
  }
}

/** What is no JSON, as a host's own error may hold, or is too long for a text, is too much. */
function charsOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
