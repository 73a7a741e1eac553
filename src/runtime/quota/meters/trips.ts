/** Round trips to see before their minimum is trusted, and before it is trusted as far as it ever is. */
const ENOUGH = 30;
const MANY = 1000;
/** What may be taken off, after few and after many. */
const SHARES = [0.6, 0.9] as const;
/** Those of the first time are slow: connections are made, and all calls go at once. */
const WARM_UP_MS = 1000;

/**
 * The smallest round trip. A part of it may be taken off a wait, and not all of it: to break a limit then, the way back
 * of one request and the way out of the next would together have to be faster than any whole trip seen before. The more
 * trips were seen, the less likely that is.
 */
export class Trips {
  /** The most that is ever taken off. */
  readonly #most: number;
  #from: number | undefined;
  #seen = 0;
  #shortest = Number.POSITIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  /** A request that was sent at `from`, and answered at `now`. */
  add(from: number, now: number): void {
    this.#from ??= from;
    this.#shortest = Math.min(this.#shortest, now - from);
    if (now >= this.#from + WARM_UP_MS) this.#seen++;
  }

  get credit(): number {
    if (this.#seen < ENOUGH) return 0;
    const [few, many] = SHARES;
    const trust = Math.min(1, (this.#seen - ENOUGH) / (MANY - ENOUGH));
    return this.ceiling * (few + (many - few) * trust);
  }

  /** `credit` is never more, from now on; 0 where nothing is known. */
  get ceiling(): number {
    return this.#shortest === Number.POSITIVE_INFINITY ? 0 : Math.min(this.#most, this.#shortest);
  }
}
