import type { End, Settle, SharedMeter } from "./meter.js";

/** A socket that we closed is closed at the other end by then. */
const CLOSED_MS = 100;

/**
 * So many at a time. One that was given up is done with when its socket is closed at the other end too: its place comes
 * back a little later.
 */
export class Concurrency implements SharedMeter {
  readonly subject: string;
  readonly graceMs = 0;
  #free: number;
  #size: number;
  /** When the places of those that were given up come back, ascending. */
  readonly #closing: number[] = [];

  constructor(subject: string, size: number) {
    this.subject = subject;
    this.#size = size;
    this.#free = size;
  }

  at(cost: number, now: number): number | undefined {
    this.#ripen(now);
    return this.#free >= cost ? now : this.#closing[0];
  }

  take(cost: number): Settle {
    if (cost === 0) return () => {};
    this.#free--;
    return ({ fate, now }: End) => {
      if (fate === "lost") this.#closing.push(now + CLOSED_MS);
      else this.#free++;
    };
  }

  /** Not known: answers may come at any time. */
  wait(): number {
    return 0;
  }

  idle(now: number): boolean {
    this.#ripen(now);
    return this.#free === this.#size;
  }

  grow(size: number): void {
    this.#size += size;
    this.#free += size;
  }

  shrink(size: number): boolean {
    if (this.#free < size) return false;
    this.#size -= size;
    this.#free -= size;
    return true;
  }

  free(now: number): number {
    this.#ripen(now);
    return this.#free;
  }

  #ripen(now: number): void {
    while ((this.#closing[0] ?? Number.POSITIVE_INFINITY) <= now) {
      this.#closing.shift();
      this.#free++;
    }
  }
}
