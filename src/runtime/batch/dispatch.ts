/** Batches: the side effects of a list of calls happen in the order of the list. */

import { ToolError } from "../call/errors.js";
import type { ToolResult } from "../call/result.js";
import type { Clock } from "../clock.js";
import { joined } from "../middleware/join.js";
import type { BatchCall } from "../options.js";
import { List } from "../quota/list.js";

/** Makes one call. `hold`: told of what goes on after its result. `refused`: why it is not to be made. Does not reject. */
export type One = (
  call: BatchCall,
  at: number,
  hold: (running: Promise<unknown>) => void,
  refused: ToolError | undefined,
) => Promise<ToolResult>;

export interface DispatchOptions {
  /** How many may run at a time. */
  readonly concurrency: number;
  /** For each call the earlier ones that have to be done before it. */
  readonly waits: readonly (readonly number[])[];
  /** How long what outlasts its call holds up those that have to wait for it. */
  readonly holdMs: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Aborted when no call is made any more: nobody waits for that. */
  readonly closed: AbortSignal;
}

/** What goes on after its call has its result: until it ends, or until nobody waits for it any longer. */
interface Held {
  readonly name: string;
  readonly ended: Promise<unknown>;
  /** By the clock's `now()`. */
  readonly until: number;
}

/** Results come in the order of the calls. A call that fails does not keep the next one from running. */
export async function dispatch(calls: readonly BatchCall[], options: DispatchOptions, one: One): Promise<ToolResult[]> {
  const { waits, clock, holdMs } = options;
  const results: ToolResult[] = [];
  /** Of each call, once it has its result. */
  const done: Promise<readonly Held[]>[] = [];
  const free = new Places(Math.max(1, options.concurrency));
  for (const [i, call] of calls.entries()) {
    const before = (waits[i] ?? []).map((j) => done[j]);
    done[i] = (async () => {
      const held = before.length > 0 ? await heldBy(before) : [];
      const refused = held.length > 0 ? await afterAll(held, call, options) : undefined;
      await free.take();
      const running: Promise<unknown>[] = [];
      results[i] = await one(call, i, (run) => running.push(run), refused);
      free.give();
      // Whoever waits for this call alone waits for what it could not wait for.
      if (refused) return held;
      if (running.length === 0) return [];
      return [{ name: call.name, ended: Promise.allSettled(running), until: clock.now() + holdMs }];
    })();
  }
  await Promise.all(done);
  return results;
}

async function heldBy(before: readonly (Promise<readonly Held[]> | undefined)[]): Promise<readonly Held[]> {
  const all = await Promise.all(before);
  return [...new Set(all.flatMap((held) => held ?? []))];
}

/** Waits for all of them. An error: one has its result, and has not ended within its time. */
async function afterAll(
  held: readonly Held[],
  call: BatchCall,
  { clock, signal, closed }: DispatchOptions,
): Promise<ToolError | undefined> {
  const own = call.signal ?? signal;
  const given = own ? AbortSignal.any([own, closed]) : closed;
  for (const { name, ended, until } of held) {
    try {
      const late = (): ToolError => stillRunning(call.name, name);
      await joined(ended, given, Math.max(0, until - clock.now()), clock, late);
    } catch (cause) {
      if (cause instanceof ToolError) return cause;
      throw cause;
    }
  }
  return undefined;
}

function stillRunning(name: string, other: string): ToolError {
  const message = `${name} was not called: ${other}, which comes before it and changes the same, was given up and still runs. Nothing was sent.`;
  return new ToolError("timeout", message, { hint: `Find out what came of ${other}, then call again.`, unsent: true });
}

/** So many at a time, first come, first served. */
class Places {
  #free: number;
  readonly #waiting = new List<() => void>();

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
    const { first } = this.#waiting;
    if (!first) this.#free++;
    else {
      this.#waiting.remove(first);
      first.value();
    }
  }
}
