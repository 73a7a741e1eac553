/** So long at least, and twice that at most, what was needed is remembered. */
const SPAN_MS = 5000;

interface Span {
  readonly from: number;
  peak: number;
  spent: number;
}

/** How much of a limit a process has needed lately, whatever it had. */
export class Need {
  /** How long what was taken is gone. */
  readonly #backMs: number;
  #last: Span | undefined;
  #now: Span | undefined;

  constructor(backMs: number) {
    this.#backMs = backMs;
  }

  /** `cost` was taken; `used` is gone with it, all in all. */
  add(cost: number, used: number, now: number): void {
    this.#turn(now);
    this.#now ??= { from: now, peak: 0, spent: 0 };
    const span = this.#now;
    span.peak = Math.max(span.peak, used);
    span.spent += cost;
  }

  get(now: number): number {
    this.#turn(now);
    const spans = [this.#last, this.#now].filter((span) => span !== undefined);
    const from = spans[0]?.from ?? now;
    const spent = spans.reduce((sum, span) => sum + span.spent, 0);
    // A bucket that refills as fast as it is emptied looks full: what is taken in the time of a refill counts as well.
    const flow = (spent * this.#backMs) / Math.max(now - from, SPAN_MS);
    return Math.max(flow, ...spans.map(({ peak }) => peak));
  }

  #turn(now: number): void {
    if (this.#now === undefined || now - this.#now.from < SPAN_MS) return;
    this.#last = now - this.#now.from < 2 * SPAN_MS ? this.#now : undefined;
    this.#now = undefined;
  }
}
