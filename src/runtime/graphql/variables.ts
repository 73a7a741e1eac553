import type { GraphqlPlan } from "../../tool/types.js";

/** Arguments and the variables that they become. */
export function planned({ variables = [] }: GraphqlPlan): readonly { readonly arg: string; readonly name: string }[] {
  return variables.map((one) => (typeof one === "string" ? { arg: one, name: one } : one));
}
