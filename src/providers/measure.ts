/** How large a schema is, by what providers count. */
import { holdsSchemas, isRecord, mapKeyword } from "../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import type { Limits } from "./dialect.js";

export interface Measure {
  readonly properties: number;
  /** Objects and lists inside one another; a reference counts as the definition that it names, once on each way. */
  readonly depth: number;
  readonly names: number;
  readonly enumValues: number;
}

export function measure(root: JsonSchemaObject): Measure {
  let properties = 0;
  let names = Object.keys(root.$defs ?? {}).join("").length;
  let enumValues = 0;
  const depthOf = (schema: JsonSchema): number => {
    if (!isRecord(schema)) return 0;
    const { properties: own = {}, enum: values = [] } = schema as JsonSchemaObject;
    const keys = Object.keys(own);
    properties += keys.length;
    enumValues += values.length;
    names += keys.join("").length + values.filter((value) => typeof value === "string").join("").length;
    let deepest = 0;
    for (const keyword of Object.keys(schema)) {
      if (!holdsSchemas(keyword)) continue;
      const step = keyword === "properties" || keyword === "items" || keyword === "additionalProperties" ? 1 : 0;
      mapKeyword(keyword, schema[keyword], (part) => {
        deepest = Math.max(deepest, step + depthOf(part));
        return part;
      });
    }
    return deepest;
  };
  const depth = depthOf(root);
  return { properties, depth, names, enumValues };
}

/** The first limit that a schema passes, in words. */
export function limitPassed(schema: JsonSchemaObject, limits: Limits): string | undefined {
  const found = measure(schema);
  const over = (what: string, count: number, most: number | undefined): string | undefined =>
    most !== undefined && count > most ? `${count} ${what}; the most is ${most}` : undefined;
  return (
    over("properties", found.properties, limits.properties) ??
    over("levels", found.depth, limits.depth) ??
    over("characters of names and values", found.names, limits.names) ??
    over("enum values", found.enumValues, limits.enumValues)
  );
}
