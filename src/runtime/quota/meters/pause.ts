import type { Meter, Settle } from "./meter.js";

/** When an upstream lets calls through again, by the clock. */
export class Paused {
  until: number = Number.NEGATIVE_INFINITY;
}

/** Shut until then, because the upstream said so. */
export class Pause implements Meter {
  readonly subject: string;
  readonly #paused: Paused;

  /** `paused`: what others have in common with it. */
  constructor(subject: string, paused: Paused = new Paused()) {
    this.subject = subject;
    this.#paused = paused;
  }

  get until(): number {
    return this.#paused.until;
  }

  /** False: it was longer already. */
  extend(until: number): boolean {
    if (until <= this.#paused.until) return false;
    this.#paused.until = until;
    return true;
  }

  at(_: number, now: number): number {
    return Math.max(this.until, now);
  }

  take(): Settle {
    return () => {};
  }

  wait(_: number, __: number, now: number): number {
    return Math.max(0, this.until - now);
  }

  idle(now: number): boolean {
    return this.until <= now;
  }
}
