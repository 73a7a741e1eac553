import type { Clock } from "../clock.js";
import { Flight } from "./meters/flight.js";
import type { End, Meter } from "./meters/meter.js";
import { FairQueue, type Ticket } from "./queue.js";

/** Leave to send one request; `settle` says what became of it, once. */
export interface Grant {
  /** By the clock. */
  readonly from: number;
  readonly flight: Flight;
  /** The scheduler has to be pumped after that. */
  settle(end: Omit<End, "now">): void;
}

/** One caller that wants to send a request. */
export interface Claim {
  /** Callers of the same key share their turns. */
  readonly key: unknown;
  readonly signal: AbortSignal;
  /** By the clock: whoever would wait longer than that is refused, as soon as it is known. */
  readonly until: number;
  readonly costs: Costs;
  /** The error of a claim whose signal was aborted. */
  readonly aborted: () => Error;
  readonly refused: (why: Refusal) => Error;
}

/** For each meter of a lane, as far as is known now; `next`: of one that goes next, not of one before it. */
export type Costs = (next: boolean) => readonly number[];

export interface Refusal {
  /** What is over its limit: `Toolkit "github"`. */
  readonly meter: Meter;
  /** How long the claim would have had to wait. */
  readonly waitMs: number;
}

interface Waiter {
  readonly claim: Claim;
  readonly admit: (grant: Grant) => void;
  readonly refuse: (error: Error) => void;
}

/** Callers that need the same meters. */
export class Lane {
  readonly meters: readonly Meter[];
  /** The scheduler's. */
  readonly queue: FairQueue<Waiter> = new FairQueue<Waiter>();

  constructor(meters: readonly Meter[]) {
    this.meters = meters;
  }
}

/**
 * The queue of one account. A call goes when all of its meters have room for it, and takes from all of them or none.
 * What becomes free goes to whoever is first at that moment: a caller that gave up has left the queue and costs
 * nothing. Lanes take turns; a lane that waits for a meter holds it against those behind it, and no other.
 */
export class Scheduler {
  readonly #clock: Clock;
  /** Those where someone waits, in the order of their turns. */
  readonly #waiting = new Set<Lane>();
  #queued = 0;
  #unwake: () => void = () => {};
  #wakeAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get queued(): number {
    return this.#queued;
  }

  /** How long a claim would wait, if every answer came at once, and for what. */
  wait(lane: Lane, key: unknown, costs: Costs): Refusal | undefined {
    const now = this.#clock.now();
    const before = lane.queue.ahead(key);
    const each = costs(before === 0);
    let longest: Refusal | undefined;
    lane.meters.forEach((meter, i) => {
      const cost = each[i] ?? 1;
      let ahead = before;
      for (const other of this.#waiting) {
        if (other !== lane && other.meters.includes(meter)) ahead += Math.min(other.queue.size, before + 1);
      }
      const waitMs = meter.wait(ahead * cost, cost, now);
      if (waitMs > (longest?.waitMs ?? 0)) longest = { meter, waitMs };
    });
    return longest;
  }

  /** Without waiting, where nobody waits and there is room; `undefined` otherwise. */
  take(lane: Lane, costs: Costs): Grant | undefined {
    if (this.#queued > 0) return undefined;
    const now = this.#clock.now();
    const each = costs(true);
    return lane.meters.every((meter, i) => (meter.at(each[i] ?? 1, now) ?? Number.POSITIVE_INFINITY) <= now)
      ? this.#grant(lane, each, now)
      : undefined;
  }

  acquire(lane: Lane, claim: Claim): Promise<Grant> {
    return new Promise((admit, refuse) => {
      if (claim.signal.aborted) return refuse(claim.aborted());
      const why = this.wait(lane, claim.key, claim.costs);
      if (why && this.#clock.now() + why.waitMs > claim.until) return refuse(claim.refused(why));
      this.#enqueue(lane, claim, admit, refuse);
      this.pump();
    });
  }

  /** A meter will be shut until then: whoever cannot wait for that is told at once. */
  shut(meter: Meter, until: number): void {
    const waitMs = until - this.#clock.now();
    for (const lane of [...this.#waiting]) {
      if (!lane.meters.includes(meter)) continue;
      for (const { claim, refuse } of lane.queue) {
        if (claim.until < until) refuse(claim.refused({ meter, waitMs }));
      }
    }
    this.pump();
  }

  /** Lets go whoever can go now. To be called when a meter may have more room than it said. */
  readonly pump = (): void => {
    if (this.#queued === 0) {
      this.#sleep();
      return;
    }
    const now = this.#clock.now();
    let next: number | undefined = Number.NEGATIVE_INFINITY;
    while (next === Number.NEGATIVE_INFINITY) next = this.#step(now);
    if (next === undefined) this.#sleep();
    else this.#wakeUp(next, now);
  };

  /** One grant: minus infinity; or when to look again, `undefined` when something will call. */
  #step(now: number): number | undefined {
    const held = new Set<Meter>();
    let next: number | undefined;
    for (const lane of this.#waiting) {
      const waiter = lane.queue.peek();
      if (!waiter || (held.size > 0 && lane.meters.some((meter) => held.has(meter)))) continue;
      const costs = waiter.claim.costs(true);
      const times = lane.meters.map((meter, i) => meter.at(costs[i] ?? 1, now) ?? Number.POSITIVE_INFINITY);
      const at = Math.max(now, ...times);
      if (at === now) {
        this.#leave(lane, () => lane.queue.shift());
        if (this.#waiting.delete(lane)) this.#waiting.add(lane);
        waiter.admit(this.#grant(lane, costs, now));
        return Number.NEGATIVE_INFINITY;
      }
      // What it will wait for to the last: whoever comes behind must not take it away meanwhile.
      lane.meters.forEach((meter, i) => {
        if (times[i] === at) held.add(meter);
      });
      if (at < Number.POSITIVE_INFINITY) next = Math.min(next ?? at, at);
    }
    return next;
  }

  #leave(lane: Lane, how: () => void): void {
    how();
    this.#queued--;
    if (lane.queue.size === 0) this.#waiting.delete(lane);
  }

  #enqueue(lane: Lane, claim: Claim, admit: (grant: Grant) => void, refuse: (error: Error) => void): void {
    const waiter: Waiter = {
      claim,
      admit: (grant) => {
        detach();
        admit(grant);
      },
      refuse: (error) => {
        this.#leave(lane, () => lane.queue.leave(ticket));
        detach();
        refuse(error);
        // Someone behind may go now; and a timer for nobody would keep the process alive.
        this.pump();
      },
    };
    const ticket: Ticket<Waiter> = lane.queue.join(claim.key, waiter);
    this.#queued++;
    this.#waiting.add(lane);
    const onAbort = (): void => waiter.refuse(claim.aborted());
    const onImpatience = (): void => waiter.refuse(claim.refused(this.#why(lane, claim)));
    const calm = this.#clock.after(claim.until - this.#clock.now(), onImpatience);
    const detach = (): void => {
      calm();
      claim.signal.removeEventListener("abort", onAbort);
    };
    claim.signal.addEventListener("abort", onAbort, { once: true });
  }

  #why(lane: Lane, claim: Claim): Refusal {
    const [meter] = lane.meters;
    const why = this.wait(lane, claim.key, claim.costs);
    if (why) return why;
    if (!meter) throw new Error("A call without limits does not wait.");
    return { meter, waitMs: 0 };
  }

  #grant(lane: Lane, costs: readonly number[], from: number): Grant {
    const flight = new Flight(this.#clock);
    const settles = lane.meters.map((meter, i) => meter.take(costs[i] ?? 1, from, flight));
    return {
      from,
      flight,
      settle: (end) => {
        const ended = { ...end, now: this.#clock.now() };
        for (const settle of settles) settle(ended);
      },
    };
  }

  #wakeUp(at: number, now: number): void {
    if (this.#wakeAt === at) return;
    this.#sleep();
    this.#wakeAt = at;
    this.#unwake = this.#clock.after(at - now, () => {
      this.#wakeAt = undefined;
      this.pump();
    });
  }

  #sleep(): void {
    this.#unwake();
    this.#unwake = () => {};
    this.#wakeAt = undefined;
  }
}
