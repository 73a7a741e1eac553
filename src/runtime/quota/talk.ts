/** Between two questions to the store: where calls wait, and where all is well. */
const HUNGRY_MS = 100;
const CALM_MS = 250;
/** Something changed that others wait for. */
const CHANGED_MS = 20;
/**
 * A store that has not answered when so many ticks of 50 ms have passed is not there. By the clock alone, a process that
 * was held up itself would take it for gone, with the answer waiting to be read.
 */
const ANSWER_TICKS = 20;

/** When one process says something of one limit to the store: as seldom as it can, and at once where others wait. */
export class Talk {
  /** The shortest time between two questions, for the store's sake. */
  readonly #gapMs: () => number;
  #saidAt = Number.NEGATIVE_INFINITY;
  #nextAt = Number.NEGATIVE_INFINITY;
  #all = false;
  #ticks = 0;

  constructor(gapMs: () => number) {
    this.#gapMs = gapMs;
  }

  /** The store knows that everything is wanted. */
  get all(): boolean {
    return this.#all;
  }

  isDue(now: number): boolean {
    return now >= this.#nextAt;
  }

  /** To be called at each tick without an answer; true: there will be none. */
  wait(): boolean {
    return ++this.#ticks > ANSWER_TICKS;
  }

  /** `all`: that everything is wanted, because calls wait. */
  begin(all: boolean, now: number): void {
    this.#saidAt = now;
    this.#ticks = 0;
    this.#all = all;
    this.#nextAt = now + Math.max(all ? HUNGRY_MS : CALM_MS, this.#gapMs());
  }

  /** Something changed. */
  hurry(): void {
    this.#nextAt = Math.min(this.#nextAt, this.#saidAt + Math.max(CHANGED_MS, this.#gapMs()));
  }

  /** The answer is worth another question. */
  again(): void {
    this.#nextAt = this.#saidAt;
  }
}
