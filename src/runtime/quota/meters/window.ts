import type { Quota } from "../../../tool/types.js";
import type { Flight } from "./flight.js";
import type { End, Settle, SharedMeter } from "./meter.js";
import { Pace } from "./pace.js";
import { Trips } from "./trips.js";

/** A round trip that is longer than that part of the interval is rather one of a slow tool than of the network. */
const MOST_CREDIT = 0.25;

/**
 * The slots of one limit of calls or points in a window. A slot comes back one interval after the *answer*, less a part
 * of the round trip: so two requests that used the same slot arrive at least an interval apart at the upstream,
 * whatever the network does to each and wherever its window begins.
 */
export class Window implements SharedMeter {
  readonly subject: string;
  readonly #interval: number;
  /** Two clocks never run alike: one is slewed by up to 500 ppm, and timers count in milliseconds. */
  readonly #guard: number;
  readonly #pace: Pace | undefined;
  readonly #points: boolean;
  readonly #trips: Trips;
  #limit: number;
  #free: number;
  /** Taken and not answered yet. */
  #out = 0;
  readonly #cooling = new Cooling();

  /** `size`: of the limit, so much to begin with. `wake`: may be asked again. */
  constructor(subject: string, quota: Quota, wake: () => void, size: number = quota.limit) {
    this.subject = subject;
    this.#interval = quota.interval;
    this.#guard = Math.max(1, quota.interval * 0.0005);
    this.#trips = new Trips(quota.interval * MOST_CREDIT);
    this.#limit = size;
    this.#free = size;
    this.#points = quota.unit === "point";
    // Points are not spaced: one call may take many of them.
    this.#pace = this.#points ? undefined : new Pace(quota, wake);
  }

  get graceMs(): number {
    return this.#trips.credit;
  }

  at(cost: number, now: number): number | undefined {
    const { credit } = this.#trips;
    this.#free += this.#cooling.ripen(now, credit);
    if (this.#free < cost) return this.#cooling.when(cost - this.#free, credit);
    return cost === 0 || !this.#pace || this.#pace.ready() ? now : undefined;
  }

  take(cost: number, _: number, flight: Flight): Settle {
    if (cost === 0) return () => {};
    this.#pace?.take();
    this.#free -= cost;
    this.#out += cost;
    return (end) => this.#settle(cost, flight, end);
  }

  #settle(cost: number, { sentAt, answeredAt }: Flight, { fate, now, points }: End): void {
    this.#out -= cost;
    if (fate === "unsent") {
      this.#free += cost;
      this.#pace?.give();
      return;
    }
    const at = fate === "answered" ? (answeredAt ?? now) : now;
    // Where nobody says when it was sent, a busy event loop would pass for a slow network.
    if (fate === "answered" && sentAt !== undefined) this.#trips.add(sentAt, at);
    // Of one that was lost no way back is known: whatever is taken off later is added here.
    const lost = fate === "lost" ? this.#trips.ceiling : 0;
    const spent = this.#points ? (points ?? cost) : cost;
    this.#free += cost - spent;
    this.#cooling.push(at + this.#interval + this.#guard + lost, spent);
  }

  wait(ahead: number, cost: number, now: number): number {
    const { credit } = this.#trips;
    this.#free += this.#cooling.ripen(now, credit);
    const wanted = ahead + cost;
    if (wanted <= this.#free) return 0;
    const round = this.#interval + this.#guard;
    const rounds = this.#limit > 0 ? Math.ceil(wanted / this.#limit) - 1 : 1;
    const first = wanted - Math.max(0, rounds) * this.#limit;
    if (first <= this.#free) return rounds * round;
    const at = this.#cooling.when(first - this.#free, credit);
    return (at === undefined ? round : Math.max(0, at - now)) + rounds * round;
  }

  idle(now: number): boolean {
    this.#free += this.#cooling.ripen(now, this.#trips.credit);
    return this.#out === 0 && this.#free >= this.#limit;
  }

  grow(size: number): void {
    this.#limit += size;
    this.#free += size;
  }

  shrink(size: number): boolean {
    if (this.#free < size) return false;
    this.#limit -= size;
    this.#free -= size;
    return true;
  }

  free(now: number): number {
    this.#free += this.#cooling.ripen(now, this.#trips.credit);
    return this.#free;
  }
}

/**
 * Slots that come back, in the order of time. `credit` is what is taken off a wait now: where a short round trip lowers
 * it, it does so for those that wait already.
 */
class Cooling {
  /** When, ascending; those before `#head` are done with. */
  #times: number[] = [];
  /** How many come back until then, counted from the first one ever: what a moment brings is found by halving. */
  #sums: number[] = [];
  #head = 0;
  #done = 0;

  push(at: number, cost: number): void {
    // Kept ascending: waiting a little longer is always right.
    this.#times.push(Math.max(at, this.#times.at(-1) ?? at));
    this.#sums.push((this.#sums.at(-1) ?? this.#done) + cost);
  }

  /** Takes out what is back by now. */
  ripen(now: number, credit: number): number {
    const before = this.#done;
    for (let at = this.#times[this.#head]; at !== undefined && at - credit <= now; at = this.#times[this.#head]) {
      this.#done = this.#sums[this.#head] ?? this.#done;
      this.#head++;
    }
    const back = this.#done - before;
    if (this.#head === this.#times.length) {
      this.#times.length = 0;
      this.#sums.length = 0;
      this.#head = 0;
      this.#done = 0;
    } else if (this.#head > 1024 && this.#head * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#head);
      this.#sums = this.#sums.slice(this.#head);
      this.#head = 0;
    }
    return back;
  }

  /** When so many are back; `undefined`: that many are not on their way. */
  when(count: number, credit: number): number | undefined {
    const wanted = this.#done + count - 1e-9;
    let low = this.#head;
    let high = this.#sums.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    const at = this.#times[low];
    return at === undefined ? undefined : at - credit;
  }
}
