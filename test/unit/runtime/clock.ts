import type { Clock } from "../../../src/runtime/clock.js";

/** Time that passes when a test says so. */
export class VirtualClock implements Clock {
  #now = 0;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Timers that are set. */
  get pending(): number {
    return this.#timers.length;
  }

  /** When the next timer runs; `undefined`: there is none. */
  get next(): number | undefined {
    return this.#timers.length === 0 ? undefined : Math.min(...this.#timers.map(({ at }) => at));
  }

  /** Runs what is due on the way, each at its time, and lets promises settle in between. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settled();
    for (let next = this.next; next !== undefined && next <= until; next = this.next) {
      this.#now = next;
      const due = this.#timers.filter(({ at }) => at <= this.#now);
      this.#timers = this.#timers.filter(({ at }) => at > this.#now);
      for (const { run } of due) run();
      await settled();
    }
    this.#now = until;
  }
}

/** After all promises that need no time and no socket. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
