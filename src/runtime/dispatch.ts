/** Batches: the side effects of a list of calls happen in the order of the list. */
import type { BatchCall } from "./options.js";
import type { ToolResult } from "./result.js";

/**
 * `sideBySide`: how many may run at a time. `waits`: for each call the earlier ones that have to be done before it.
 * Results come in the order of the calls. `one` does not reject: a call that fails does not keep the next one from
 * running.
 */
export async function dispatch(
  calls: readonly BatchCall[],
  sideBySide: number,
  waits: readonly (readonly number[])[],
  one: (call: BatchCall) => Promise<ToolResult>,
): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  const done: Promise<void>[] = [];
  const free = new Places(Math.max(1, sideBySide));
  for (const [i, call] of calls.entries()) {
    const before = (waits[i] ?? []).map((j) => done[j]);
    done[i] = (async () => {
      if (before.length > 0) await Promise.all(before);
      await free.take();
      results[i] = await one(call);
      free.give();
    })();
  }
  await Promise.all(done);
  return results;
}

/** So many at a time, first come, first served. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  take(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free--;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
