/**
 * How a model says a value in the form of a provider, by the conventions that the README tells of and nothing else:
 * what is left out is null where every key is asked for, null is "(null)" where null says that, maps are lists of
 * entries, and what no schema can hold is JSON text.
 */
import { legalName } from "../../../src/providers/names.js";
import type { JsonSchema, JsonSchemaObject } from "../../../src/tool/json-schema.js";

const MAX_DEPTH = 40;
const NULL = "(null)";

/** Every way to say it that comes to mind; whether one fits is for ajv to say. */
export function* ways(
  value: unknown,
  schema: JsonSchema,
  root: JsonSchemaObject,
  key: RegExp,
  depth = 0,
): Generator<unknown> {
  if (typeof schema === "boolean" || depth > MAX_DEPTH) return;
  const inside = (item: unknown, part: JsonSchema): Generator<unknown> => ways(item, part, root, key, depth + 1);
  if (schema.$ref !== undefined) {
    yield* inside(value, root.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? false);
    return;
  }
  if (schema.anyOf) {
    for (const branch of schema.anyOf) yield* inside(value, branch);
    return;
  }
  const types = [schema.type].flat();
  if (value === null && (types.includes("null") || schema["nullable"] === true)) yield null;
  if (types.includes("string")) {
    const texts = [value, JSON.stringify(value)].filter((text) => typeof text === "string");
    if (schema.enum) yield* texts.filter((text) => schema.enum?.includes(text));
    else if (/as JSON text/.test(schema.description ?? "")) yield JSON.stringify(value);
    else if (typeof value === "string") yield value;
  }
  const isNumber =
    typeof value === "number" && (types.includes("number") || (types.includes("integer") && Number.isInteger(value)));
  if (isNumber || (typeof value === "boolean" && types.includes("boolean"))) {
    if (!schema.enum || schema.enum.includes(value)) yield value;
  }
  if (types.includes("array")) yield* lists(value, schema, inside);
  if (types.includes("object") && isRecord(value)) yield* objects(value, schema, key, inside);
}

type Inside = (item: unknown, part: JsonSchema) => Generator<unknown>;

function* lists(
  value: unknown,
  { items = true, description = "" }: JsonSchemaObject,
  inside: Inside,
): Generator<unknown> {
  if (Array.isArray(value)) yield* each(value.map((item) => () => inside(item, items)));
  if (!isRecord(value) || !description.includes("list of entries") || typeof items === "boolean") return;
  const part = items.properties?.["value"] ?? false;
  const keys = Object.keys(value);
  for (const said of each(keys.map((name) => () => inside(value[name], part))))
    yield keys.map((name, i) => ({ key: name, value: said[i] }));
}

function* objects(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [] }: JsonSchemaObject,
  key: RegExp,
  inside: Inside,
): Generator<unknown> {
  const further = Object.keys(properties).find((name) => /^Further properties/.test(textOf(properties[name])));
  const left = new Map(Object.entries(value));
  const said: (readonly [string, () => Iterable<unknown>])[] = [];
  for (const [name, part] of Object.entries(properties)) {
    const own = [...left.keys()].find((one) => one === name || (!key.test(one) && legalName(one, key) === name));
    if (own === undefined) {
      if (name === further) continue;
      if (required.includes(name)) said.push([name, () => [null]]);
      continue;
    }
    const one = left.get(own);
    left.delete(own);
    // Where null says that it is left out.
    const isTold = one === null && tellsNull(part);
    said.push([name, () => (isTold ? [NULL] : inside(one, part))]);
  }
  if (left.size > 0 && further === undefined) return;
  if (further !== undefined) {
    const map = Object.fromEntries(left);
    const part = properties[further] ?? false;
    if (left.size > 0) said.push([further, () => inside(map, part)]);
    else if (required.includes(further)) said.push([further, () => [null]]);
  }
  for (const values of each(said.map(([, ways]) => ways)))
    yield Object.fromEntries(said.map(([name], i) => [name, values[i]]));
}

function tellsNull(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return false;
  return /^#\/\$defs\/Null/.test(schema.$ref ?? "") || schema.anyOf?.some(tellsNull) === true;
}

const textOf = (schema: JsonSchema | undefined): string =>
  (isRecord(schema) && (schema["description"] as string)) || "";

/** The first way of each, and then each other way of one of them: not all combinations. */
function* each(parts: readonly (() => Iterable<unknown>)[]): Generator<readonly unknown[]> {
  const found = parts.map((ways) => [...take(ways(), 6)]);
  if (found.some((one) => one.length === 0)) return;
  const first = found.map(([one]) => one);
  yield first;
  for (const [i, one] of found.entries()) for (const way of one.slice(1)) yield first.with(i, way);
}

function* take(ways: Iterable<unknown>, most: number): Generator<unknown> {
  let count = 0;
  for (const way of ways) {
    if (count++ === most) return;
    yield way;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where schemas stay as they are: the same value, its declared keys as the provider takes them. */
export function renamed(value: unknown, schemas: readonly JsonSchema[], root: JsonSchemaObject, key: RegExp): unknown {
  const all = schemas.flatMap((one) => reached(one, root));
  const inside = (item: unknown, parts: readonly (JsonSchema | undefined)[]): unknown =>
    renamed(
      item,
      parts.filter((part) => part !== undefined),
      root,
      key,
    );
  if (Array.isArray(value))
    return value.map((item, i) =>
      inside(
        item,
        all.flatMap((one) => [one.items, one.prefixItems?.[i]]),
      ),
    );
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const declared = all.filter(({ properties }) => properties && Object.hasOwn(properties, name));
      if (declared.length === 0)
        return [
          name,
          inside(
            item,
            all.map((one) => one.additionalProperties),
          ),
        ];
      return [
        key.test(name) ? name : legalName(name, key),
        inside(
          item,
          declared.map((one) => one.properties?.[name]),
        ),
      ];
    }),
  );
}

function reached(schema: JsonSchema, root: JsonSchemaObject, depth = 0): readonly JsonSchemaObject[] {
  if (typeof schema === "boolean" || depth > MAX_DEPTH) return [];
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
  const target = $ref === undefined ? [] : [root.$defs?.[$ref.replace("#/$defs/", "")] ?? true];
  return [schema, ...[...target, ...anyOf, ...oneOf, ...allOf].flatMap((one) => reached(one, root, depth + 1))];
}
