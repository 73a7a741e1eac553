import type { Clock } from "../clock.js";

/** Retries that may be sent whatever happens, before the share below counts. */
const RESERVE = 10;
/** With the trickle, retries stay below a tenth of the calls even at a few calls a second. */
const SHARE = 0.09;
/** One more each ten seconds, so that a toolkit that is seldom used gets its reserve back. */
const TRICKLE_PER_MS = 1 / 10_000;

/**
 * What keeps retries from multiplying the load of an upstream that is down: each call pays a part of a retry in, each
 * retry takes a whole one out.
 */
export class RetryBudget {
  readonly #clock: Clock;
  #tokens = RESERVE;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  deposit(): void {
    const now = this.#clock.now();
    this.#tokens = Math.min(RESERVE, this.#tokens + SHARE + (now - this.#at) * TRICKLE_PER_MS);
    this.#at = now;
  }

  /** Takes a retry out; false: there is none left. */
  withdraw(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
