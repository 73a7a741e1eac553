/** Where a selection has come to, and how far it may still go. */
import type { GraphQLCompositeType } from "graphql";
import type { Policy } from "../policy.js";
import type { Extent } from "./extent.js";

export interface Walk {
  readonly policy: Policy;
  /** Types that are being selected, from the root field on. */
  readonly path: readonly GraphQLCompositeType[];
  /** Fields that may still be added, and looked at: types that lead nowhere but to each other would never end. */
  readonly budget: { left: number; looks: number };
}

/** A reference to a thing of the same type may stand, once; more of it would go round in circles. */
export function leadsBack(type: GraphQLCompositeType, extent: Extent, { path }: Walk): boolean {
  const times = path.filter((one) => one === type).length;
  return times > 1 || (times === 1 && extent.below !== undefined);
}
