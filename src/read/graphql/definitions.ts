/** The schemas that tools share: input objects, enums, files. */
import { type GraphQLSchema, isEnumType } from "graphql";
import { referredSchemas } from "../../ir/schema.js";
import type { JsonSchema } from "../../tool/json-schema.js";
import { FILE_VALUE, fileValue } from "../file-value.js";
import { enumSchema } from "./enums.js";
import type { InputTypes } from "./input-types.js";
import { hasOldValues, type Names } from "./names.js";

/** What the given schemas refer to, through each other as well, by name and sorted. */
export type Definitions = (of: Iterable<JsonSchema>) => Readonly<Record<string, JsonSchema>>;

export function createDefinitions(
  schema: GraphQLSchema,
  names: Names,
  inputs: InputTypes,
  text: (raw: string) => string,
): Definitions {
  const results = new Map(
    Object.values(schema.getTypeMap()).flatMap((type) =>
      isEnumType(type) && hasOldValues(type) ? [[names.result(type), type] as const] : [],
    ),
  );
  const made = new Map<string, JsonSchema>([[FILE_VALUE, fileValue]]);
  const definition = (name: string): JsonSchema | undefined => {
    const type = results.get(name);
    const found = made.get(name) ?? (type ? enumSchema(type, "output", text) : inputs.definition(name));
    if (found !== undefined) made.set(name, found);
    return found;
  };
  return (of) => {
    const found = new Map<string, JsonSchema>();
    const open = new Set([...of].flatMap((one) => [...referredSchemas(one)]));
    // A set gives what is added while it is walked, too.
    for (const name of open) {
      const target = definition(name);
      if (target === undefined) continue;
      found.set(name, target);
      for (const next of referredSchemas(target)) open.add(next);
    }
    return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  };
}
