/** Selections of interfaces and unions. */
import { type GraphQLCompositeType, type GraphQLInterfaceType, type GraphQLObjectType, isUnionType } from "graphql";
import type { Extent } from "./extent.js";
import { makeSelection, type Part, type Picked, type Selection } from "./tree.js";
import type { Walk } from "./walk.js";

/** Possible types of an interface or union, above which it has no fragments. */
const MAX_FRAGMENTS = 8;
export const MAX_FRAGMENT_LEAVES = 12;
export const MAX_FRAGMENT_OBJECTS = 4;

/** `__typename`, what all have in common, and a fragment for each possible type where they are few. */
export function abstractSelection(
  type: Exclude<GraphQLCompositeType, GraphQLObjectType>,
  extent: Extent,
  walk: Walk,
  pick: (
    type: GraphQLObjectType | GraphQLInterfaceType,
    extent: Extent,
    without: ReadonlySet<string>,
  ) => readonly Picked[],
): Selection {
  const own = isUnionType(type) ? [] : pick(type, extent, new Set());
  const shared = new Set(own.map(({ field }) => field.name));
  const possible = walk.policy.schema.getPossibleTypes(type);
  const few = possible.length <= MAX_FRAGMENTS;
  const within: Extent = {
    ...extent,
    leaves: Math.min(extent.leaves, MAX_FRAGMENT_LEAVES),
    objects: Math.min(extent.objects, MAX_FRAGMENT_OBJECTS),
  };
  const told = extent.identity && own.length > 0;
  const parts = few && !told ? possible.map((on): Part => ({ on, fields: pick(on, within, shared) })) : [];
  if (!few && own.length === 0) parts.push(...commonPart(possible, walk));
  return makeSelection({ on: type, fields: own }, parts, true);
}

/** Of a union with too many types: the id, where all of them are nodes. */
function commonPart(possible: readonly GraphQLObjectType[], walk: Walk): readonly Part[] {
  const [first, ...others] = possible;
  for (const on of first?.getInterfaces() ?? []) {
    const id = on.getFields()["id"];
    if (!id || walk.policy.refusal(on, id) !== undefined || !others.every((one) => one.getInterfaces().includes(on)))
      continue;
    return [{ on, fields: [{ field: id }] }];
  }
  return [];
}
