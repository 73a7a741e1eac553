/** Two schemas that both hold → one that says the same, where there is one. */
import type { JsonSchema, JsonSchemaObject, SimpleType } from "../../../../tool/json-schema.js";
import { equal, isObject } from "../node.js";
import type { Draft } from "../scope.js";
import { mergeObjects, OBJECT_KEYS } from "./merge-object.js";

/** Keywords whose meaning hangs on what stands beside them, or that name another schema: never moved. */
const FIXED = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedItems",
];
/** Say nothing about which values are valid. */
const ANNOTATIONS = new Set(["title", "description", "deprecated", "default", "x-toolgen-wire"]);
const ARRAY_KEYS = ["items", "prefixItems"];
const CONTAINS_KEYS = ["contains", "minContains", "maxContains"];
const MAX_PROPERTIES = 3_000;

const TIGHTER: Readonly<Record<string, (a: number, b: number) => number>> = {
  minLength: Math.max,
  maxLength: Math.min,
  minItems: Math.max,
  maxItems: Math.min,
  minProperties: Math.max,
  maxProperties: Math.min,
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
};

export interface MergeOptions {
  /** Answers: what a server sends is believed, even where two parts contradict each other. */
  readonly lenient: boolean;
  readonly referred: (schema: JsonSchema) => unknown;
  /** A reference with other annotations; the only way to copy one. */
  readonly amend: (schema: JsonSchema, annotations: Draft) => JsonSchema;
  /** Properties that one part declares and another forbids. */
  readonly onForbidden: (names: readonly string[], kept: boolean) => void;
}

export function isPlain(schema: JsonSchema): schema is JsonSchemaObject {
  return typeof schema === "object" && !FIXED.some((key) => schema[key] !== undefined);
}

export function isAnnotation(key: string): boolean {
  return ANNOTATIONS.has(key);
}

export function constrains(schema: JsonSchema): boolean {
  return schema === false || (typeof schema === "object" && Object.keys(schema).some((key) => !ANNOTATIONS.has(key)));
}

/** Both hold: one schema, else `allOf`. What the second says about itself (title, description…) wins. */
export function both(a: JsonSchema, b: JsonSchema, options: MergeOptions): JsonSchema {
  if (a === b || b === true) return a;
  if (a === true) return b;
  if (a === false || b === false) return false;
  if (!constrains(a)) return options.amend(b, { ...annotationsOf(a), ...annotationsOf(b) });
  if (!constrains(b)) return options.amend(a, { ...annotationsOf(a), ...annotationsOf(b) });
  if (sameConstraints(a, b, options)) return options.amend(b, { ...annotationsOf(a), ...annotationsOf(b) });
  const merged = merge(a, b, options);
  if (merged) return merged;
  const wire = [a, b]
    .map((s) => (typeof s === "object" ? s["x-toolgen-wire"] : undefined))
    .find((w) => w !== undefined);
  const parts = [...new Set([...partsOf(a), ...partsOf(b)])];
  return wire === undefined ? { allOf: parts } : { allOf: parts, "x-toolgen-wire": wire };
}

function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (typeof schema !== "object" || !schema.allOf) return [schema];
  return Object.keys(schema).every((key) => key === "allOf" || key === "x-toolgen-wire") ? schema.allOf : [schema];
}

function sameConstraints(a: JsonSchema, b: JsonSchema, options: MergeOptions): boolean {
  const [x, y] = [options.referred(a), options.referred(b)];
  if (x !== undefined || y !== undefined) return x === y && onlyRef(a) && onlyRef(b);
  return equal(bare(a), bare(b));
}

function onlyRef(schema: JsonSchema): boolean {
  return typeof schema === "object" && Object.keys(schema).every((key) => key === "$ref" || ANNOTATIONS.has(key));
}

function bare(schema: JsonSchema): unknown {
  return typeof schema === "object"
    ? Object.fromEntries(Object.entries(schema).filter(([key]) => !ANNOTATIONS.has(key)))
    : schema;
}

export function annotationsOf(schema: JsonSchema): Draft {
  return typeof schema === "object"
    ? Object.fromEntries(Object.entries(schema).filter(([key]) => ANNOTATIONS.has(key)))
    : {};
}

/** Undefined where no single schema says exactly the same. */
export function merge(a: JsonSchema, b: JsonSchema, options: MergeOptions): Draft | undefined {
  if (!isPlain(a) || !isPlain(b)) return undefined;
  if (Object.keys(a.properties ?? {}).length + Object.keys(b.properties ?? {}).length > MAX_PROPERTIES)
    return undefined;
  const out: Draft = { ...a };
  for (const key of Object.keys(b)) {
    if (OBJECT_KEYS.has(key)) continue;
    if (a[key] === undefined || ANNOTATIONS.has(key)) out[key] = b[key];
    else if (!equal(a[key], b[key]) && !mergeKeyword(key, a, b, out, options)) return undefined;
  }
  if (!together(a, b, ARRAY_KEYS, ["items"]) || !together(a, b, CONTAINS_KEYS, [])) return undefined;
  return mergeObjects(a, b, out, { ...options, both: (x, y) => both(x, y, options) }) ? out : undefined;
}

/** Keywords of one group may come from both sides only where they stand alone. */
function together(
  a: JsonSchemaObject,
  b: JsonSchemaObject,
  group: readonly string[],
  alone: readonly string[],
): boolean {
  const [mine, theirs] = [a, b].map((s) => group.filter((key) => s[key] !== undefined)) as [string[], string[]];
  if (mine.length === 0 || theirs.length === 0) return true;
  return [...mine, ...theirs].every((key) => alone.includes(key)) || group.every((key) => equal(a[key], b[key]));
}

function mergeKeyword(
  key: string,
  a: JsonSchemaObject,
  b: JsonSchemaObject,
  out: Draft,
  options: MergeOptions,
): boolean {
  const [x, y] = [a[key], b[key]];
  const tighter = Object.hasOwn(TIGHTER, key) ? TIGHTER[key] : undefined;
  if (tighter && typeof x === "number" && typeof y === "number") {
    out[key] = tighter(x, y);
    return true;
  }
  switch (key) {
    case "type":
      return mergeTypes(x, y, out);
    case "enum": {
      const shared = [x].flat().filter((value) => [y].flat().some((other) => equal(value, other)));
      out.enum = shared;
      return shared.length > 0;
    }
    case "uniqueItems":
      out.uniqueItems = x === true || y === true;
      return true;
    case "multipleOf":
      return mergeMultiples(x, y, out);
    case "items":
      out.items = both(asSchema(x), asSchema(y), options);
      return true;
    default:
      return false;
  }
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "boolean" || isObject(value) ? value : {};
}

function mergeTypes(x: unknown, y: unknown, out: Draft): boolean {
  const [mine, theirs] = [[x].flat(), [y].flat()];
  const has = (list: readonly unknown[], type: unknown): boolean =>
    list.includes(type) || (type === "integer" && list.includes("number"));
  const shared = [...new Set([...mine, ...theirs])].filter(
    (type): type is SimpleType => has(mine, type) && has(theirs, type),
  );
  // An integer is a number: saying both says no more.
  const types = shared.filter((type) => type !== "integer" || !shared.includes("number"));
  const [first, ...more] = types;
  if (first === undefined) return false;
  out.type = more.length === 0 ? first : [first, ...more];
  return true;
}

function mergeMultiples(x: unknown, y: unknown, out: Draft): boolean {
  if (typeof x !== "number" || typeof y !== "number") return false;
  const [small, large] = x < y ? [x, y] : [y, x];
  out.multipleOf = large;
  return Number.isInteger(small) && Number.isInteger(large) && large % small === 0;
}
