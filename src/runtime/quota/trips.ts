/** Round trips to see before their minimum is trusted. */
const ENOUGH = 20;

/**
 * The smallest round trip. Three quarters of it may be taken off a wait, and not all of it: to break a limit then, the
 * way back of one request and the way out of the next would together have to be a quarter faster than any whole trip
 * seen before.
 */
export class Trips {
  #seen = 0;
  #shortest = Number.POSITIVE_INFINITY;

  add(ms: number): void {
    this.#seen++;
    this.#shortest = Math.min(this.#shortest, ms);
  }

  get credit(): number {
    return this.#seen < ENOUGH ? 0 : this.#shortest * 0.75;
  }
}
