/** Round trips to see before their minimum is trusted. */
const ENOUGH = 30;
/** What may be taken off. */
const SHARE = 0.6;
/** Those of the first time are slow: connections are made, and all calls go at once. */
const WARM_UP_MS = 1000;

/**
 * The smallest round trip. A part of it may be taken off a wait, and not all of it: to break a limit then, the way back
 * of one request and the way out of the next would together have to be much faster than any whole trip seen before.
 */
export class Trips {
  #from: number | undefined;
  #seen = 0;
  #shortest = Number.POSITIVE_INFINITY;

  /** A request that was sent at `from`, and answered at `now`. */
  add(from: number, now: number): void {
    this.#from ??= from;
    if (from < this.#from + WARM_UP_MS) return;
    this.#seen++;
    this.#shortest = Math.min(this.#shortest, now - from);
  }

  get credit(): number {
    return this.#seen < ENOUGH ? 0 : this.#shortest * SHARE;
  }
}
