/** JSON Schema as a TypeScript type. A type says less than its schema: what TypeScript cannot say is left to validation. */
import type { JsonSchema, JsonSchemaObject, SimpleType } from "../../tool/json-schema.js";
import { code } from "../code.js";
import { literal } from "../literal.js";
import { arrayType } from "./array.js";
import { refTarget, type TypeNames } from "./names.js";
import { hasMembers, objectType, saysObject } from "./object.js";
import { intersection, NULL, primary, type Type, UNKNOWN, union } from "./type.js";

// Deeper types are of no use to a reader, and compilers recurse.
const DEEPEST = 48;

/** The type of the values that a schema describes. Ends for any schema: what is too deep is `unknown`. */
export function printType(schema: JsonSchema | undefined, names: TypeNames, depth: number, eager = true): Type {
  if (typeof schema === "boolean") return schema ? UNKNOWN : primary(code`never`);
  if (schema === undefined || depth > DEEPEST) return UNKNOWN;
  const { $ref, allOf, anyOf, oneOf } = schema;
  if (($ref ?? allOf ?? anyOf ?? oneOf) === undefined) return ownType(schema, names, depth);
  const beside = (part: JsonSchema): Type => printType(part, names, depth + 1, eager);
  const parts: Type[] = [];
  if ($ref !== undefined) parts.push(reference($ref, names, eager));
  for (const part of allOf ?? []) parts.push(beside(part));
  if (anyOf !== undefined) parts.push(union(anyOf.map(beside), depth));
  if (oneOf !== undefined) parts.push(union(oneOf.map(beside), depth));
  const known = parts.filter((part) => part !== UNKNOWN);
  if (known.length > 0 && !saysMore(schema)) return intersection(known, depth);
  return intersection([ownType(schema, names, depth), ...known], depth);
}

/** Whether a schema says something of its own beside the schemas that it combines. */
function saysMore(schema: JsonSchemaObject): boolean {
  if (schema.const !== undefined || schema.enum !== undefined) return true;
  if (schema.items !== undefined || schema.prefixItems !== undefined) return true;
  // Alone, `additionalProperties: false` would leave no member at all to the others.
  return saysObject(schema) && (schema.additionalProperties !== false || hasMembers(schema));
}

function reference(ref: string, names: TypeNames, eager: boolean): Type {
  const target = refTarget(ref);
  const name = target === undefined ? undefined : names.refer(target, eager);
  return name === undefined ? UNKNOWN : primary(name);
}

function ownType(schema: JsonSchemaObject, names: TypeNames, depth: number): Type {
  const { type } = schema;
  if (schema.const !== undefined) return literalType(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map(literalType), depth);
  if (typeof type === "string") return simpleType(type, schema, names, depth);
  return union(
    typesOf(schema).map((each) => simpleType(each, schema, names, depth)),
    depth,
  );
}

function typesOf(schema: JsonSchemaObject): readonly (SimpleType | undefined)[] {
  if (typeof schema.type !== "string" && schema.type !== undefined && schema.type.length > 0) return schema.type;
  if (saysObject(schema)) return ["object"];
  return [schema.items !== undefined || schema.prefixItems !== undefined ? "array" : undefined];
}

function simpleType(type: SimpleType | undefined, schema: JsonSchemaObject, names: TypeNames, depth: number): Type {
  const print = (part: JsonSchema | undefined): Type => printType(part, names, depth + 1, false);
  switch (type) {
    case "object":
      return objectType(schema, print, depth);
    case "array":
      return arrayType(schema, print, depth);
    case "integer":
      return isWide(schema.format) ? WIDE : NUMBER;
    case "number":
      return NUMBER;
    case "string":
      return STRING;
    case "boolean":
      return BOOLEAN;
    case "null":
      return NULL;
    default:
      return UNKNOWN;
  }
}

const NUMBER = primary(code`number`);
const STRING = primary(code`string`);
const BOOLEAN = primary(code`boolean`);
const WIDE = union([NUMBER, STRING], 0);

// Integers beyond 2^53 keep their digits as strings.
const isWide = (format: string | undefined): boolean => format === "int64" || format === "uint64";

/** The type of exactly this value; of its kind, where it is no scalar. */
function literalType(value: unknown): Type {
  if (typeof value === "number") return primary(literal(value === 0 ? 0 : value));
  if (typeof value === "string" || typeof value === "boolean") return primary(literal(value));
  if (value === null) return NULL;
  return primary(Array.isArray(value) ? code`unknown[]` : code`{ [key: string]: unknown }`);
}
