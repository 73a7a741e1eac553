import type { Limit } from "../../tool/types.js";
import type { Clock } from "../clock.js";
import { Leased } from "./leased.js";
import { Members } from "./members.js";
import type { Meter, SharedMeter } from "./meter.js";
import type { LeaseStore } from "./store.js";

/** Quotas that several processes keep together. */
export interface SharingOptions {
  readonly store: LeaseStore;
  /** Processes to reckon with before any was seen: where the store is not there, each has its part of a limit. Default: 4. */
  readonly processes?: number;
}

const TICK_MS = 250;

/** Quotas that several processes keep together: each works with the parts of every limit that it holds. */
export class SharedQuotas {
  readonly #store: LeaseStore;
  readonly #clock: Clock;
  readonly #members: Members;
  readonly #all = new Set<Leased>();
  #timer: NodeJS.Timeout | undefined;
  #busy = false;

  constructor({ store, processes = 4 }: SharingOptions, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#members = new Members(store, processes);
  }

  /** A meter of which this process has as much as it holds; `inner` has nothing yet. `wake`: there is more. */
  join(key: string, limit: Limit, inner: SharedMeter, wake: () => void): Meter {
    const members = (): number => this.#members.count;
    const leased = new Leased({ key, limit, inner, wake, members, store: this.#store, clock: this.#clock });
    this.#all.add(leased);
    this.#timer ??= setInterval(() => void this.#tick(), TICK_MS).unref();
    return leased;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#all].map((leased) => leased.close()));
    // Nobody to tell where the store is gone; what is held runs out by itself.
    await this.#members.leave().catch(() => {});
  }

  async #tick(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const now = this.#clock.now();
    // A store that is not there is what the leases reckon with.
    await this.#members.refresh(now).catch(() => {});
    await Promise.all([...this.#all].map((leased) => leased.tick()));
    for (const leased of this.#all) if (leased.spare) this.#all.delete(leased);
    this.#busy = false;
  }
}
