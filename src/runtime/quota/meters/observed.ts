import type { Level } from "../told/told.js";
import type { End, Meter, Settle } from "./meter.js";

/** Own calls to see before it is said how many others there are. */
const ENOUGH = 5;
/** More calls of others for each of ours are not believed. */
const MOST_OTHERS = 20;

interface Seen {
  readonly level: Level;
  /** When the request was sent whose answer said it. */
  readonly from: number;
  readonly until: number;
  readonly at: number;
  /** Of the first answer in this window. */
  readonly first: { readonly remaining: number; readonly settled: number };
}

/**
 * What the upstream says that is left, less what is under way: another client may use the same quota. It only ever
 * holds back; what was configured stands beside it.
 */
export class Observed implements Meter {
  readonly subject: string;
  readonly #levels = new Map<string, Seen>();
  #underway = 0;
  #settled = 0;
  /** What goes for each of ours, those of other clients included: they do not wait for us. */
  #pull = 1;

  constructor(subject: string) {
    this.subject = subject;
  }

  /** `from`: when the request was sent whose answer says so. */
  observe(levels: readonly Level[], from: number, now: number): void {
    for (const level of levels) {
      const before = this.#levels.get(level.name);
      const same = before && before.until > now && level.perMs === undefined;
      // Answers overtake each other: what was sent last knows best.
      if (before && before.from > from && before.until > now) continue;
      const first = same ? before.first : { remaining: level.remaining, settled: this.#settled };
      const ours = this.#settled - first.settled;
      if (same && ours >= ENOUGH) {
        const pull = (first.remaining - level.remaining) / ours;
        this.#pull = (this.#pull + Math.min(MOST_OTHERS, Math.max(1, pull))) / 2;
      }
      this.#levels.set(level.name, { level, from, until: now + level.resetMs, at: now, first });
    }
  }

  /** What one under way may cost. Others keep no steady pace: where there are some, twice as much as on average. */
  get #each(): number {
    return this.#pull > 1.05 ? 2 * this.#pull : 1;
  }

  at(cost: number, now: number): number | undefined {
    let at = now;
    for (const [name, seen] of this.#levels) {
      if (seen.until <= now && seen.level.perMs === undefined) this.#levels.delete(name);
      else at = Math.max(at, whenLeft(seen, cost, this.#each * this.#underway, now));
    }
    return at;
  }

  take(cost: number): Settle {
    this.#underway += cost;
    return ({ fate, points }: End) => {
      this.#underway -= cost;
      if (fate !== "unsent") this.#settled += points ?? cost;
    };
  }

  wait(ahead: number, cost: number, now: number): number {
    return (this.at(ahead + cost, now) ?? now) - now;
  }

  idle(now: number): boolean {
    return this.#underway === 0 && [...this.#levels.values()].every(({ until }) => until <= now);
  }
}

function whenLeft({ level, until, at }: Seen, cost: number, underway: number, now: number): number {
  const { remaining, perMs, most = Number.POSITIVE_INFINITY } = level;
  if (perMs === undefined) return remaining - underway >= cost ? now : until;
  // More than all of it never comes.
  return Math.max(now, at + (Math.min(cost + underway, most) - remaining) / perMs);
}
