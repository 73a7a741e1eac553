import type { RateLimit } from "../../../tool/types.js";
import type { Flight } from "./flight.js";
import type { End, Settle, SharedMeter } from "./meter.js";

/** So long after it was written to its connection a request has arrived, answered or not. */
const ARRIVED_MS = 2000;

interface Underway {
  readonly cost: number;
  /** When it counts as arrived; `undefined`: not sent yet. */
  readonly by: () => number | undefined;
  done: boolean;
}

/**
 * A mirror of a token bucket. What is under way is kept back, and taken out only when the answer has come: it may
 * arrive at any moment until then, side by side with what is sent after it. So the mirror never holds more than the
 * upstream's, whatever the network does.
 */
export class Bucket implements SharedMeter {
  readonly subject: string;
  readonly graceMs = 0;
  readonly #local: boolean;
  readonly #perSize: number;
  readonly #points: boolean;
  #size: number;
  #level: number;
  #at: number | undefined;
  #held = 0;
  #underway: Underway[] = [];

  /** `local`: what is limited starts at once, and no network lies between. `size`: of the burst, to begin with. */
  constructor(subject: string, { rate, burst, unit }: RateLimit, local = false, size: number = burst) {
    this.subject = subject;
    this.#local = local;
    this.#perSize = rate / 1000 / burst;
    this.#points = unit === "point";
    this.#size = size;
    this.#level = size;
  }

  get #perMs(): number {
    return this.#perSize * this.#size;
  }

  at(cost: number, now: number): number | undefined {
    this.#refresh(now);
    const missing = cost - (this.#level - this.#held);
    if (missing <= 1e-9) return now;
    // Full up to what is under way: only an answer helps, or its arrival in due time.
    const room = this.#size - this.#level;
    if (missing > room + 1e-9) {
      const next = this.#underway.find(({ done }) => !done);
      return next && (next.by() ?? now + ARRIVED_MS);
    }
    return now + missing / this.#perMs;
  }

  take(cost: number, now: number, flight: Flight): Settle {
    if (cost === 0) return () => {};
    const by = (): number | undefined => {
      if (this.#local) return now;
      return flight.sentAt === undefined ? undefined : flight.sentAt + ARRIVED_MS;
    };
    const one: Underway = { cost, by, done: false };
    this.#held += cost;
    this.#underway.push(one);
    return (end) => this.#settle(one, end);
  }

  #settle(one: Underway, { fate, now, points }: End): void {
    this.#refresh(now);
    const arrived = one.done;
    if (!arrived) {
      one.done = true;
      this.#held -= one.cost;
    }
    const cost = this.#points ? (points ?? one.cost) : one.cost;
    const spent = fate === "unsent" ? 0 : cost;
    this.#level = Math.min(this.#size, this.#level - spent + (arrived ? one.cost : 0));
  }

  wait(ahead: number, cost: number, now: number): number {
    this.#refresh(now);
    if (this.#size === 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, ahead + cost - (this.#level - this.#held)) / this.#perMs;
  }

  idle(now: number): boolean {
    this.#refresh(now);
    return this.#held === 0 && this.#level >= this.#size;
  }

  grow(size: number): void {
    this.#size += size;
    this.#level += size;
  }

  shrink(size: number): boolean {
    if (this.#level - this.#held < size) return false;
    this.#size -= size;
    this.#level -= size;
    return true;
  }

  free(now: number): number {
    this.#refresh(now);
    return this.#level - this.#held;
  }

  /** Refills, and takes out what has arrived by now, each at its time. */
  #refresh(now: number): void {
    let gone = 0;
    for (const one of this.#underway) {
      const by = one.by();
      if (!one.done && (by === undefined || by > now)) break;
      gone++;
      if (one.done || by === undefined) continue;
      this.#fill(by);
      one.done = true;
      this.#held -= one.cost;
      this.#level -= one.cost;
    }
    if (gone > 0) this.#underway = this.#underway.slice(gone);
    this.#fill(now);
  }

  #fill(until: number): void {
    const passed = Math.max(0, until - (this.#at ?? until));
    this.#at = Math.max(until, this.#at ?? until);
    this.#level = Math.min(this.#size, this.#level + passed * this.#perMs);
  }
}
