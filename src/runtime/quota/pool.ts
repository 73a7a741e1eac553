/** So many are kept without a look at them. */
const ENOUGH = 1000;

/** Things by key that are made when they are needed and forgotten when a new one would be the same. */
export class Pool<T> {
  readonly #all = new Map<string, T>();
  readonly #spare: (one: T) => boolean;
  #tidyAt = ENOUGH;

  /** `spare`: this one may be forgotten. */
  constructor(spare: (one: T) => boolean) {
    this.#spare = spare;
  }

  get(key: string, make: () => T): T {
    let one = this.#all.get(key);
    if (one === undefined) {
      one = make();
      this.#all.set(key, one);
    }
    return one;
  }

  values(): Iterable<T> {
    return this.#all.values();
  }

  /** Forgets what can be forgotten, where there are many. True: something may be gone. */
  tidy(): boolean {
    if (this.#all.size < this.#tidyAt) return false;
    for (const [key, one] of this.#all) if (this.#spare(one)) this.#all.delete(key);
    // Not again for each new one where all are in use.
    this.#tidyAt = Math.max(ENOUGH, this.#all.size * 2);
    return true;
  }

  clear(): void {
    this.#all.clear();
  }
}
