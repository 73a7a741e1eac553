import type { Limit } from "../../../tool/types.js";
import type { Clock } from "../../clock.js";
import type { Meter, SharedMeter } from "../meters/meter.js";
import { Leased } from "./leased.js";
import { Members } from "./members.js";
import type { LeaseStore } from "./store.js";
import { Trouble } from "./trouble.js";

/** Quotas that several processes keep together. */
export interface SharingOptions {
  readonly store: LeaseStore;
  /**
   * Processes to reckon with before they were counted, which takes 15 s: where the store is not there, each has its part
   * of a limit. Default: 4.
   */
  readonly processes?: number;
  /**
   * The store fails: refuses, is misconfigured, does not answer. Told once when that begins, and again only after it has
   * worked in between; meanwhile the process goes on alone. Holds nothing of a URL. Default: nobody is told.
   */
  readonly onError?: (error: Error) => void;
}

/** How long a lease outlasts what its slots need: what a process that ends without a word costs the others. */
const SLACK_MS = 10_000;
/** A store that does not answer holds up nobody's end. */
const CLOSE_MS = 1000;
const TICK_MS = 50;
const COUNT_MS = 3000;
/** For each limit in use, between two questions: so all together ask the store 500 times a second at most. */
const SPREAD_MS = 2;
/** A limit is spoken of as often as this, however many there are: leases must not run out. */
const LONGEST_MS = 3000;

/** Quotas that several processes keep together: each works with the parts of every limit that it holds. */
export class SharedQuotas {
  readonly #trouble: Trouble;
  readonly #store: LeaseStore;
  readonly #clock: Clock;
  readonly #members: Members;
  readonly #slackMs: number;
  /** Those that hold something, or are asked for it: nobody looks after the others. */
  readonly #active = new Set<Leased>();
  #ticking: NodeJS.Timeout | undefined;
  #counting: NodeJS.Timeout | undefined;
  /** Counts that were asked for, and not answered. */
  #unanswered = 0;
  #closed = false;

  constructor({ store, processes = 4, onError }: SharingOptions, clock: Clock, slackMs: number = SLACK_MS) {
    this.#trouble = new Trouble(onError);
    this.#store = this.#trouble.watch(store);
    this.#clock = clock;
    this.#members = new Members(this.#store, processes);
    this.#slackMs = slackMs;
  }

  /** Limits that are in use. */
  get active(): number {
    return this.#active.size;
  }

  /** A meter of which this process has as much as it holds; `inner` has nothing yet. `wake`: there is more. */
  join(key: string, limit: Limit, inner: SharedMeter, wake: () => void): Meter {
    return new Leased({
      key,
      limit,
      inner,
      wake,
      store: this.#store,
      clock: this.#clock,
      slackMs: this.#slackMs,
      processes: () => this.#members.count,
      gapMs: () => Math.min(LONGEST_MS, this.#active.size * SPREAD_MS),
      rouse: this.#rouse,
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#trouble.end();
    clearInterval(this.#ticking);
    clearInterval(this.#counting);
    // Nobody to tell where the store is gone; what is held runs out by itself.
    const left = this.#counting && this.#members.leave().catch(() => {});
    const all = Promise.all([left, ...[...this.#active].map((leased) => leased.close())]);
    let cancel = (): void => {};
    const enough = new Promise<void>((resolve) => {
      cancel = this.#clock.after(CLOSE_MS, resolve);
    });
    await Promise.race([all, enough]).finally(cancel);
  }

  readonly #rouse = (leased: Leased): void => {
    if (this.#closed) return;
    this.#active.add(leased);
    this.#ticking ??= setInterval(this.#tick, TICK_MS).unref();
    if (this.#counting) return;
    this.#counting = setInterval(this.#count, COUNT_MS).unref();
    this.#count();
  };

  readonly #count = (): void => {
    if (this.#unanswered > 0) this.#trouble.tell("it does not answer");
    this.#unanswered++;
    // A store that is not there is what the leases reckon with.
    void this.#members
      .refresh()
      .catch(() => {})
      .then(() => this.#unanswered--);
  };

  readonly #tick = (): void => {
    const now = this.#clock.now();
    for (const leased of this.#active) {
      leased.tick(now);
      if (leased.idle(now)) this.#active.delete(leased);
    }
    if (this.#active.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  };
}
