/** Where null may stand, and how a dialect says so. */
import { resolveRef } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { Dialect } from "../dialect.js";
import { typesOf } from "./merge.js";
import { type Part, part } from "./part.js";

const MAX_DEPTH = 16;

/** Whether null itself is a value of the schema. What says nothing of types takes it. */
export function takesNull(schema: JsonSchema | undefined, root: JsonSchemaObject, depth = 0): boolean {
  if (schema === undefined || typeof schema === "boolean") return schema !== false;
  if (depth > MAX_DEPTH) return false;
  const inner = (part: JsonSchema): boolean => takesNull(part, root, depth + 1);
  if ("const" in schema) return schema.const === null;
  if (schema.enum && !schema.enum.includes(null)) return false;
  if (schema.type !== undefined && !typesOf(schema.type).includes("null")) return false;
  if (schema.$ref !== undefined && !inner(resolveRef(root, schema.$ref) ?? true)) return false;
  if (schema.anyOf && !schema.anyOf.some(inner)) return false;
  if (schema.oneOf && !schema.oneOf.some(inner)) return false;
  return schema.allOf?.every(inner) ?? true;
}

/** The schema without null, where it takes any. */
export function withoutNull(schema: JsonSchemaObject): { readonly rest: JsonSchemaObject; readonly nullable: boolean } {
  const types = typesOf(schema.type);
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return branchesWithoutNull(schema);
  if (types.length > 0 ? !types.includes("null") : !schema.enum?.includes(null))
    return { rest: schema, nullable: false };
  const others = types.filter((type) => type !== "null");
  const { type: _, enum: values, ...rest } = schema;
  return {
    rest: {
      ...(others.length > 0 && { type: others.length === 1 ? (others[0] ?? others) : others }),
      ...(values && { enum: values.filter((value) => value !== null) }),
      ...rest,
    } as JsonSchemaObject,
    nullable: values === undefined || values.includes(null),
  };
}

function branchesWithoutNull(schema: JsonSchemaObject): {
  readonly rest: JsonSchemaObject;
  readonly nullable: boolean;
} {
  const keyword = schema.anyOf === undefined ? "oneOf" : "anyOf";
  const branches = schema[keyword] ?? [];
  const others = branches.filter((branch) => !isNull(branch));
  if (others.length === branches.length) return { rest: schema, nullable: false };
  return { rest: { ...schema, [keyword]: others }, nullable: true };
}

export function isNull(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return false;
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return union.length > 0 && union.every(isNull);
  return schema.const === null || (schema.type === "null" && schema.enum === undefined);
}

/** Null and nothing else. */
export function nullPart({ nullable }: Dialect): Part {
  if (nullable !== "keyword") return part({ type: "null" });
  return part({ type: "string", nullable: true, description: "Always null." }, () => null);
}

/** The schema, and null. */
export function withNull(schema: JsonSchemaObject, dialect: Dialect): JsonSchemaObject {
  if (dialect.nullable === "keyword") return { ...schema, nullable: true };
  if (schema.anyOf) {
    return schema.anyOf.some(isNull) ? schema : { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  }
  const types = typesOf(schema.type);
  if (types.includes("null")) return schema;
  const { description, ...rest } = schema;
  const isBare = Object.keys(rest).length === 1;
  if (types.length > 0 && (dialect.nullable === "type" || isBare)) {
    return {
      ...schema,
      type: [...types, "null"],
      ...(schema.enum && { enum: [...schema.enum, null] }),
    } as JsonSchemaObject;
  }
  return { ...(description !== undefined && { description }), anyOf: [rest, { type: "null" }] };
}
