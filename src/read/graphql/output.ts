/** From a selection to the JSON Schema of what it gives back. */
import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
} from "graphql";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { type Collected, type Collector, createCollector, type Fragments, type Scoped } from "./collect.js";
import { orNull } from "./input-types.js";
import type { Names } from "./names.js";
import type { Policy } from "./policy.js";
import type { Scalars } from "./scalars.js";

export interface OutputContext {
  readonly policy: Policy;
  readonly names: Names;
  readonly scalars: Scalars;
  readonly text: (raw: string) => string;
  readonly fragments: Fragments;
  /** Aliases are ours, and results have the fields' own names. */
  readonly nameBack: boolean;
}

/** Of one output; what is beyond is any object. */
const MAX_FIELDS = 5_000;

/** `sets`: what is selected of the type; empty for a leaf. */
export function outputSchema(type: GraphQLOutputType, sets: readonly Scoped[], context: OutputContext): JsonSchema {
  const reader: Reader = { ...context, collect: createCollector(context), left: MAX_FIELDS };
  return schemaOf(type, sets, reader);
}

interface Reader extends OutputContext {
  readonly collect: Collector;
  left: number;
}

function schemaOf(type: GraphQLOutputType, sets: readonly Scoped[], reader: Reader, nullable = true): JsonSchema {
  if (isNonNullType(type)) return schemaOf(type.ofType, sets, reader, false);
  const named = getNamedType(type);
  const plain: JsonSchema = isListType(type)
    ? { type: "array", items: schemaOf(type.ofType, sets, reader) }
    : isCompositeType(named)
      ? compositeSchema(named, sets, reader)
      : isEnumType(named)
        ? { $ref: `#/$defs/${reader.names.result(named)}` }
        : reader.scalars.output(named.name);
  return nullable ? orNull(plain) : plain;
}

function compositeSchema(type: GraphQLCompositeType, sets: readonly Scoped[], reader: Reader): JsonSchema {
  if (reader.left <= 0) return { type: "object" };
  const variants = variantsOf(type, sets, reader);
  const [first, ...others] = variants.map((variant) => objectSchema(type, variant, reader));
  if (!first) return { type: "object" };
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

interface Variant {
  /** Types that have the same fields here. */
  readonly types: readonly GraphQLObjectType[];
  readonly fields: ReadonlyMap<string, Collected>;
}

/** Possible types by what fragments give them. */
function variantsOf(type: GraphQLCompositeType, sets: readonly Scoped[], reader: Reader): readonly Variant[] {
  if (!isAbstractType(type)) return [{ types: [type], fields: reader.collect.fields(type, sets) }];
  const groups = new Map<string, GraphQLObjectType[]>();
  for (const one of reader.policy.schema.getPossibleTypes(type)) {
    const key = reader.collect.signature(one, sets);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((types) => {
    const [first] = types;
    return first ? [{ types, fields: reader.collect.fields(first, sets) }] : [];
  });
}

/** A list of types that is longer is no help. */
const MAX_TYPENAMES = 20;

function objectSchema(parent: GraphQLCompositeType, { types, fields }: Variant, reader: Reader): JsonSchemaObject {
  const properties = new Map<string, JsonSchema>();
  const required = new Set<string>();
  for (const [key, { field, sets, always }] of fields) {
    reader.left -= 1;
    const name = reader.nameBack ? field.name : key;
    if (always) required.add(name);
    const schema =
      field.name === "__typename"
        ? typenameSchema(parent, types)
        : withText(schemaOf(field.type, sets, reader), field.description ?? "", reader);
    const before = properties.get(name);
    properties.set(name, before === undefined ? schema : { anyOf: [before, schema] });
  }
  return {
    type: "object",
    properties: Object.assign(Object.create(null), Object.fromEntries(properties)),
    ...(required.size > 0 && { required: [...required] }),
  };
}

function typenameSchema(parent: GraphQLCompositeType, types: readonly GraphQLObjectType[]): JsonSchemaObject {
  const [only] = types;
  if (only && types.length === 1) return { type: "string", const: only.name };
  const all = isAbstractType(parent) && types.length > MAX_TYPENAMES;
  return all ? { type: "string" } : { type: "string", enum: types.map(({ name }) => name) };
}

function withText(schema: JsonSchema, raw: string, { text }: Reader): JsonSchema {
  const description = text(raw);
  if (description === "" || typeof schema !== "object") return schema;
  return { ...schema, description };
}
