import type { Quota } from "../../tool/types.js";
import type { Clock } from "../clock.js";
import { Pace } from "./pace.js";
import { FairQueue } from "./queue.js";
import { type Fate, Window } from "./window.js";

/** Leave to send one request; `settle` says what became of it, once. */
export interface Grant {
  settle(fate: Fate): void;
}

/** One caller that wants to send a request. */
export interface Claim {
  /** Callers of the same key share their turns. */
  readonly key: unknown;
  readonly signal: AbortSignal;
  /** By the clock: whoever would wait longer than that is refused, as soon as it is known. */
  readonly until: number;
  /** The error of a claim whose signal was aborted. */
  readonly aborted: () => Error;
  readonly refused: (why: Refusal) => Error;
}

export interface Refusal {
  /** What is over its limit: `Toolkit "github"`. */
  readonly subject: string;
  /** How long the claim would have had to wait. */
  readonly waitMs: number;
  /** Not by the quota: the upstream asked to be left alone. */
  readonly paused: boolean;
}

/** A claim in the queue. */
interface Waiter {
  readonly claim: Claim;
  readonly admit: (grant: Grant) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * One limit, and the queue in front of it. Without a quota it lets everything through, but for pauses. A slot that
 * becomes free goes to whoever is first at that moment: a caller that gave up has left the queue and costs nothing.
 */
export class Limiter {
  readonly #subject: string;
  readonly #clock: Clock;
  readonly #window: Window | undefined;
  readonly #pace: Pace | undefined;
  readonly #queue = new FairQueue<Waiter>();
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #unwake: () => void = () => {};
  #wakeAt: number | undefined;
  /** p-throttle has been asked and has not answered yet. */
  #asked = false;
  /** It has, and nobody has used it yet. */
  #paced = false;

  constructor(subject: string, quota: Quota | undefined, clock: Clock) {
    this.#subject = subject;
    this.#clock = clock;
    if (quota) {
      this.#window = new Window(quota);
      this.#pace = new Pace(quota);
    }
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** There is no limit now, and nobody before you: a call may go without a grant. */
  get open(): boolean {
    return !this.#window && this.#queue.size === 0 && this.#pausedUntil <= this.#clock.now();
  }

  /** How long a claim under this key would wait, if every answer came at once. */
  wait(key: unknown): number {
    const now = this.#clock.now();
    const pause = Math.max(0, this.#pausedUntil - now);
    return this.#window ? this.#window.wait(this.#queue.ahead(key), now, pause) : pause;
  }

  /** Why this claim would be refused now; `undefined`: it would be let in. */
  refusal(claim: Claim): Refusal | undefined {
    const wait = this.wait(claim.key);
    return this.#clock.now() + wait > claim.until ? this.#why(wait) : undefined;
  }

  acquire(claim: Claim): Promise<Grant> {
    return new Promise((admit, refuse) => {
      if (claim.signal.aborted) return refuse(claim.aborted());
      const refusal = this.refusal(claim);
      if (refusal) return refuse(claim.refused(refusal));
      this.#enqueue(claim, admit, refuse);
      this.#pump();
    });
  }

  /** Nobody goes before `until`; whoever cannot wait for that is told at once. */
  pause(until: number): void {
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    for (const { claim, refuse } of this.#queue) {
      if (claim.until < until) refuse(claim.refused(this.#why(until - this.#clock.now())));
    }
    this.#pump();
  }

  #why(waitMs: number): Refusal {
    return { subject: this.#subject, waitMs, paused: this.#pausedUntil > this.#clock.now() };
  }

  #enqueue(claim: Claim, admit: (grant: Grant) => void, refuse: (error: Error) => void): void {
    const waiter: Waiter = {
      claim,
      admit: (grant) => {
        detach();
        admit(grant);
      },
      refuse: (error) => {
        this.#queue.leave(ticket);
        // A timer for nobody would keep the process alive.
        if (this.#queue.size === 0) this.#sleep();
        detach();
        refuse(error);
      },
    };
    const ticket = this.#queue.join(claim.key, waiter);
    const onAbort = (): void => waiter.refuse(claim.aborted());
    const onImpatience = (): void => waiter.refuse(claim.refused(this.#why(this.wait(claim.key))));
    const calm = this.#clock.after(claim.until - this.#clock.now(), onImpatience);
    const detach = (): void => {
      calm();
      claim.signal.removeEventListener("abort", onAbort);
    };
    claim.signal.addEventListener("abort", onAbort, { once: true });
  }

  #pump(): void {
    while (this.#queue.size > 0 && !this.#asked) {
      const now = this.#clock.now();
      const slot = this.#window ? this.#window.next(now) : now;
      // An answer that is still to come brings the slot, and calls this again.
      if (slot === undefined) return;
      const at = Math.max(this.#pausedUntil, slot);
      if (at > now) {
        this.#wakeUp(at, now);
        return;
      }
      if (!this.#paced && this.#ask()) return;
      this.#paced = false;
      this.#window?.take();
      this.#queue.shift()?.admit(this.#grant(now));
    }
  }

  /** Asks p-throttle for the next turn; true: it will answer later. */
  #ask(): boolean {
    const turn = this.#pace?.next();
    if (!turn) return false;
    this.#asked = true;
    void turn.then(() => {
      this.#asked = false;
      this.#paced = true;
      this.#pump();
    });
    return true;
  }

  #wakeUp(at: number, now: number): void {
    if (this.#wakeAt === at) return;
    this.#sleep();
    this.#wakeAt = at;
    this.#unwake = this.#clock.after(at - now, () => {
      this.#wakeAt = undefined;
      this.#pump();
    });
  }

  #sleep(): void {
    this.#unwake();
    this.#wakeAt = undefined;
  }

  #grant(from: number): Grant {
    return {
      settle: (fate) => {
        this.#window?.settle(fate, from, this.#clock.now());
        this.#pump();
      },
    };
  }
}
