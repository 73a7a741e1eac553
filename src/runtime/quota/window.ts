import type { Quota } from "../../tool/types.js";

/** What became of the request that a slot was taken for. */
export type Fate =
  /** An answer came: the upstream counted it before that. */
  | "answered"
  /** No answer: it may have been counted at any time until now. */
  | "lost"
  /** It never left. */
  | "unsent";

/** Round trips to see before their minimum is trusted. */
const ENOUGH_TRIPS = 20;

/**
 * The slots of one limit of calls in a window. A slot comes back one interval after the *answer*, less a part of the
 * round trip: so two requests that used the same slot arrive at least an interval apart at the upstream, whatever the
 * network does to each and wherever its window begins. Three quarters of the smallest round trip are taken
 * off and not all of it: to break the limit then, the way back of one and the way out of the next would together have
 * to be a quarter faster than any whole trip seen before.
 */
export class Window {
  readonly #limit: number;
  readonly #interval: number;
  /** Two clocks never run alike: one is slewed by up to 500 ppm, and timers count in milliseconds. */
  readonly #guard: number;
  #free: number;
  /** When each cooling slot is free again, ascending; those before `#head` are done with. */
  #cooling: number[] = [];
  #head = 0;
  #trips = 0;
  #shortest = Number.POSITIVE_INFINITY;

  constructor({ limit, interval }: Quota) {
    this.#limit = limit;
    this.#interval = interval;
    this.#guard = Math.max(1, interval * 0.0005);
    this.#free = limit;
  }

  take(): void {
    this.#free--;
  }

  /** A slot is done with: taken at `from`, answered or given up at `now`. */
  settle(fate: Fate, from: number, now: number): void {
    if (fate === "unsent") {
      this.#free++;
      return;
    }
    let credit = 0;
    if (fate === "answered") {
      this.#trips++;
      this.#shortest = Math.min(this.#shortest, now - from);
      if (this.#trips >= ENOUGH_TRIPS) credit = this.#shortest * 0.75;
    }
    const free = Math.max(now, now + this.#interval + this.#guard - credit);
    // Kept ascending: waiting a little longer is always right.
    this.#cooling.push(Math.max(free, this.#cooling.at(-1) ?? 0));
  }

  /**
   * How long until a slot is free for someone with `ahead` others before them, if every answer comes at once and
   * nobody goes within the next `pause` milliseconds.
   */
  wait(ahead: number, now: number, pause = 0): number {
    this.#ripen(now);
    if (ahead < this.#free) return pause;
    const round = this.#interval + this.#guard;
    const place = (ahead % this.#limit) - this.#free;
    const cooling = this.#cooling[this.#head + Math.max(0, place)];
    const first = place < 0 ? 0 : cooling === undefined ? round : cooling - now;
    return Math.max(pause, first) + Math.floor(ahead / this.#limit) * round;
  }

  /** When the next slot is free: `now` if one is, `undefined` if that depends on an answer to come. */
  next(now: number): number | undefined {
    this.#ripen(now);
    return this.#free > 0 ? now : this.#cooling[this.#head];
  }

  #ripen(now: number): void {
    for (let at = this.#cooling[this.#head]; at !== undefined && at <= now; at = this.#cooling[this.#head]) {
      this.#head++;
      this.#free++;
    }
    if (this.#head > 1024 && this.#head * 2 > this.#cooling.length) {
      this.#cooling = this.#cooling.slice(this.#head);
      this.#head = 0;
    } else if (this.#head === this.#cooling.length) {
      this.#cooling.length = 0;
      this.#head = 0;
    }
  }
}
