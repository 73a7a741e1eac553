/** Which argument goes into which variable. The choice of fields is in none: it makes the document. */
import type { GraphqlToolDefinition } from "../../tool/types.js";
import { type Binding, renamesBelow } from "../http/request/bindings.js";
import { isRecord } from "../schema.js";
import { planned } from "./variables.js";

export function variableBindings({ graphql, input }: GraphqlToolDefinition): Binding[] {
  const root = isRecord(input) ? input : {};
  return planned(graphql).map(({ arg, name }) => {
    const rename = graphql.renamed ? renamesBelow(root.properties?.[arg], root) : {};
    return { arg, in: "variable", name, ...(Object.keys(rename).length > 0 && { rename }) };
  });
}
