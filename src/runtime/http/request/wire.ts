/** Between what the model sees and what is on the wire, below the arguments: names of properties, and what nobody may read. */
import type { JsonSchema, JsonSchemaObject } from "../../../tool/json-schema.js";
import { isRecord, setOwn } from "../../schema.js";
import { facetsOf, itemSchemas, mapSchemas, propertySchemas, wireName } from "./facets.js";

/** The value with each property under the name that `x-toolgen-wire` gives it. Keys of maps stay as they are. */
export function toWire(value: unknown, schema: JsonSchema | undefined, root: JsonSchemaObject): unknown {
  return rename(value, [schema], root);
}

function rename(value: unknown, schemas: readonly (JsonSchema | undefined)[], root: JsonSchemaObject): unknown {
  if (typeof value !== "object" || value === null) return value;
  const facets = facetsOf(schemas, root, value);
  if (facets.length === 0) return value;
  if (Array.isArray(value)) return value.map((item, i) => rename(item, itemSchemas(facets, i), root));
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const declared = propertySchemas(facets, key);
    setOwn(copy, wireName(declared) ?? key, rename(item, declared.length ? declared : mapSchemas(facets), root));
  }
  return copy;
}

/** The answer without the properties that `x-toolgen-drop` names. */
export function withoutWriteOnly(value: unknown, schema: JsonSchema | undefined): unknown {
  return isRecord(schema) ? drop(value, [schema as JsonSchemaObject], schema as JsonSchemaObject) : value;
}

function drop(value: unknown, schemas: readonly (JsonSchema | undefined)[], root: JsonSchemaObject): unknown {
  if (typeof value !== "object" || value === null) return value;
  const facets = facetsOf(schemas, root, value);
  if (facets.length === 0) return value;
  if (Array.isArray(value)) return value.map((item, i) => drop(item, itemSchemas(facets, i), root));
  const dropped = new Set(facets.flatMap((facet) => facet["x-toolgen-drop"] ?? []));
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const declared = propertySchemas(facets, key);
    if (dropped.has(key) && declared.length === 0) continue;
    setOwn(copy, key, drop(item, declared.length ? declared : mapSchemas(facets), root));
  }
  return copy;
}
