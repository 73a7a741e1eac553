import type { Quota } from "../../tool/types.js";
import { MAX_TIMER_MS } from "../clock.js";

/** Refuses a quota that could not be kept, in words for whoever configured it. `where` names it: `toolkit "github"`. */
export function checkQuota(quota: Quota, where: string): void {
  const { limit, interval } = quota;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new RangeError(`The quota of ${where} allows ${limit} calls: give a whole number, 1 or more.`);
  }
  if (!Number.isFinite(interval) || interval <= 0) {
    throw new RangeError(`The quota of ${where} has an interval of ${interval} ms: give a time longer than 0.`);
  }
  if (interval > MAX_TIMER_MS) {
    throw new RangeError(
      `The quota of ${where} has an interval of ${interval} ms, but timers end at ${MAX_TIMER_MS} ms (24.8 days): give a smaller limit in a shorter interval.`,
    );
  }
}
