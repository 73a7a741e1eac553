import type { Meter, Settle } from "./meter.js";

/** Lets nobody through until the time that the upstream named; counts nothing. */
export class Pause implements Meter {
  readonly subject: string;
  #until = Number.NEGATIVE_INFINITY;

  constructor(subject: string) {
    this.subject = subject;
  }

  get until(): number {
    return this.#until;
  }

  /** Never shorter than what was said before. True: it is longer now. */
  extend(until: number): boolean {
    if (until <= this.#until) return false;
    this.#until = until;
    return true;
  }

  at(_: number, now: number): number {
    return Math.max(this.#until, now);
  }

  take(): Settle {
    return () => {};
  }

  wait(_: number, __: number, now: number): number {
    return Math.max(0, this.#until - now);
  }

  idle(now: number): boolean {
    return this.#until <= now;
  }
}
