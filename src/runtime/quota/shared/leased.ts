import { randomUUID } from "node:crypto";
import type { Limit } from "../../../tool/types.js";
import type { Clock } from "../../clock.js";
import type { Flight } from "../meters/flight.js";
import type { Meter, Settle, SharedMeter } from "../meters/meter.js";
import { Need } from "./need.js";
import { Parts } from "./parts.js";
import type { Claim, LeaseStore, Share } from "./store.js";
import { Talk } from "./talk.js";

/** Nobody has asked for so long: everything goes back. */
const IDLE_MS = 5000;
/** Of the slack, how long one goes on without the store: the rest is for what was sent to arrive. */
const SURE = 0.6;
const LEAST_TURN_MS = 2000;
/** Of a process that ends and knows that all of its calls have: what its slots take longer than they should. */
const LAST_MS = 500;
/** What is kept of what is not needed. */
const SPARE = 1.2;

export interface LeasedOptions {
  readonly key: string;
  readonly limit: Limit;
  readonly inner: SharedMeter;
  readonly wake: () => void;
  readonly store: LeaseStore;
  readonly clock: Clock;
  /** How long a lease outlasts the way back of a slot. */
  readonly slackMs: number;
  /** How many processes there are, as far as is known. */
  readonly processes: () => number;
  /** The shortest time between two questions, for the store's sake. */
  readonly gapMs: () => number;
  /** It is in use, and has to be looked after from now on: until it is `idle`. */
  readonly rouse: (leased: Leased) => void;
}

/**
 * A limit in parts. A process works with the parts that it holds without asking for each call; a part changes hands only
 * when its slots are back, so nothing is lost of the exactness. Who may hold how much the store says. Where it is away,
 * a process goes on for a while with what it holds, then with a fair share at most: never with more.
 */
export class Leased implements Meter {
  readonly #o: LeasedOptions;
  readonly #member = randomUUID();
  readonly #parts: Parts;
  readonly #leaseMs: number;
  readonly #need: Need;
  readonly #talk: Talk;
  /** As many as the process may have. */
  #due = 0;
  /** Processes that use this limit, as last heard. */
  #members = 1;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** Calls wait, and the next one needs so many parts. */
  #hungry = false;
  #least = 1;
  /** What is being said to the store; one thing at a time, so that nothing is overtaken. */
  #saying: Promise<void> | undefined;
  /** When it was that the store last heard something, at the earliest. */
  #heardAt = Number.NEGATIVE_INFINITY;
  /** The store has us in its book since then. */
  #entered = false;
  /** The store is away for too long. */
  #alone = false;
  /** Alone, and fewer parts than processes: one call in so long. */
  #restUntil = Number.NEGATIVE_INFINITY;
  /** Calls under way. */
  #out = 0;
  #closed = false;

  constructor(options: LeasedOptions) {
    this.#o = options;
    const { inner, limit, slackMs } = options;
    this.#parts = new Parts(limit, inner);
    this.#leaseMs = this.#parts.backMs + slackMs;
    this.#need = new Need(this.#parts.backMs);
    this.#talk = new Talk(options.gapMs);
  }

  get subject(): string {
    return this.#o.inner.subject;
  }

  at(cost: number, now: number): number | undefined {
    if (!this.#isWanted(now)) this.#talk.hurry();
    this.#askedAt = now;
    this.#o.rouse(this);
    const { inner } = this.#o;
    if (!this.#alone && !this.#isSure(now)) {
      this.#ask(cost, now);
      return undefined;
    }
    this.#giveBack(now);
    if (this.#parts.size > this.#due) {
      // What comes back is not ours to use; and a part of a bucket must be full before it is given away.
      this.#ask(cost, now);
      const at = inner.at(this.#parts.last, now);
      return at !== undefined && at > now ? at : undefined;
    }
    if (this.#alone && now < this.#restUntil) return this.#restUntil;
    const at = inner.at(cost, now);
    if (inner.free(now) < cost - 1e-9) this.#ask(cost, now);
    return at;
  }

  take(cost: number, now: number, flight: Flight): Settle {
    const settle = this.#o.inner.take(cost, now, flight);
    this.#need.add(cost, this.#parts.used(now), now);
    const { backMs, count } = this.#parts;
    if (count < this.#sharers) this.#restUntil = now + (backMs * this.#sharers) / count;
    this.#out++;
    return (end) => {
      this.#out--;
      settle(end);
    };
  }

  wait(ahead: number, cost: number, now: number): number {
    // What others hold may be had at once: nobody is refused before the store was asked.
    const known = this.#alone || (this.#isSure(now) && this.#talk.all);
    return known && this.#parts.size > 0 ? this.#o.inner.wait(ahead, cost, now) : 0;
  }

  /** Nothing is held, wanted or being said: a new one would be the same, and this one need not be looked after. */
  idle(now: number): boolean {
    return this.#parts.held === 0 && !this.#saying && !this.#isWanted(now) && !this.#isEntered(now);
  }

  /** To be called again and again until it is idle. */
  tick(now: number): void {
    if (this.#saying) {
      if (this.#talk.wait()) this.#miss(now);
      return;
    }
    this.#giveBack(now);
    if (!this.#talk.isDue(now)) return;
    // Whoever waits says so again.
    this.#hungry = false;
    this.#o.wake();
    this.#say(now);
  }

  /** Gives back what is free; the rest runs out by itself. */
  async close(): Promise<void> {
    const { clock, inner } = this.#o;
    await this.#saying;
    this.#closed = true;
    this.#due = 0;
    this.#giveBack(clock.now());
    if (inner.graceMs > 0) await new Promise<void>((resolve) => clock.after(inner.graceMs, resolve));
    this.#giveBack(clock.now());
    await this.#claim(clock.now());
  }

  /** Processes to reckon with where the store is away. */
  get #sharers(): number {
    return Math.max(this.#members, this.#o.processes());
  }

  #isSure(now: number): boolean {
    return now < this.#heardAt + this.#o.slackMs * SURE;
  }

  #isWanted(now: number): boolean {
    return !this.#closed && now - this.#askedAt <= IDLE_MS;
  }

  #isEntered(now: number): boolean {
    return this.#entered && now < this.#heardAt + this.#leaseMs;
  }

  #ask(cost: number, now: number): void {
    this.#hungry = true;
    this.#least = this.#parts.for(cost);
    if (!this.#talk.all) this.#talk.hurry();
    this.#say(now);
  }

  #say(now: number): void {
    if (this.#closed || this.#saying || !this.#talk.isDue(now)) return;
    this.#saying = this.#claim(now).finally(() => {
      this.#saying = undefined;
      if (this.#hungry) this.#say(this.#o.clock.now());
    });
  }

  async #claim(now: number): Promise<void> {
    const { clock, key, store } = this.#o;
    const claim = this.#newClaim(now);
    this.#talk.begin(claim.want === 0 ? "nothing" : claim.want === claim.parts ? "all" : "some", now);
    try {
      this.#hear(claim, await store.share(key, claim), now);
    } catch {
      // The host is told by whoever gave the store.
      this.#miss(clock.now());
    }
  }

  #newClaim(now: number): Claim {
    const parts = this.#parts.count;
    const need = Math.min(parts, this.#parts.for(this.#need.get(now) * SPARE) + 1);
    return {
      member: this.#member,
      parts,
      held: this.#parts.held,
      want: this.#isWanted(now) ? (this.#hungry ? parts : need) : 0,
      least: this.#least,
      known: this.#parts.held > 0 || this.#isEntered(now),
      leaseMs: this.#closed && this.#out === 0 ? this.#parts.backMs + LAST_MS : this.#leaseMs,
      turnMs: Math.max(this.#parts.backMs * 2, LEAST_TURN_MS),
    };
  }

  #hear({ held, want }: Claim, { members, parts }: Share, saidAt: number): void {
    const now = this.#o.clock.now();
    this.#entered = held + want > 0;
    this.#heardAt = saidAt;
    // Too late: what was given may be someone else's by now.
    if (!this.#isSure(now)) return;
    this.#alone = false;
    this.#due = parts;
    this.#members = members;
    const more = Math.min(parts - held, parts - this.#parts.held);
    if (more > 0) this.#parts.grow(more);
    this.#giveBack(now);
    this.#hungry = false;
    this.#o.wake();
    // There may be more where that came from.
    if (more > 0 && this.#hungry) this.#talk.again();
  }

  /** Without the store: what is held for a while, then a fair share, whoever has it; nobody has more by then. */
  #miss(now: number): void {
    if (this.#isSure(now) || this.#closed) return;
    const fair = Math.max(1, Math.floor(this.#parts.count / this.#sharers));
    this.#alone = true;
    this.#due = fair;
    this.#giveBack(now);
    if (now >= this.#heardAt + this.#leaseMs && this.#parts.held < fair) this.#parts.grow(fair - this.#parts.held);
    this.#o.wake();
  }

  #giveBack(now: number): void {
    this.#parts.shrinkTo(this.#due, now);
    if (this.#parts.settle(now)) this.#talk.changed();
  }
}
