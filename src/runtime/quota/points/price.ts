/** What a call takes of each of its meters: known from the start, or as far as answers have told of its cost. */
import type { Limit } from "../../../tool/types.js";
import type { Call } from "../../call/call.js";
import { inPoints, sizeOf } from "../limit.js";
import type { Costs as Prices } from "../scheduler.js";
import type { Costs } from "./costs.js";
import type { Trial } from "./trial.js";

/** A number, or the points that the call costs: of a limit, or of what the upstream says to be left. */
export type Share = number | Limit | "points";

export interface PriceOptions {
  readonly costs: Costs;
  /** Where nobody knows what the call costs. */
  readonly trial: Trial | undefined;
  /** More than that no call of the upstream's may cost. */
  readonly most: number | undefined;
  /** The limit is cut into parts: to have all of it at once takes long. */
  readonly shared: boolean;
}

/** Looked up when it is needed: what a call that waits will cost may be told meanwhile. */
export function pricesOf(
  shares: readonly Share[],
  asking: Pick<Call, "tool" | "args">,
  { costs, trial, most, shared }: PriceOptions,
): Prices {
  const fixed = shares.filter((share) => typeof share === "number");
  if (fixed.length === shares.length) return () => fixed;
  return (next) => {
    const points = pointsOf(asking, costs);
    const tried = next && trial !== undefined && !trial.busy && costs.isOpen(asking);
    const priceOf = (share: Share): number => {
      if (typeof share === "number") return share;
      if (share === "points") return tried ? (most ?? points) : points;
      // What comes back soon may all be kept for one whose cost is not known. The rest of a window would be away for long.
      const wanted = tried && "rate" in share && !shared ? (most ?? share.burst) : points;
      return Math.min(wanted, sizeOf(share));
    };
    return shares.map(priceOf);
  };
}

/** What answers told, or the tool itself says, whichever is more. */
export function pointsOf(asking: Pick<Call, "tool" | "args">, costs: Costs): number {
  const { tool } = asking;
  const known = costs.of(asking);
  if (known !== undefined || tool.cost !== undefined) return Math.max(known ?? 0, tool.cost ?? 0);
  return "graphql" in tool ? Math.max(1, costs.highest) : 1;
}

/** Whether the call's own cost is what counts: not a number that the limit states for all calls of its effect. */
export function shareOf(limit: Limit, fixed: number, tool: Call["tool"]): Share {
  return fixed > 0 && inPoints(limit, tool) && !("run" in tool) ? limit : fixed;
}
