/** A tool's schema in a dialect that has a subset of JSON Schema, and the way back for what a model sends. */
import { resolveRef } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { Dialect } from "../dialect.js";
import { withUnionsAlone } from "./alone.js";
import { arrayPart } from "./array.js";
import { choicePart } from "./choice.js";
import { fits } from "./fits.js";
import { deepPart, jsonText } from "./loose.js";
import { flattened, isAnnotation, typesOf } from "./merge.js";
import { isNull, nullPart, withNull, withoutNull } from "./null.js";
import { objectPart } from "./object.js";
import { type Conversion, type Loosened, type Part, part, type Restore, same } from "./part.js";
import { described, inWords } from "./text.js";
import { unionPart } from "./union.js";
import { asArguments } from "./whole.js";

export interface Converted {
  readonly schema: JsonSchemaObject;
  readonly restore: Restore;
  readonly loosened: readonly Loosened[];
}

export interface StrictOptions {
  /** Where references are written out: definitions inside definitions; what lies deeper is JSON text. */
  readonly unroll: number;
}

/** Definitions inside definitions where references stay: no provider takes so many, and they are followed by recursion. */
const MAX_NESTED = 200;
/** Parts of a schema; what is referred to beyond them is JSON text. */
const MAX_PARTS = 20_000;

/** What the parts of this folder say by themselves. */
const STRUCTURE: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "prefixItems",
  "anyOf",
  "oneOf",
  "$ref",
  "$defs",
  "nullable",
]);

export function toStrict(root: JsonSchemaObject, dialect: Dialect, { unroll }: StrictOptions): Converted {
  const loosened = new Map<string, Loosened>();
  const definitions = new Map<string, Part | undefined>();
  /** Of definitions, by reference. */
  const names = new Map<string, string>();
  const deepest = dialect.refs === "none" ? unroll : MAX_NESTED;
  let depth = 0;
  let parts = 0;
  let level = 0;

  const c: Conversion = {
    dialect,
    root,
    convert: bounded,
    loosen: (path, keyword) => void loosened.set(`${path} ${keyword}`, { path, keyword }),
    share(name, schema) {
      const own = names.get(name) ?? freeName(name, definitions);
      names.set(name, own);
      definitions.set(own, { schema });
      return { $ref: `#/$defs/${own}` };
    },
  };

  // What is merged with a reference into itself has no definition to refer to: it would go on for ever.
  function bounded(given: JsonSchema | undefined, at: string): Part {
    if (level >= MAX_LEVEL || level + depth >= MAX_STACK || (level > FEW_LEVELS && parts > MAX_PARTS)) {
      c.loosen(at, "$ref");
      return deepPart(given ?? true);
    }
    level += 1;
    const made = convert(given, at);
    level -= 1;
    return made;
  }

  function convert(given: JsonSchema | undefined, at: string): Part {
    if (typeof given !== "object") {
      if (given === false) c.loosen(at, "false");
      return jsonText({}, "any value");
    }
    parts += 1;
    const whole = flattened(given, root, (keyword) => c.loosen(at, keyword));
    if (isNull(whole)) return nullPart(dialect);
    const { rest, nullable } = withoutNull(whole);
    const made = finished(kindOf(rest, at), rest, at);
    if (!nullable) return made;
    const { restore } = made;
    return {
      ...made,
      schema: withNull(made.schema, dialect),
      ...(restore && { restore: (value: unknown): unknown => (value === null ? null : restore(value)) }),
    };
  }

  function kindOf(schema: JsonSchemaObject, at: string): Part {
    if (schema.$ref !== undefined) return reference(schema.$ref, at);
    if ("const" in schema) return choicePart(fits(schema.const, schema, root) ? [schema.const] : [], at, c);
    if (schema.enum) {
      const { enum: values, ...others } = schema;
      return choicePart(
        values.filter((value) => fits(value, others, root)),
        at,
        c,
      );
    }
    if (schema.anyOf ?? schema.oneOf) return unionPart(schema, at, c, home);
    const types = typesOf(schema.type);
    const [type = impliedType(schema)] = types;
    if (types.length > 1) {
      return unionPart({ anyOf: types.map((one) => ({ ...schema, type: one })) }, at, c, home);
    }
    switch (type) {
      case "object":
        return objectPart(schema, at, c);
      case "array":
        return arrayPart(schema, at, c);
      case undefined:
        return jsonText(schema, "any value");
      default:
        return part({ type });
    }
  }

  /** Texts, and the keywords that the parts do not speak of. */
  function finished(made: Part, from: JsonSchemaObject, at: string): Part {
    const { schema } = made;
    const kept: Record<string, unknown> = {};
    const words: (string | undefined)[] = [];
    for (const [keyword, value] of Object.entries(from)) {
      if (STRUCTURE.has(keyword)) continue;
      if (isKept(keyword, value, schema)) kept[keyword] = value;
      else {
        if (!isAnnotation(keyword)) c.loosen(at, keyword);
        words.push(inWords(keyword, value));
      }
    }
    const { description: own, ...rest } = schema;
    // A definition that was written out has a text of its own.
    const both = from.$ref !== undefined && own !== undefined && from.description !== undefined;
    const description = both ? `${own} ${from.description}` : (own ?? from.description);
    const told = described(description === undefined ? {} : { description }, words);
    // A reference has no company.
    if (rest.$ref !== undefined && told.description !== undefined)
      return { ...made, schema: { ...told, anyOf: [rest] } };
    return { ...made, schema: { ...rest, ...told, ...kept } };
  }

  function isKept(keyword: string, value: unknown, schema: JsonSchemaObject): boolean {
    if (dialect.keywords === "any" || !dialect.keywords.has(keyword)) return false;
    // What became a string of JSON, or a list of entries, is not bounded by what bounded it.
    if (keyword !== "default" && !appliesTo(keyword, schema)) return false;
    if (keyword === "minItems" && Number(value) > (dialect.minItems ?? Number.POSITIVE_INFINITY)) return false;
    if (keyword === "default") return typeof value !== "object" && schema.type !== "array" && schema.type !== "object";
    const { formats } = dialect;
    if (keyword !== "format" || formats === undefined) return true;
    return typesOf(schema.type).some((type) => formats[type]?.includes(String(value)));
  }

  function reference(ref: string, at: string): Part {
    const target = resolveRef(root, ref);
    if (target === undefined) return jsonText({}, "any value");
    const name = names.get(ref) ?? freeName(ref, definitions);
    const isMade = dialect.refs !== "none" && definitions.has(name);
    const isInside = isMade && dialect.refs === "acyclic" && definitions.get(name) === undefined;
    if (isInside || (!isMade && (depth >= deepest || parts > MAX_PARTS))) {
      c.loosen(at, "$ref");
      return deepPart(target);
    }
    if (dialect.refs === "none") return deeper(target, at);
    if (!isMade) {
      names.set(ref, name);
      definitions.set(name, undefined);
      const outer = level;
      level = 0;
      definitions.set(name, deeper(target, `#${name}`));
      level = outer;
    }
    // The definition may still be on its way, as it refers to itself.
    return {
      schema: { $ref: `#/$defs/${name}` },
      restore: (value) => (definitions.get(name)?.restore ?? same)(value),
      claims: (value) => definitions.get(name)?.claims?.(value) === true,
    };
  }

  function deeper(target: JsonSchema, at: string): Part {
    depth += 1;
    const made = convert(target, at);
    depth -= 1;
    return made;
  }

  const home = (): JsonSchemaObject => ({
    $defs: Object.fromEntries([...definitions].map(([name, made]) => [name, made?.schema ?? true])),
  });

  const { schema, restore = same } = asArguments(convert(root, ""), dialect);
  const whole = definitions.size === 0 ? schema : { ...schema, ...home() };
  return {
    schema: dialect.unionsAlone ? withUnionsAlone(whole) : whole,
    restore,
    loosened: [...loosened.values()],
  };
}

/** Schemas inside one another: far beyond what any provider takes. */
const MAX_LEVEL = 24;
/** With the definitions around them. */
const MAX_STACK = 400;
/** That many are converted, however many there are beside them. */
const FEW_LEVELS = 4;

/** Two references may differ in letters alone that a name has not: `a.b` and `a_b`. */
function freeName(ref: string, taken: ReadonlyMap<string, unknown>): string {
  const name = ref.replace(/^#\/\$defs\//, "").replace(/[^A-Za-z0-9_-]+/g, "_") || "root";
  for (let i = 2, free = name; ; i++) {
    if (!taken.has(free)) return free;
    free = `${name}_${i}`;
  }
}

function impliedType(schema: JsonSchemaObject): "object" | "array" | undefined {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return "object";
  return schema.items !== undefined || schema.prefixItems !== undefined ? "array" : undefined;
}

const NUMERIC = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);

function appliesTo(keyword: string, schema: JsonSchemaObject): boolean {
  const types = typesOf(schema.type);
  if (NUMERIC.has(keyword)) return types.includes("integer") || types.includes("number");
  if (keyword === "minItems" || keyword === "maxItems") return types.includes("array");
  if (keyword === "format") return types.length > 0 && !types.includes("object") && !types.includes("array");
  return types.includes("string");
}
