/** Input types as JSON Schema: each input object and enum once, by name; what stands at one place, where it stands. */
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import type { JsonSchema, JsonSchemaObject, SimpleType } from "../../tool/json-schema.js";
import { argumentNames } from "../names/argument.js";
import { defaultJson, type InputElement, isRequired } from "./defaults.js";
import { enumSchema } from "./enums.js";
import type { Names } from "./names.js";
import type { Scalars } from "./scalars.js";

export interface InputTypes {
  /** Null is allowed unless the type says otherwise; `nullable: false` forbids it in any case. */
  schema(type: GraphQLInputType, nullable?: boolean): JsonSchema;
  /** The schema with its words and its default; undefined: it has none. */
  property(type: GraphQLInputType, text: string, fallback: unknown, nullable?: boolean): JsonSchema;
  /** What `#/$defs/<name>` refers to. */
  definition(name: string): JsonSchema | undefined;
  /** Some property below has another name on the wire. */
  isRenamed(type: GraphQLInputType): boolean;
}

export function createInputTypes(
  schema: GraphQLSchema,
  names: Names,
  scalars: Scalars,
  text: (raw: string) => string,
): InputTypes {
  const types = new Map(
    Object.values(schema.getTypeMap()).flatMap((type) =>
      isInputObjectType(type) || isEnumType(type) ? [[names.of(type), type] as const] : [],
    ),
  );
  const made = new Map<string, JsonSchema>();
  const renamed = new Map<GraphQLInputObjectType, boolean>();

  const named = (type: GraphQLInputType): JsonSchema => {
    const name = getNamedType(type);
    return isEnumType(name) || isInputObjectType(name)
      ? { $ref: `#/$defs/${names.of(name)}` }
      : scalars.input(name.name);
  };

  const at = (type: GraphQLInputType, nullable = true): JsonSchema => {
    if (isNonNullType(type)) return at(type.ofType, false);
    const plain: JsonSchema = isListType(type) ? { type: "array", items: at(type.ofType) } : named(type);
    return nullable ? orNull(plain) : plain;
  };

  const property: InputTypes["property"] = (type, description, fallback, nullable) => {
    const found = at(type, nullable);
    const base: JsonSchemaObject = typeof found === "object" ? found : {};
    const said = description || base.description || factsOf(fallback);
    return { ...base, ...(said && { description: said }), ...(fallback !== undefined && { default: fallback }) };
  };

  const object = (type: GraphQLInputObjectType): JsonSchemaObject => {
    const fields = usableFields(type);
    const wires = argumentNames(fields.map(({ name }) => name));
    const properties: Record<string, JsonSchema> = Object.create(null);
    const required: string[] = [];
    for (const field of fields) {
      const name = wires.get(field.name) ?? field.name;
      const one = property(
        field.type,
        text(field.description ?? ""),
        defaultJson(field),
        type.isOneOf ? false : undefined,
      );
      properties[name] =
        name === field.name || typeof one !== "object" ? one : { ...one, "x-toolgen-wire": field.name };
      if (isRequired(field) && !type.isOneOf) required.push(name);
    }
    const description = text(type.description ?? "");
    return {
      type: "object",
      ...(description !== "" && { description }),
      additionalProperties: false,
      properties,
      ...(required.length > 0 && { required }),
      ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
    };
  };

  const isRenamed = (type: GraphQLInputType): boolean => {
    const start = getNamedType(type);
    if (!isInputObjectType(start)) return false;
    const known = renamed.get(start);
    if (known !== undefined) return known;
    // A set gives what is added while it is walked, too.
    const seen = new Set([start]);
    let found = false;
    for (const one of seen) {
      for (const field of usableFields(one)) {
        if (argumentNames([field.name]).size > 0) found = true;
        const below = getNamedType(field.type);
        if (isInputObjectType(below)) seen.add(below);
      }
    }
    renamed.set(start, found);
    return found;
  };

  return {
    schema: at,
    property,
    isRenamed,
    definition(name) {
      const type = types.get(name);
      if (!type) return undefined;
      const known =
        made.get(name) ?? (isEnumType(type) ? enumSchema(type as GraphQLEnumType, "input", text) : object(type));
      made.set(name, known);
      return known;
    },
  };
}

/**
 * Deprecated ones, and the mark that Relay's client puts on a mutation, only where nothing goes without them; `__` is
 * GraphQL's own (§2.1.9).
 */
export function usableFields(type: GraphQLInputObjectType): readonly InputElement[] {
  const fields = Object.values(type.getFields()).filter(({ name }) => !name.startsWith("__"));
  const current = fields.filter(
    (field) => isRequired(field) || (field.deprecationReason == null && !isRelayMark(field)),
  );
  return current.length > 0 ? current : fields;
}

/** It comes back as it went: of use to who sends it and does not wait. */
const isRelayMark = ({ name, type }: InputElement): boolean => name === "clientMutationId" && type === GraphQLString;

export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean" || schema.type === undefined) {
    const anything =
      typeof schema === "boolean" ||
      (schema.$ref === undefined && schema.anyOf === undefined && schema.enum === undefined);
    return anything ? schema : { anyOf: [schema, { type: "null" }] };
  }
  if (schema.enum !== undefined) return { anyOf: [schema, { type: "null" }] };
  const listed = typeof schema.type === "string" ? [schema.type] : schema.type;
  const types: readonly SimpleType[] = listed.includes("null") ? listed : [...listed, "null"];
  return { ...schema, type: types };
}

const MAX_SHOWN = 60;

function factsOf(fallback: unknown): string | undefined {
  if (fallback === undefined || fallback === null || fallback === "") return undefined;
  const shown = typeof fallback === "string" ? fallback : JSON.stringify(fallback);
  return shown.length > MAX_SHOWN || !/^[\w .,:;/@+\-[\]{}"]*$/.test(shown) ? undefined : `Default ${shown}.`;
}
