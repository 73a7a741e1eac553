/** The leaves of a type that are worth their place. */
import { type GraphQLInterfaceType, type GraphQLObjectType, getNamedType } from "graphql";
import type { Field, Policy } from "../policy.js";
import type { Extent } from "./extent.js";
import { IDENTITY_END, leafRank } from "./rank.js";
import { isLeafField } from "./tree.js";

export interface Leaves {
  /** In the order of the schema. */
  readonly fields: readonly Field[];
  /** One of them is what the thing is called by. */
  readonly named: boolean;
}

/** `without`: names that are selected already, or that say nothing. */
export function chooseLeaves(
  type: GraphQLObjectType | GraphQLInterfaceType,
  extent: Pick<Extent, "leaves" | "identity">,
  policy: Policy,
  without: ReadonlySet<string> = NONE,
): Leaves {
  const candidates = Object.values(type.getFields()).filter(
    (field) => isLeafField(field) && !without.has(field.name) && policy.refusal(type, field) === undefined,
  );
  const ranked = candidates
    .map((field) => ({
      field,
      rank: policy.isWanted(type, field) ? -1 : leafRank(field.name, getNamedType(field.type)),
    }))
    .sort((a, b) => a.rank - b.rank);
  const named = ranked.some(({ rank }) => rank < IDENTITY_END);
  const eligible = extent.identity && named ? ranked.filter(({ rank }) => rank < IDENTITY_END) : ranked;
  const wanted = ranked.filter(({ rank }) => rank < 0).length;
  const chosen = new Set(eligible.slice(0, Math.max(extent.leaves, wanted)).map(({ field }) => field));
  return { fields: candidates.filter((field) => chosen.has(field)), named };
}

const NONE: ReadonlySet<string> = new Set();
