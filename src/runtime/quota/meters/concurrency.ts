import type { Flight } from "./flight.js";
import type { End, Settle, SharedMeter } from "./meter.js";

/** So long after a round trip, a socket that we closed is closed at the other end too. */
const CLOSED_MS = 100;
/** What fractions of costs lose on the way. */
const SLIP = 1e-9;

/**
 * So many at a time. One that was given up is done with when its socket is closed at the other end too: its place comes
 * back a little later.
 */
export class Concurrency implements SharedMeter {
  readonly subject: string;
  readonly graceMs = 0;
  #free: number;
  #size: number;
  /** When the places of those that were given up come back, ascending: a round trip that was shorter comes in between. */
  readonly #closing: { readonly at: number; readonly cost: number }[] = [];
  /** The shortest round trip; 0 where none is known. */
  #trip = 0;

  constructor(subject: string, size: number) {
    this.subject = subject;
    this.#size = size;
    this.#free = size;
  }

  at(cost: number, now: number): number | undefined {
    this.#ripen(now);
    return this.#free >= cost - SLIP ? now : this.#closing[0]?.at;
  }

  take(cost: number, _: number, flight: Flight): Settle {
    if (cost === 0) return () => {};
    this.#free -= cost;
    return ({ fate, now }: End) => {
      if (fate === "answered") this.#learn(flight);
      if (fate === "lost") this.#close(cost, now + CLOSED_MS + this.#trip);
      else this.#free += cost;
    };
  }

  /** Not known: answers may come at any time. */
  wait(): number {
    return 0;
  }

  idle(now: number): boolean {
    this.#ripen(now);
    return this.#free >= this.#size - SLIP;
  }

  grow(size: number): void {
    this.#size += size;
    this.#free += size;
  }

  shrink(size: number): boolean {
    if (this.#free < size - SLIP) return false;
    this.#size -= size;
    this.#free -= size;
    return true;
  }

  free(now: number): number {
    this.#ripen(now);
    return this.#free;
  }

  #learn({ sentAt, answeredAt }: Flight): void {
    if (sentAt === undefined || answeredAt === undefined) return;
    this.#trip = Math.min(this.#trip || Number.POSITIVE_INFINITY, answeredAt - sentAt);
  }

  #close(cost: number, at: number): void {
    this.#closing.push({ at: Math.max(this.#closing.at(-1)?.at ?? at, at), cost });
  }

  #ripen(now: number): void {
    for (let [first] = this.#closing; first && first.at <= now; [first] = this.#closing) {
      this.#closing.shift();
      this.#free += first.cost;
    }
  }
}
