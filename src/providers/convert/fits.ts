/** Whether a value fits a schema, as far as branches are told apart: types, keys, constants. */
import { isRecord, resolveRef } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";

const MAX_DEPTH = 64;

export function fits(value: unknown, schema: JsonSchema, root: JsonSchemaObject, depth = 0): boolean {
  if (typeof schema === "boolean") return schema;
  if (depth > MAX_DEPTH) return true;
  if (value === null && schema["nullable"] === true) return true;
  const inside = (item: unknown, part: JsonSchema): boolean => fits(item, part, root, depth + 1);
  if (schema.$ref !== undefined) {
    const target = resolveRef(root, schema.$ref);
    if (target !== undefined && !inside(value, target)) return false;
  }
  const { anyOf, oneOf = anyOf, allOf } = schema;
  if (oneOf && !oneOf.some((branch) => inside(value, branch))) return false;
  if (allOf && !allOf.every((branch) => inside(value, branch))) return false;
  if ("const" in schema && schema.const !== value) return false;
  if (schema.enum && !schema.enum.some((one) => one === value)) return false;
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(value, type))) return false;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined || value.every((item) => inside(item, items));
  }
  return !isRecord(value) || objectFits(value, schema, inside);
}

function objectFits(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties }: JsonSchemaObject,
  inside: (item: unknown, part: JsonSchema) => boolean,
): boolean {
  if (required.some((key) => !Object.hasOwn(value, key))) return false;
  return Object.keys(value).every((key) => {
    if (Object.hasOwn(properties, key)) return inside(value[key], properties[key] ?? true);
    return additionalProperties === undefined || inside(value[key], additionalProperties);
  });
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      return typeof value === "number" || typeof value === "bigint";
    default:
      return typeof value === type;
  }
}
