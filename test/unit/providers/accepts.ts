/** What each provider refuses in a tool's schema, from their documentation; knows nothing of the conversion. */
import type { JsonSchema, JsonSchemaObject } from "../../../src/tool/json-schema.js";

type Rule = (schema: JsonSchemaObject, at: string, isRoot: boolean) => string | undefined;

const has = (schema: JsonSchemaObject, ...keywords: string[]): string | undefined =>
  keywords.find((keyword) => schema[keyword] !== undefined);

const keysMatch =
  (pattern: RegExp): Rule =>
  (schema) =>
    Object.keys(schema.properties ?? {}).find((key) => !pattern.test(key));

const rootIsPlainObject: Rule = (schema, _, isRoot) => {
  if (!isRoot) return undefined;
  return schema.type === "object" ? has(schema, "anyOf", "oneOf", "allOf") : "no object at the root";
};

const closedWithAllRequired: Rule = (schema) => {
  if (schema.type !== "object") return undefined;
  if (schema.additionalProperties !== false) return "open";
  const required = new Set(schema.required);
  return Object.keys(schema.properties ?? {}).find((key) => !required.has(key));
};

const rules: Readonly<Record<string, readonly Rule[]>> = {
  openai: [rootIsPlainObject],
  mcp: [rootIsPlainObject],
  anthropic: [rootIsPlainObject, keysMatch(/^[a-zA-Z0-9_.-]{1,64}$/)],
  "openai-strict": [
    rootIsPlainObject,
    closedWithAllRequired,
    (schema) =>
      has(schema, "allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas") ??
      has(schema, "patternProperties", "propertyNames", "prefixItems", "contains", "uniqueItems") ??
      has(schema, "minProperties", "maxProperties", "unevaluatedProperties", "unevaluatedItems", "default"),
    (schema) => (schema.$ref !== undefined && Object.keys(schema).length > 1 ? "$ref in company" : undefined),
    (schema) => (Array.isArray(schema.enum) && schema.type === undefined ? "enum without type" : undefined),
  ],
  gemini: [
    rootIsPlainObject,
    keysMatch(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
    (schema) => has(schema, "$ref", "$defs", "const", "oneOf", "allOf", "not", "additionalProperties", "prefixItems"),
    (schema) => has(schema, "patternProperties", "propertyNames", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    (schema) => (Array.isArray(schema.type) ? "a list of types" : undefined),
    (schema) => (schema.enum?.some((value) => typeof value !== "string") ? "an enum of other values" : undefined),
    (schema, _, isRoot) =>
      schema.type === "object" && !isRoot && Object.keys(schema.properties ?? {}).length === 0
        ? "an object without properties"
        : undefined,
    (schema) => (schema.type === "array" && schema.items === undefined ? "a list without items" : undefined),
  ],
};

const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const MAPS = ["properties", "$defs", "patternProperties"];
const SINGLES = ["items", "additionalProperties", "not"];

/** Everything that the provider would refuse: `pointer: what`. */
export function refusals(profile: string, schema: JsonSchema, at = "", isRoot = true): readonly string[] {
  if (typeof schema === "boolean") return [];
  const own = (rules[profile] ?? []).flatMap((rule) => {
    const found = rule(schema, at, isRoot);
    return found === undefined ? [] : [`${at}: ${found}`];
  });
  const parts: [string, JsonSchema][] = [
    ...SINGLES.flatMap((k): [string, JsonSchema][] => (schema[k] === undefined ? [] : [[k, schema[k] as JsonSchema]])),
    ...LISTS.flatMap((k) =>
      ((schema[k] as JsonSchema[] | undefined) ?? []).map((s, i): [string, JsonSchema] => [`${k}/${i}`, s]),
    ),
    ...MAPS.flatMap((k) =>
      Object.entries((schema[k] as object | undefined) ?? {}).map(([n, s]): [string, JsonSchema] => [`${k}/${n}`, s]),
    ),
  ];
  return [...own, ...parts.flatMap(([where, part]) => refusals(profile, part, `${at}/${where}`, false))];
}
