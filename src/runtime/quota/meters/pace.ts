import pThrottle from "p-throttle";
import type { Quota } from "../../../tool/types.js";

/** Longer windows are paced by this: p-throttle's timers and its memory stay short, the slots count the rest. */
const MAX_SLICE_MS = 1000;
/** p-throttle spaces grants by whole milliseconds: below this the rounding would cost much of the limit. */
const MIN_SPACING_MS = 10;
/** The wall clock moved against the monotonic one by more than timers and slewing explain. */
const JUMP_MS = 20;

/**
 * Lets grants through one by one, at most `limit` at once and spread over the interval while there is a queue, so that
 * a window's slots do not all fall due in one instant. p-throttle (strict) does it, over an empty function: what it
 * grants goes to whoever is first in our queue at that moment. It runs at twice the quota's rate: the slots are the
 * limit, and a timer that is late must not lower it. Where the limit is high, one of its grants stands for a group; where
 * the machine is busy and its timer late, for as many groups as there was time for.
 */
export class Pace {
  readonly #options: { readonly limit: number; readonly interval: number; readonly strict: true };
  readonly #group: number;
  readonly #spacing: number;
  readonly #wake: () => void;
  #gate: () => Promise<void>;
  /** Turns that are there. */
  #turns = 0;
  /** p-throttle has been asked and has not answered yet. */
  #asked = false;
  #drift: number;

  /** `wake`: there is a turn. */
  constructor({ limit, interval }: Pick<Quota, "limit" | "interval">, wake: () => void) {
    const slice = Math.min(interval, MAX_SLICE_MS);
    const ticks = Math.max(1, Math.min(limit, Math.floor(slice / MIN_SPACING_MS)));
    this.#group = Math.ceil(limit / ticks);
    this.#wake = wake;
    const grants = Math.ceil(limit / this.#group);
    this.#spacing = Math.floor(slice / grants / 2);
    this.#options = { limit: grants, interval: this.#spacing * grants, strict: true };
    this.#gate = this.#newGate();
    this.#drift = drift();
  }

  /** There is a turn now. Where there is none, p-throttle is asked for one. */
  ready(): boolean {
    if (this.#turns > 0) return true;
    if (this.#asked) return false;
    this.#asked = true;
    // p-throttle reads the wall clock: set back by an hour, it would wait for that hour.
    const before = this.#drift;
    this.#drift = drift();
    if (Math.abs(this.#drift - before) > JUMP_MS) this.#gate = this.#newGate();
    const asked = performance.now();
    void this.#gate().then(() => {
      this.#asked = false;
      const groups = Math.max(1, Math.floor((performance.now() - asked) / Math.max(1, this.#spacing)));
      this.#turns = this.#group * Math.min(groups, this.#options.limit);
      this.#wake();
    });
    return false;
  }

  take(): void {
    this.#turns--;
  }

  /** What took the turn did not need it. */
  give(): void {
    this.#turns++;
  }

  #newGate(): () => Promise<void> {
    return pThrottle(this.#options)(async () => {});
  }
}

const drift = (): number => Date.now() - performance.now();
