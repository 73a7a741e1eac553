/** Which branch of a union a value belongs to: a look at its kind and its properties, no validation. */
import type { JsonSchema, JsonSchemaObject } from "../../../tool/json-schema.js";
import { isRecord, resolveRef } from "../../schema.js";

/** Unions in unions, references to references. */
const MAX_DEPTH = 8;

/** False only where the value certainly does not match: another type, another constant, a property that must or must not be there. */
export function fits(value: unknown, schema: JsonSchema | undefined, root: JsonSchemaObject, depth = 0): boolean {
  if (typeof schema === "boolean") return schema;
  if (schema === undefined || depth > MAX_DEPTH) return true;
  const below = (branch: JsonSchema | undefined): boolean => fits(value, branch, root, depth + 1);
  if (schema.$ref !== undefined && !below(resolveRef(root, schema.$ref))) return false;
  if (!fitsType(value, schema) || !fitsConstants(value, schema)) return false;
  if (schema.allOf && !schema.allOf.every(below)) return false;
  if (schema.anyOf && !schema.anyOf.some(below)) return false;
  if (schema.oneOf && !schema.oneOf.some(below)) return false;
  return !isRecord(value) || fitsProperties(value, schema);
}

function fitsType(value: unknown, { type }: JsonSchemaObject): boolean {
  if (type === undefined) return true;
  const types: readonly string[] = typeof type === "string" ? [type] : type;
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array");
  if (typeof value === "bigint") return types.includes("integer") || types.includes("number");
  if (typeof value !== "number") return types.includes(typeof value);
  return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
}

/** Constants of objects and arrays are rare, and are taken on trust. */
function fitsConstants(value: unknown, schema: JsonSchemaObject): boolean {
  const allowed = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
  if (allowed === undefined || (typeof value === "object" && value !== null)) return true;
  return allowed.includes(typeof value === "bigint" ? Number(value) : value);
}

function fitsProperties(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject): boolean {
  const { properties = {}, required = [], "x-toolgen-drop": dropped = [] } = schema;
  if (!required.every((key) => Object.hasOwn(value, key))) return false;
  const closed = schema.additionalProperties === false && schema.patternProperties === undefined;
  return Object.entries(value).every(([key, item]) => {
    if (!Object.hasOwn(properties, key)) return !closed || dropped.includes(key);
    const property = properties[key];
    return typeof property !== "object" || (fitsType(item, property) && fitsConstants(item, property));
  });
}
