import type { End, Meter, Settle } from "./meter.js";

/** Calls at a time to begin with; each answer makes it one more, so it doubles with each round trip. */
const START = 8;
/** After the first refusal: the wait before it is tried again, and how much longer each further one is. */
const FIRST_PAUSE_MS = 200;
const LONGER = 1.3;
/** What is kept below a rate that was found. */
const BELOW = 0.95;
/** What a refusal takes off a rate. */
const BETA = 0.85;
/** Calls between two probes of a higher rate: each costs a refusal, so they stay below one in a hundred. */
const CALLS_BETWEEN_PROBES = 400;
/** How steeply a probe rises: by so much when it has taken as long as the rest before it. */
const PROBE = 0.25;
/** Answers that are remembered, and how many of them a rate is measured over at least. */
const REMEMBERED = 2000;
const ENOUGH = 20;
const SLOWEST = 1 / 600_000;

/**
 * For upstreams whose quota nobody knows. It starts with few calls at a time, and lets more through as answers come,
 * until one is refused. Then it waits until one gets through again: what got through in all that time is the rate.
 * From then on it keeps a little below that, creeps up to it, rests there, and only then tries a little more (CUBIC).
 */
export class Adaptive implements Meter {
  readonly subject: string;
  #most = START;
  #underway = 0;
  /** When the last ones got through. */
  #through: number[] = [];
  /** Calls a millisecond; `undefined`: not known. */
  #rate: number | undefined;
  /** The rate that was refused last. */
  #ceiling = 0;
  /** Waits for one to get through, since the first refusal. */
  #refusedAt: number | undefined;
  #pause = FIRST_PAUSE_MS;
  #strikes = 0;
  /** Those that were sent before say nothing of what was changed then. */
  #since = Number.NEGATIVE_INFINITY;
  #next = Number.NEGATIVE_INFINITY;

  constructor(subject: string) {
    this.subject = subject;
  }

  at(_: number, now: number): number | undefined {
    const most = this.#refusedAt === undefined ? this.#most : 1;
    return this.#underway >= most ? undefined : Math.max(now, this.#next);
  }

  take(_: number, from: number): Settle {
    this.#underway++;
    if (this.#rate !== undefined) this.#next = Math.max(this.#next, from) + 1 / this.#grown(from);
    return ({ fate, now, refused }: End) => {
      this.#underway--;
      if (fate === "unsent") return;
      if (refused) this.#refused(from, now);
      else if (fate === "answered") this.#answered(from, now);
    };
  }

  wait(ahead: number, _: number, now: number): number {
    return Math.max(0, this.#next - now) + (this.#rate === undefined ? 0 : ahead / this.#grown(now));
  }

  idle(now: number): boolean {
    return this.#underway === 0 && this.#rate === undefined && now - (this.#through.at(-1) ?? 0) > 60_000;
  }

  #refused(from: number, now: number): void {
    if (from < this.#since) return;
    const current = this.#rate === undefined ? undefined : this.#grown(now);
    this.#since = now;
    if (current === undefined) {
      this.#refusedAt ??= now;
      this.#next = now + this.#pause;
      this.#pause *= LONGER;
      return;
    }
    this.#ceiling = current;
    this.#rate = Math.max(SLOWEST, this.#ceiling * BETA);
    this.#strikes++;
    this.#next = now + this.#strikes / this.#rate;
  }

  #answered(from: number, now: number): void {
    this.#through.push(now);
    if (this.#through.length > 2 * REMEMBERED) this.#through = this.#through.slice(-REMEMBERED);
    if (this.#refusedAt !== undefined) {
      if (from >= this.#since) this.#found(now, now - this.#refusedAt);
    } else if (this.#rate === undefined) this.#most++;
    else this.#strikes = 0;
  }

  /** The first one got through again after so long. */
  #found(now: number, blockedMs: number): void {
    this.#refusedAt = undefined;
    this.#pause = FIRST_PAUSE_MS;
    this.#since = now;
    const enough = this.#through.at(-ENOUGH);
    if (enough === undefined) {
      // Too few to tell a rate by.
      this.#most = START;
      return;
    }
    const horizon = Math.max(FIRST_PAUSE_MS, 1.1 * blockedMs, now - enough);
    const count = this.#through.filter((at) => at > now - horizon).length;
    this.#ceiling = Math.max(SLOWEST, count / horizon);
    this.#rate = this.#ceiling * BELOW;
    this.#next = now + 1 / this.#rate;
    // The rate is the limit now.
    this.#most = Number.POSITIVE_INFINITY;
  }

  /** A cubic that comes to rest just below the rate that was refused, and passes it after that. */
  #grown(now: number): number {
    const rest = this.#ceiling * 0.98;
    const flat = CALLS_BETWEEN_PROBES / 2 / this.#ceiling;
    const x = (now - this.#since - flat) / flat;
    const scale = x < 0 ? rest - (this.#rate ?? rest) : rest * PROBE;
    return Math.max(SLOWEST, rest + scale * x ** 3);
  }
}
