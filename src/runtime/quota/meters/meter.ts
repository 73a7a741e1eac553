/** What one limit must be able to do, whatever it counts. */
import type { Flight } from "./flight.js";

/** What became of the request that a grant was taken for. */
export type Fate =
  /** An answer came: the upstream counted it before that. */
  | "answered"
  /** No answer: it may have been counted at any time until now. */
  | "lost"
  /** It never left. */
  | "unsent";

/** How one request ended. */
export interface End {
  readonly fate: Fate;
  readonly now: number;
  /** The upstream refused it because of a quota. */
  readonly refused?: boolean;
  /** What it cost, where the upstream said so and it is not what was expected. */
  readonly points?: number;
}

/** Tells a meter, once, what became of what was taken. */
export type Settle = (end: End) => void;

export interface Meter {
  /** What is over its limit, for people: `Toolkit "github"`. */
  readonly subject: string;
  /** When `cost` can be taken: `now` or earlier at once; `undefined`: that depends on something that will call back. */
  at(cost: number, now: number): number | undefined;
  /** Takes it, right after `at` said that it can be taken. */
  take(cost: number, now: number, flight: Flight): Settle;
  /** How long until `cost` could be taken by someone with `ahead` before them, if every answer came at once. */
  wait(ahead: number, cost: number, now: number): number;
  /** Nothing is taken or coming back: a new one would be the same. */
  idle(now: number): boolean;
}

/** A meter whose size can change while it is used, because its quota is shared. Sizes are what `sizeOf` counts. */
export interface SharedMeter extends Meter {
  grow(size: number): void;
  /** Gives up a part that is free now; false: so much is not free. */
  shrink(size: number): boolean;
  /** What was free stays unused for so long before another process may have it. */
  readonly graceMs: number;
  /** How much could be taken now. */
  free(now: number): number;
}
