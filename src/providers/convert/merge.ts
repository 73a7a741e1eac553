/** `allOf` as one schema, as far as one can say it. */
import { isRecord, resolveRef } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject, SimpleType } from "../../tool/json-schema.js";

const MAX_DEPTH = 32;

/** Keywords that say nothing about values. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "deprecated",
  "examples",
  "example",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "$comment",
]);

export const isAnnotation = (keyword: string): boolean => ANNOTATIONS.has(keyword) || keyword.startsWith("x-");

export function asObject(schema: JsonSchema): JsonSchemaObject {
  if (typeof schema === "object") return schema;
  return schema ? {} : { not: {} };
}

/** Without `allOf`, and without a `$ref` that has company. `lost`: a keyword that cannot be said any more. */
export function flattened(
  schema: JsonSchemaObject,
  root: JsonSchemaObject,
  lost: (keyword: string) => void,
  depth = 0,
): JsonSchemaObject {
  const { allOf, $ref, ...own } = schema;
  const alone = Object.keys(own).every(isAnnotation);
  if (allOf === undefined && ($ref === undefined || alone)) return schema;
  if (depth > MAX_DEPTH) {
    lost("allOf");
    return own;
  }
  const single = $ref === undefined && alone && allOf?.length === 1 ? allOf[0] : undefined;
  // What generators wrap around a reference to give it a description.
  if (single !== undefined) return flattened({ ...asObject(single), ...own }, root, lost, depth + 1);
  const target = $ref === undefined ? undefined : resolveRef(root, $ref);
  const parts = [...(target === undefined ? [] : [target]), ...(allOf ?? [])].map(asObject);
  return parts.reduce<JsonSchemaObject>((whole, one) => {
    const resolved = one.$ref === undefined ? one : { allOf: [one], ...{} };
    return both(whole, flattened(unwrapped(resolved, root), root, lost, depth + 1), lost);
  }, own);
}

/** The target of a reference, with the annotations that stand beside it. */
function unwrapped(schema: JsonSchemaObject, root: JsonSchemaObject): JsonSchemaObject {
  const [only] = schema.allOf ?? [];
  if (schema.allOf?.length !== 1 || !isRecord(only) || typeof only["$ref"] !== "string") return schema;
  const { $ref, ...beside } = only as JsonSchemaObject;
  return { ...asObject(resolveRef(root, String($ref)) ?? {}), ...beside };
}

/** What both say. */
function both(a: JsonSchemaObject, b: JsonSchemaObject, lost: (keyword: string) => void): JsonSchemaObject {
  const merged: Record<string, unknown> = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    const known = merged[keyword];
    if (known === undefined) merged[keyword] = value;
    else if (Object.hasOwn(MERGES, keyword)) merged[keyword] = MERGES[keyword]?.(known, value);
    else if (!isAnnotation(keyword) && JSON.stringify(known) !== JSON.stringify(value)) lost(keyword);
  }
  return merged as JsonSchemaObject;
}

const least = (a: unknown, b: unknown): unknown => Math.min(Number(a), Number(b));
const most = (a: unknown, b: unknown): unknown => Math.max(Number(a), Number(b));

const MERGES: Readonly<Record<string, (a: unknown, b: unknown) => unknown>> = {
  properties(a, b) {
    const merged = new Map<string, unknown>(Object.entries(a as object));
    for (const [key, schema] of Object.entries(b as object)) {
      const known = merged.get(key);
      const equal = known === undefined || JSON.stringify(known) === JSON.stringify(schema);
      merged.set(key, equal ? schema : { allOf: [known, schema] });
    }
    return Object.fromEntries(merged);
  },
  required: (a, b) => [...new Set([...(a as string[]), ...(b as string[])])],
  type: (a, b) => {
    const types = typesOf(b as SimpleType);
    const common = typesOf(a as SimpleType).filter(
      (type) => types.includes(type) || (type === "integer" && types.includes("number")),
    );
    const integer = typesOf(a as SimpleType).includes("number") && types.includes("integer");
    return integer && !common.includes("integer") ? [...common, "integer"] : common;
  },
  enum: (a, b) => (a as unknown[]).filter((value) => (b as unknown[]).includes(value)),
  additionalProperties: (a, b) => (a === false || b === false ? false : { allOf: [a, b] }),
  items: (a, b) => ({ allOf: [a, b] }),
  minimum: most,
  exclusiveMinimum: most,
  minLength: most,
  minItems: most,
  minProperties: most,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  maxProperties: least,
};

export function typesOf(type: SimpleType | readonly SimpleType[] | undefined): readonly SimpleType[] {
  return type === undefined ? [] : typeof type === "string" ? [type] : type;
}
