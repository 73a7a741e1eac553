/** Walks value and schema together: through references, compositions, items and maps. */
import type { JsonSchema, JsonSchemaObject } from "../../../tool/json-schema.js";
import { isRecord, resolveRef } from "../../schema.js";
import { fits } from "./fits.js";

/** Every schema object that may say something about the value at hand. */
export type Facets = readonly JsonSchemaObject[];

/**
 * The schemas themselves, what they refer to, and the branches of their compositions; of a union only those that the
 * value can belong to, as far as that shows at a glance, and all of them where none fits or no value is given.
 */
export function facetsOf(
  schemas: readonly (JsonSchema | undefined)[],
  root: JsonSchemaObject,
  value?: unknown,
): Facets {
  const branches = (union: readonly JsonSchema[] | undefined): readonly JsonSchema[] => {
    if (union === undefined || value === undefined) return union ?? [];
    const fitting = union.filter((branch) => fits(value, branch, root));
    return fitting.length === 0 ? union : fitting;
  };
  const found = new Set<JsonSchemaObject>();
  const open = [...schemas];
  for (let next = open.pop(); open.length || next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || found.has(next)) continue;
    found.add(next);
    if (next.$ref !== undefined) open.push(resolveRef(root, next.$ref));
    open.push(...(next.allOf ?? []), ...branches(next.anyOf), ...branches(next.oneOf), next.then, next.else);
  }
  return [...found];
}

/** What the schemas say of the items of a list, at index `i`. */
export function itemSchemas(facets: Facets, i: number): (JsonSchema | undefined)[] {
  return facets.map((facet) =>
    facet.prefixItems && i < facet.prefixItems.length ? facet.prefixItems[i] : facet.items,
  );
}

/** What the schemas say of a declared property. */
export function propertySchemas(facets: Facets, key: string): JsonSchema[] {
  return facets.flatMap(({ properties }) => {
    const schema = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
    return schema === undefined ? [] : [schema];
  });
}

/** What the schemas say of the values of a map. */
export function mapSchemas(facets: Facets): (JsonSchema | undefined)[] {
  return facets.flatMap((facet) => [facet.additionalProperties, ...Object.values(facet.patternProperties ?? {})]);
}

/** The name on the wire that a property's schema states. */
export function wireName(schemas: readonly JsonSchema[]): string | undefined {
  for (const schema of schemas)
    if (isRecord(schema) && schema["x-toolgen-wire"] !== undefined) return schema["x-toolgen-wire"];
  return undefined;
}
