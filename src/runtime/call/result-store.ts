/** Results of reads that are kept, up to a size: the ones that were not used for longest go. */
import type { Outcome } from "./call.js";

export interface Kept {
  /** Whose reading it was. */
  readonly owner: string;
  readonly outcome: Outcome;
  /** By the clock's `now()`. */
  readonly at: number;
  readonly chars: number;
  /** Its owner has changed something since. */
  outdated: boolean;
}

export class ResultStore {
  readonly #maxChars: number;
  /** In the order of their use. */
  readonly #entries = new Map<string, Kept>();
  #chars = 0;

  /** Of all results together, as JSON, in UTF-16 code units. */
  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get(key: string): Kept | undefined {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  set(key: string, owner: string, outcome: Outcome, at: number): void {
    const chars = key.length + JSON.stringify(outcome).length;
    this.#remove(key);
    if (chars > this.#maxChars) return;
    this.#entries.set(key, { owner, outcome: structuredClone(outcome), at, chars, outdated: false });
    this.#chars += chars;
    for (const oldest of this.#entries.keys()) {
      if (this.#chars <= this.#maxChars) return;
      this.#remove(oldest);
    }
  }

  /** They are better than none still, and no longer as good as new ones. */
  outdate(owner: string): void {
    for (const entry of this.#entries.values()) if (entry.owner === owner) entry.outdated = true;
  }

  get empty(): boolean {
    return this.#entries.size === 0;
  }

  #remove(key: string): void {
    this.#chars -= this.#entries.get(key)?.chars ?? 0;
    this.#entries.delete(key);
  }
}
