/** MCP, structured results: a schema that tells what comes, and that what comes always fits. */
import { holdsSchemas, isRecord, mapKeyword } from "../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { fits } from "./convert/fits.js";
import { typesOf } from "./convert/merge.js";

export type ObjectSchema = JsonSchemaObject & { readonly type: "object" };

/** Keywords that tell of a value without refusing any of its type. */
const KEPT: ReadonlySet<string> = new Set(["$ref", "$defs", "properties", "items", "anyOf", "description", "title"]);

/**
 * Clients check results against the schema and throw what does not fit away. Services do not keep to their documents
 * to the letter: what is left here are types, any of which may be null.
 */
export function outputSchema(schema: JsonSchema): ObjectSchema {
  const told = telling(schema);
  if (told.type === "object" || isObjectOnly(told)) return { ...told, type: "object" };
  const { $defs, ...rest } = told;
  return { type: "object", properties: { result: rest }, ...($defs && { $defs }) };
}

/** `data` as an object that fits `schema`: what is none stands in `result`, what does not fit in `unexpected`. */
export function structured(data: unknown, schema: ObjectSchema): Record<string, unknown> {
  const wraps = schema.properties?.["result"] !== undefined && !isRecord(data);
  const value = wraps ? { result: data ?? null } : (data ?? {});
  return isRecord(value) && fits(value, schema, schema) ? { ...value } : { unexpected: data ?? null };
}

function telling(schema: JsonSchema): JsonSchemaObject {
  if (typeof schema !== "object") return {};
  const told: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) {
    if (KEPT.has(keyword)) {
      told[keyword] = holdsSchemas(keyword) ? mapKeyword(keyword, schema[keyword], telling) : schema[keyword];
    }
  }
  const types = typesOf(schema.type).map((type) => (type === "integer" ? "number" : type));
  if (types.length > 0) told["type"] = [...new Set([...types, "null"])];
  // Whatever the branches leave out is no reason to throw a result away.
  if (Array.isArray(told["anyOf"])) told["anyOf"] = [...told["anyOf"].filter((branch) => !isEmpty(branch)), {}];
  return told as JsonSchemaObject;
}

function isEmpty(branch: unknown): boolean {
  return isRecord(branch) && Object.keys(branch).length === 0;
}

function isObjectOnly({ type }: JsonSchemaObject): boolean {
  return typesOf(type).every((one) => one === "object" || one === "null") && type !== undefined;
}
