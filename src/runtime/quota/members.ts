import type { LeaseStore } from "./store.js";

/** Processes that can be counted. */
const MOST = 64;
/** A process that is silent for so long is gone. */
const LEASE_MS = 15_000;
const EVERY_MS = 4000;

/** How many processes share a store: each holds a place of its own. */
export class Members {
  readonly #store: LeaseStore;
  #count: number;
  #own: string | undefined;
  #at = Number.NEGATIVE_INFINITY;

  /** `assumed`: before anyone was seen. */
  constructor(store: LeaseStore, assumed: number) {
    this.#store = store;
    this.#count = assumed;
  }

  /** As last seen; stays that where the store is not there. */
  get count(): number {
    return this.#count;
  }

  async refresh(now: number): Promise<void> {
    if (now - this.#at < EVERY_MS) return;
    this.#at = now;
    if (this.#own !== undefined) await this.#store.renew(this.#own, LEASE_MS);
    const places = Array.from({ length: MOST }, (_, i) => `member/${i}`);
    const taken = await Promise.all(places.map((place) => this.#store.held(place)));
    for (const [i, place] of places.entries()) {
      if (this.#own !== undefined) break;
      if (taken[i] || !(await this.#store.take(place, LEASE_MS))) continue;
      this.#own = place;
      taken[i] = true;
    }
    this.#count = Math.max(1, taken.filter(Boolean).length);
  }

  async leave(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    if (own !== undefined) await this.#store.release(own);
  }
}
