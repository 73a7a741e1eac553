type Wanted = "all" | "some" | "nothing";

/** Between two questions to the store, by what is wanted. */
const AGAIN_MS: Readonly<Record<Wanted, number>> = { all: 100, some: 250, nothing: Number.POSITIVE_INFINITY };
/** Something changed that others wait for; and where nobody calls any more, so that there may be many of them. */
const CHANGED_MS = 20;
const LEAVING_MS = 1000;
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
  #wanted: Wanted = "nothing";
  #ticks = 0;

  constructor(gapMs: () => number) {
    this.#gapMs = gapMs;
  }

  /** The store knows that everything is wanted. */
  get all(): boolean {
    return this.#wanted === "all";
  }

  isDue(now: number): boolean {
    return now >= this.#nextAt;
  }

  /** To be called at each tick without an answer; true: there will be none. */
  wait(): boolean {
    return ++this.#ticks > ANSWER_TICKS;
  }

  /** `all`: because calls wait. `nothing`: what is held is not renewed, since it is back when its lease ends. */
  begin(wanted: Wanted, now: number): void {
    this.#saidAt = now;
    this.#ticks = 0;
    this.#wanted = wanted;
    this.#nextAt = now + Math.max(AGAIN_MS[wanted], this.#gapMs());
  }

  /** Calls came. */
  hurry(): void {
    this.#soon(CHANGED_MS);
  }

  /** Parts were given up. */
  changed(): void {
    this.#soon(this.#wanted === "nothing" ? LEAVING_MS : CHANGED_MS);
  }

  /** The answer is worth another question. */
  again(): void {
    this.#nextAt = this.#saidAt;
  }

  #soon(ms: number): void {
    this.#nextAt = Math.min(this.#nextAt, this.#saidAt + Math.max(ms, this.#gapMs()));
  }
}
