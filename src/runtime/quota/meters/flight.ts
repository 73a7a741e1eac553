import type { Clock } from "../../clock.js";

/**
 * The last request of a grant, by the clock. Whoever sends it says when it is written to its connection, and when the
 * head of the answer has come: what lies before and after that is our own time, not that of the network.
 */
export class Flight {
  readonly #clock: Clock;
  #sentAt: number | undefined;
  #answeredAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get sentAt(): number | undefined {
    return this.#sentAt;
  }

  get answeredAt(): number | undefined {
    return this.#answeredAt;
  }

  sent(): void {
    this.#sentAt = this.#clock.now();
    this.#answeredAt = undefined;
  }

  answered(): void {
    this.#answeredAt = this.#clock.now();
  }
}
