/** Values for a schema: most fit it, which ajv is asked about. */
import type { JsonSchema, JsonSchemaObject } from "../../../src/tool/json-schema.js";

/** A number from 0 to below `n`. */
export type Dice = (n: number) => number;

/** The same numbers for the same seed. */
export function diceOf(seed: number): Dice {
  let state = seed | 1;
  return (n) => {
    // Xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

const MAX_DEPTH = 6;
/** Text that is JSON of an object means that object where both may be. */
const TEXTS = ["x", "null", "(nil)", "true", "2024-01-31", "2024-01-31T10:00:00Z", "https://example.com/a"];
/** Keys of maps; beside declared properties those alone that no property has. */
const NAMES = ["extra", "more words"];
const ODD_NAMES = ["__proto__", "a.b", "9lives"];

export function sample(schema: JsonSchema, root: JsonSchemaObject, dice: Dice, depth = 0): unknown {
  const pick = <T>(list: readonly T[]): T | undefined => list[dice(list.length)];
  const inside = (part: JsonSchema): unknown => sample(part, root, dice, depth + 1);
  if (depth > MAX_DEPTH * 4) return null;
  if (typeof schema === "boolean" || Object.keys(schema).length === 0) return pick([1, "x", null, { a: [1] }, [true]]);
  if (schema.$ref !== undefined) return inside(root.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? true);
  if (schema.allOf) return inside(schema.allOf[0] ?? true);
  if ("const" in schema) return schema.const;
  if (schema.enum) return pick(schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return inside(pick(union) ?? true);
  switch (pick([schema.type].flat())) {
    case "object":
      return objectOf(schema, dice, depth, inside);
    case "array": {
      const heads = (schema.prefixItems ?? []).map(inside);
      const { items = true, minItems = 0 } = schema;
      const more = items === false || depth > MAX_DEPTH ? 0 : dice(3);
      return [...heads, ...Array.from({ length: Math.max(more, minItems - heads.length) }, () => inside(items))];
    }
    case "string":
      return pick(TEXTS);
    case "integer":
      return dice(9) + 1;
    case "number":
      return (dice(9) + 1) / 2;
    case "boolean":
      return dice(2) === 0;
    default:
      return null;
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties: more = true }: JsonSchemaObject,
  dice: Dice,
  depth: number,
  inside: (part: JsonSchema) => unknown,
): Record<string, unknown> {
  const chance = depth > MAX_DEPTH ? 0 : dice(3);
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || dice(3) < chance);
  const names = Object.keys(properties).length === 0 ? [...NAMES, ...ODD_NAMES] : NAMES;
  const free = more === false || depth > MAX_DEPTH ? [] : names.filter(() => dice(3) === 0);
  return Object.fromEntries([
    ...given.map(([name, part]) => [name, inside(part)] as const),
    ...free.map((name) => [name, inside(more)] as const),
  ]);
}
