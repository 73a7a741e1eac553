/** For providers that take JSON Schema as it is: legal keys at every depth, a plain object at the root, no list without items. */
import { facetsOf, mapSchemas, propertySchemas } from "../../runtime/http/request/facets.js";
import { holdsSchemas, isRecord, mapKeyword, resolveRef, setOwn } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { legalName } from "../names.js";
import { asObject, flattened } from "./merge.js";
import { type Loosened, type Restore, same } from "./part.js";
import type { Converted } from "./strict.js";

export function toLenient(given: JsonSchemaObject, key: RegExp): Converted {
  const loosened: Loosened[] = [];
  const lost = (keyword: string): void => void loosened.push({ path: "", keyword });
  const root = said(plainRoot(withoutRootUnion(given, lost), lost), given) as JsonSchemaObject;
  if (!hasIllegalKey(root, key)) return { schema: root, restore: same, loosened };
  return { schema: renamed(root, key) as JsonSchemaObject, restore: restoreKeys(given, key), loosened };
}

/** Branches at the root become one object that has all their properties, none of them required but in all. */
function withoutRootUnion(schema: JsonSchemaObject, lost: (keyword: string) => void): JsonSchemaObject {
  const { anyOf, oneOf, ...own } = flattened(schema, schema, lost);
  const branches = [...(anyOf ?? []), ...(oneOf ?? [])].filter(isRecord) as JsonSchemaObject[];
  // Arguments are an object, whatever else is said of them.
  if (branches.length === 0) return own.type === "object" ? own : { ...own, type: "object" };
  lost(anyOf ? "anyOf" : "oneOf");
  const resolved = branches.map((branch) => flattened({ allOf: [branch] }, schema, lost));
  const properties = Object.assign({}, ...resolved.map((one) => one.properties ?? {}), own.properties ?? {}) as object;
  const inAll = (resolved[0]?.required ?? []).filter((name) => resolved.every((one) => one.required?.includes(name)));
  const required = [...new Set([...(own.required ?? []), ...inAll])];
  return { ...own, type: "object", properties: { ...properties }, ...(required.length > 0 && { required }) };
}

/** OpenAI takes neither a list of values nor `not` at the root, and asks for `properties`. */
function plainRoot(schema: JsonSchemaObject, lost: (keyword: string) => void): JsonSchemaObject {
  const { enum: values, not, properties = {}, ...root } = schema;
  if (values !== undefined) lost("enum");
  if (not !== undefined) lost("not");
  return { ...root, properties };
}

/** What JSON Schema leaves unsaid and providers ask for: of what a list is, a property's schema as an object. */
function said(schema: JsonSchema, root: JsonSchemaObject): JsonSchema {
  if (!isRecord(schema)) return schema;
  const copy: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    // What leads nowhere says nothing.
    if (keyword === "$ref" && resolveRef(root, String(value)) === undefined) continue;
    const inside = (part: JsonSchema): JsonSchema => said(keyword === "properties" ? asObject(part) : part, root);
    setOwn(copy, keyword, holdsSchemas(keyword) ? mapKeyword(keyword, value, inside) : value);
  }
  const isList = [schema["type"]].flat().includes("array");
  return isList && schema["items"] === undefined ? { ...copy, items: {} } : copy;
}

function hasIllegalKey(schema: JsonSchema, key: RegExp): boolean {
  if (!isRecord(schema)) return false;
  let found = Object.keys((schema as JsonSchemaObject).properties ?? {}).some((name) => !key.test(name));
  for (const keyword of Object.keys(schema)) {
    if (found) return true;
    if (!holdsSchemas(keyword)) continue;
    mapKeyword(keyword, schema[keyword], (part) => {
      found ||= hasIllegalKey(part, key);
      return part;
    });
  }
  return found;
}

function renamed(schema: JsonSchema, key: RegExp): JsonSchema {
  if (!isRecord(schema)) return schema;
  const copy: Record<string, unknown> = {};
  const legal = (name: string): string => legalName(name, key);
  for (const [keyword, value] of Object.entries(schema)) {
    let changed = mapKeyword(keyword, value, (part) => renamed(part, key));
    if (keyword === "required" && Array.isArray(changed)) changed = changed.map((name) => legal(String(name)));
    if ((keyword === "properties" || keyword === "dependentSchemas") && isRecord(changed))
      changed = rekeyed(changed, legal);
    if (keyword === "dependentRequired" && isRecord(changed)) {
      const lists = Object.entries(changed).map(([name, list]) => [name, (list as string[]).map(legal)]);
      changed = rekeyed(Object.fromEntries(lists), legal);
    }
    setOwn(copy, keyword, changed);
  }
  return copy as JsonSchemaObject;
}

function rekeyed(map: Readonly<Record<string, unknown>>, legal: (name: string) => string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(map)) setOwn(copy, legal(name), value);
  return copy;
}

/** Goes down the value and the tool's own schemas side by side. */
function restoreKeys(root: JsonSchemaObject, key: RegExp): Restore {
  const restore = (value: unknown, schemas: readonly (JsonSchema | undefined)[]): unknown => {
    const facets = facetsOf(schemas, root);
    if (Array.isArray(value)) {
      const items = facets.map((facet) => facet.items);
      return value.map((item, i) => restore(item, [...items, ...facets.map((facet) => facet.prefixItems?.[i])]));
    }
    if (!isRecord(value)) return value;
    const own = new Map(
      facets.flatMap((f) => Object.keys(f.properties ?? {})).map((name) => [legalName(name, key), name]),
    );
    const target: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(value)) {
      const original = own.get(name) ?? name;
      const declared = propertySchemas(facets, original);
      setOwn(target, original, restore(item, declared.length > 0 ? declared : mapSchemas(facets)));
    }
    return target;
  };
  return (value) => restore(value, [root]);
}
