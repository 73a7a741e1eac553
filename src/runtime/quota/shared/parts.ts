import type { Limit } from "../../../tool/types.js";
import { sizeOf } from "../limit.js";
import type { SharedMeter } from "../meters/meter.js";

/** A limit is cut into so many parts at most. */
const MOST = 1000;

/** The parts of a limit that a process works with, and those that it has just given up. */
export class Parts {
  /** Of the whole limit. */
  readonly count: number;
  readonly #limit: Limit;
  readonly #inner: SharedMeter;
  #size = 0;
  /** Not used any more, but nobody else may have them before: slots came back a little early, see `graceMs`. */
  #parting: readonly { readonly at: number; readonly parts: number }[] = [];

  constructor(limit: Limit, inner: SharedMeter) {
    this.#limit = limit;
    this.#inner = inner;
    this.count = Math.max(1, Math.min(MOST, Math.floor(sizeOf(limit))));
  }

  /** How long a slot is on its way back. */
  get backMs(): number {
    if ("rate" in this.#limit) return (this.#limit.burst / this.#limit.rate) * 1000;
    return "concurrency" in this.#limit ? 0 : this.#limit.interval;
  }

  /** In use. */
  get size(): number {
    return this.#size;
  }

  /** Those that are parting as well. */
  get held(): number {
    return this.#parting.reduce((sum, { parts }) => sum + parts, this.#size);
  }

  /** What the next part that goes amounts to. */
  get last(): number {
    return this.#slots(this.#size) - this.#slots(this.#size - 1);
  }

  /** Slots that are taken, or on their way back. */
  used(now: number): number {
    return this.#slots(this.#size) - this.#inner.free(now);
  }

  /** How many parts such a cost takes. */
  for(cost: number): number {
    return Math.ceil((cost * this.count) / sizeOf(this.#limit));
  }

  grow(parts: number): void {
    const before = this.#slots(this.#size);
    this.#size += parts;
    this.#inner.grow(this.#slots(this.#size) - before);
  }

  /** Down to so many, as far as they are free. */
  shrinkTo(size: number, now: number): void {
    const before = this.#size;
    // Counts what is back by now.
    this.#inner.free(now);
    while (this.#size > size && this.#inner.shrink(this.last)) this.#size--;
    if (this.#size === before) return;
    this.#parting = [...this.#parting, { at: now + this.#inner.graceMs, parts: before - this.#size }];
  }

  /** Lets go whose time has come; true: there were some. */
  settle(now: number): boolean {
    const before = this.#parting.length;
    this.#parting = this.#parting.filter(({ at }) => at > now);
    return this.#parting.length < before;
  }

  /** Whole slots, but for a bucket. */
  #slots(parts: number): number {
    const slots = (parts * sizeOf(this.#limit)) / this.count;
    return "rate" in this.#limit ? slots : Math.floor(slots);
  }
}
