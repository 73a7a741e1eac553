/** Arguments that a tool's own input schema lets pass: as few, or as many, as there can be. */
import { pointerParts } from "../../src/runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../src/tool/json-schema.js";

/** Deeper than this only what is required is given: filters hold filters. */
const MAX_DEPTH = 4;
const FILE = { data: "aGVsbG8=", filename: "hello.txt", contentType: "text/plain" };

export const minimal = (schema: JsonSchemaObject): Record<string, unknown> => objectOf(schema, schema, MAX_DEPTH);
export const full = (schema: JsonSchemaObject): Record<string, unknown> => objectOf(schema, schema, 0);

/** One value that fits; `undefined` where anything does. */
export function exampleOf(schema: JsonSchema | undefined, root: JsonSchemaObject, depth = 0): unknown {
  if (typeof schema !== "object") return undefined;
  if (schema.$ref !== undefined) {
    const name = pointerParts(schema.$ref)?.[1] ?? "";
    return name === "FileValue" ? FILE : exampleOf(root.$defs?.[name], root, depth);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branch = (schema.anyOf ?? schema.oneOf)?.find((each) => typeof each === "object" && each.type !== "null");
  if (branch !== undefined && schema.properties === undefined) return exampleOf(branch, root, depth);
  switch ([schema.type].flat().find((type) => type !== "null")) {
    case "string":
      return schema.pattern === "^-?\\d+$" ? "7" : "x";
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "array":
      return schema.items === undefined ? [] : [exampleOf(schema.items, root, depth + 1) ?? "x"];
    case "object":
      return objectOf(schema, root, depth);
    default:
      return schema.type === "null" ? null : undefined;
  }
}

function objectOf(schema: JsonSchemaObject, root: JsonSchemaObject, depth: number): Record<string, unknown> {
  const { properties = {}, required = [], minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema;
  const names = Object.keys(properties);
  const wanted = depth < MAX_DEPTH ? names : names.filter((name) => required.includes(name));
  // Exactly one, and it may not hold the same again for ever.
  for (const name of names) if (wanted.length < minProperties && !wanted.includes(name)) wanted.push(name);
  return Object.fromEntries(
    wanted.slice(0, maxProperties).map((name) => [name, exampleOf(properties[name], root, depth + 1) ?? "x"]),
  );
}
