/** Batches: the side effects of a list of calls happen in the order of the list. */
import type { Clock } from "./clock.js";
import { ToolError } from "./errors.js";
import { joined } from "./middleware/join.js";
import type { BatchCall } from "./options.js";
import type { ToolResult } from "./result.js";

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
}

/** What has its result, and may go on: until then, or until nobody waits for it any longer. */
interface Done {
  readonly ended: Promise<unknown> | undefined;
  /** By the clock's `now()`. */
  readonly until: number;
}

/** Results come in the order of the calls. A call that fails does not keep the next one from running. */
export async function dispatch(calls: readonly BatchCall[], options: DispatchOptions, one: One): Promise<ToolResult[]> {
  const { waits, clock, holdMs } = options;
  const results: ToolResult[] = [];
  const done: Promise<Done>[] = [];
  const free = new Places(Math.max(1, options.concurrency));
  for (const [i, call] of calls.entries()) {
    const before = (waits[i] ?? []).map((j) => ({ name: calls[j]?.name ?? "", done: done[j] }));
    done[i] = (async () => {
      const refused = before.length > 0 ? await afterAll(before, call, options) : undefined;
      await free.take();
      const running: Promise<unknown>[] = [];
      results[i] = await one(call, i, (run) => running.push(run), refused);
      free.give();
      const ended = running.length > 0 ? Promise.allSettled(running) : undefined;
      return { ended, until: clock.now() + holdMs };
    })();
  }
  await Promise.all(done);
  return results;
}

/** Waits for all of them. An error: one has its result, and has not ended within its time. */
async function afterAll(
  before: readonly { readonly name: string; readonly done: Promise<Done> | undefined }[],
  call: BatchCall,
  { clock, signal }: DispatchOptions,
): Promise<ToolError | undefined> {
  const all = await Promise.all(before.map(({ done }) => done));
  const given = call.signal ?? signal ?? new AbortController().signal;
  for (const [i, each] of all.entries()) {
    if (!each?.ended) continue;
    try {
      const late = (): ToolError => stillRunning(call.name, before[i]?.name ?? "");
      await joined(each.ended, given, Math.max(0, each.until - clock.now()), clock, late);
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
