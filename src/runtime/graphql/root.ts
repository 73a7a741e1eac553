import type { GraphqlPlan } from "../../tool/types.js";

/** Key of the answer's `data` under which the one root field's value stands; undefined: all of `data` is the result. */
export function rootKey({ field, alias = field }: Pick<GraphqlPlan, "field" | "alias">): string | undefined {
  return alias;
}
