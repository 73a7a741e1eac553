import type { Meter, Settle } from "../meters/meter.js";

/** Calls of a tool whose cost nobody knows: one goes alone, and its answer tells the others. */
export class Trial implements Meter {
  readonly subject: string;
  readonly #isOpen: () => boolean;
  #underway = 0;

  /** `isOpen`: the cost is still not known. */
  constructor(subject: string, isOpen: () => boolean) {
    this.subject = subject;
    this.#isOpen = isOpen;
  }

  /** One of them is on its way. */
  get busy(): boolean {
    return this.#underway > 0;
  }

  at(_: number, now: number): number | undefined {
    return this.busy && this.#isOpen() ? undefined : now;
  }

  take(): Settle {
    this.#underway++;
    return () => {
      this.#underway--;
    };
  }

  /** Not known: the answer may come at any time. */
  wait(): number {
    return 0;
  }

  idle(): boolean {
    return this.#underway === 0;
  }
}
