/** Where JSON Schema 2020-12 keeps schemas inside schemas, and how its local references are followed. */
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";

/** Keywords whose value is one schema. */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
/** Keywords whose value is a list of schemas. */
const LIST_KEYWORDS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
/** Keywords whose value is a map of schemas. */
const MAP_KEYWORDS: ReadonlySet<string> = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

export function holdsSchemas(keyword: string): boolean {
  return SCHEMA_KEYWORDS.has(keyword) || LIST_KEYWORDS.has(keyword) || MAP_KEYWORDS.has(keyword);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets an own property, `__proto__` among them. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A copy of a map; its values go through `change`. */
export function mapValues<T>(
  map: Readonly<Record<string, T>>,
  change: (value: T, key: string) => unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(map)) setOwn(copy, key, change(map[key] as T, key));
  return copy;
}

/** A copy of one keyword's value; the schemas directly in it go through `change`. */
export function mapKeyword(keyword: string, value: unknown, change: (schema: JsonSchema) => unknown): unknown {
  if (SCHEMA_KEYWORDS.has(keyword)) return change(value as JsonSchema);
  if (LIST_KEYWORDS.has(keyword) && Array.isArray(value)) return value.map((item: JsonSchema) => change(item));
  if (MAP_KEYWORDS.has(keyword) && isRecord(value)) return mapValues(value, (item) => change(item as JsonSchema));
  return value;
}

/** JSON pointer of a fragment reference (RFC 6901, section 6), in parts; `undefined` where it is none. */
export function pointerParts(ref: string): readonly string[] | undefined {
  if (ref === "#") return [];
  if (!ref.startsWith("#/")) return undefined;
  try {
    return ref
      .slice(2)
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    // A stray `%`: no pointer.
    return undefined;
  }
}

/** The schema that a local reference names; `undefined` where it names none. */
export function resolveRef(root: JsonSchemaObject, ref: string): JsonSchema | undefined {
  const parts = pointerParts(ref);
  if (!parts) return undefined;
  let at: unknown = root;
  for (const part of parts) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return typeof at === "boolean" || isRecord(at) ? at : undefined;
}
