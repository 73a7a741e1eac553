/** The plain-object view of a body: properties that can stand flat among the arguments. */
import type { JsonSchema, JsonSchemaObject } from "../../../../tool/json-schema.js";
import type { Node } from "../../document.js";
import type { Roster } from "../scope.js";

export interface FlatProperty {
  /** Wire name. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Where it is declared: for encodings and files. */
  readonly node: Node;
}

export interface FlatObject {
  readonly properties: readonly FlatProperty[];
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** By wire name. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** The body may be null as a whole. */
  readonly nullable: boolean;
}

const PLAIN = new Set([
  "type",
  "title",
  "description",
  "deprecated",
  "default",
  "properties",
  "required",
  "additionalProperties",
  "dependentRequired",
  "minProperties",
  "maxProperties",
  "x-toolgen-drop",
]);

/** `schema`: converted, references followed to the one that says what it is. */
export function flatObject(
  schema: JsonSchemaObject,
  roster: Roster,
  node: Node,
  nullable: boolean,
): FlatObject | undefined {
  if (!Object.keys(schema).every((key) => PLAIN.has(key))) return undefined;
  const types = [schema.type ?? []].flat();
  if (!types.includes("object") || types.some((type) => type !== "object" && type !== "null")) return undefined;
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) return undefined;
  // Without any property it is a map, or whatever the caller likes.
  if (!schema.properties && schema.additionalProperties === undefined) return undefined;
  const wires = wireNames(schema);
  const toWire = (name: string): string => wires.get(name) ?? name;
  const required = new Set(schema.required);
  const declared = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name: toWire(name),
    schema: withoutWire(property),
    required: required.has(name),
    node: roster.entries.get(toWire(name))?.node ?? node,
  }));
  const undeclared = [...required].filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  const properties = [
    ...declared,
    ...undeclared.map((name) => ({ name, schema: {}, required: true, node: { value: {}, at: node.at } })),
  ];
  return {
    properties,
    nullable: nullable || types.includes("null"),
    ...words(schema),
    ...(schema.dependentRequired ? { dependentRequired: dependencies(schema.dependentRequired, toWire) } : {}),
    ...(schema.minProperties === undefined ? {} : { minProperties: schema.minProperties }),
    ...(schema.maxProperties === undefined ? {} : { maxProperties: schema.maxProperties }),
  };
}

export function words(schema: JsonSchemaObject): Pick<FlatObject, "title" | "description" | "deprecated"> {
  return {
    ...(schema.title === undefined ? {} : { title: schema.title }),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(schema.deprecated === undefined ? {} : { deprecated: schema.deprecated }),
  };
}

function wireNames(schema: JsonSchemaObject): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const wire = typeof property === "object" ? property["x-toolgen-wire"] : undefined;
      return wire === undefined ? [] : [[name, wire] as const];
    }),
  );
}

function withoutWire(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean" || schema["x-toolgen-wire"] === undefined) return schema;
  const { "x-toolgen-wire": _, ...rest } = schema;
  return rest;
}

function dependencies(
  map: Readonly<Record<string, readonly string[]>>,
  toWire: (name: string) => string,
): Readonly<Record<string, readonly string[]>> {
  const out: Record<string, readonly string[]> = Object.create(null);
  for (const [name, list] of Object.entries(map)) out[toWire(name)] = list.map(toWire);
  return out;
}
