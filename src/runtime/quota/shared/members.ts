import { randomUUID } from "node:crypto";
import type { Claim, LeaseStore } from "./store.js";

/** A process that is silent for so long is gone. */
const LEASE_MS = 13_000;
/** Counts to look back on: where all have just begun, or the store has just forgotten everyone, it sees too few. */
const LOOK_BACK = 5;
const KEY = "processes";

/** How many processes share a store. */
export class Members {
  readonly #store: LeaseStore;
  readonly #claim: Claim;
  #counts: readonly number[] = [];
  readonly #assumed: number;

  /** `assumed`: until it has counted for a while, or more were seen. */
  constructor(store: LeaseStore, assumed: number) {
    this.#store = store;
    this.#assumed = assumed;
    const member = randomUUID();
    this.#claim = { member, parts: 1, held: 0, want: 1, least: 0, known: false, leaseMs: LEASE_MS, turnMs: LEASE_MS };
  }

  /** As last seen; stays that where the store is not there. */
  get count(): number {
    return Math.max(this.#counts.length < LOOK_BACK ? this.#assumed : 1, ...this.#counts);
  }

  async refresh(): Promise<void> {
    const { members } = await this.#store.share(KEY, this.#claim);
    this.#counts = [members, ...this.#counts.slice(0, LOOK_BACK - 1)];
  }

  async leave(): Promise<void> {
    await this.#store.share(KEY, { ...this.#claim, want: 0 });
  }
}
