/** How large a schema is, by what providers count. */
import { holdsSchemas, isRecord, mapKeyword } from "../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import type { RequestLimits, SchemaLimits } from "./dialect.js";

export interface Measure extends SchemaLimits, Omit<RequestLimits, "tools"> {}

/** An enum of more values counts as long. */
const LONG_ENUM = 250;

/**
 * A schema inside another is one level deeper, whatever holds it: a property, a list, a union, a definition. A reference
 * is not followed (openai-java, JsonSchemaValidator): the definition that it names is measured where it stands.
 */
export function measure(root: JsonSchemaObject): Measure {
  const found = { properties: 0, depth: 0, names: 0, enumValues: 0, longEnum: 0, optional: 0, unions: 0 };
  const look = (schema: JsonSchema, depth: number): void => {
    found.depth = Math.max(found.depth, depth);
    if (!isRecord(schema)) return;
    const { properties = {}, required = [], enum: values = [], type, anyOf, $defs = {} } = schema as JsonSchemaObject;
    const keys = Object.keys(properties);
    const characters = values.filter((value) => typeof value === "string").join("").length;
    found.properties += keys.length;
    found.names += keys.join("").length + Object.keys($defs).join("").length + characters;
    found.enumValues += values.length;
    if (values.length > LONG_ENUM) found.longEnum = Math.max(found.longEnum, characters);
    const asked = new Set(required);
    found.optional += keys.filter((key) => !asked.has(key)).length;
    if (anyOf !== undefined || Array.isArray(type)) found.unions += 1;
    for (const keyword of Object.keys(schema)) {
      if (!holdsSchemas(keyword)) continue;
      mapKeyword(keyword, schema[keyword], (part) => {
        // `additionalProperties: false` is no level.
        if (typeof part !== "boolean") look(part, depth + 1);
        return part;
      });
    }
  };
  look(root, 0);
  return found;
}

/** The first limit that a schema passes, in words. */
export function limitPassed(schema: JsonSchemaObject, limits: SchemaLimits): string | undefined {
  const found = measure(schema);
  const [passed] = LIMITS.filter(({ limit }) => found[limit] > limits[limit]);
  return passed && `its schema has ${found[passed.limit]} ${passed.what}, of ${limits[passed.limit]} at most`;
}

const LIMITS: readonly { readonly limit: keyof SchemaLimits; readonly what: string }[] = [
  { limit: "properties", what: "properties" },
  { limit: "depth", what: "levels" },
  { limit: "names", what: "characters of names and values" },
  { limit: "enumValues", what: "values of enums" },
  { limit: "longEnum", what: "characters in the values of one enum" },
];
