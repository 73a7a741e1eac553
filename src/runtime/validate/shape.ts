/** What a value has to look like, in words from its schema, for a model that has to make one. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { isRecord } from "../schema.js";
import { oneOf, typeNames } from "./quote.js";

/** The definition that a reference in a checked schema names. */
export type Definitions = (ref: string) => JsonSchema | undefined;

const MAX_KEYS = 12;
/** Objects within objects that are told by their keys. */
const MAX_DEPTH = 2;
const MAX_HOPS = 16;
/** Of all that is told of one value: a model reads it, and has to find its own mistake in it. */
const MAX_LENGTH = 800;

/** `a string`, `a list of integers`, `an object with owner (a string) and maybe title, body`; empty: nothing is known. */
export function shapeOf(schema: unknown, definitions: Definitions): string {
  const text = told(schema, definitions, 0);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

/** Keys that an object of this schema may have; empty where it is no object, or one of any keys. */
export function keysOf(schema: unknown, definitions: Definitions): readonly string[] {
  const { properties } = followed(schema, definitions);
  return isRecord(properties) ? Object.keys(properties) : [];
}

function told(given: unknown, definitions: Definitions, depth: number): string {
  const schema = followed(given, definitions);
  if (schema.const !== undefined) return oneOf([schema.const]);
  if (schema.enum) return oneOf(schema.enum);
  if (schema.type === undefined) return "";
  const type = typeNames(schema.type);
  if (schema.type === "array") {
    const items = depth < MAX_DEPTH ? told(schema.items, definitions, depth + 1) : "";
    return items === "" ? type : `${type}, each ${items}`;
  }
  return schema.type === "object" && depth < MAX_DEPTH ? `${type}${keysTold(schema, definitions, depth)}` : type;
}

function keysTold(
  { properties = {}, required = [] }: JsonSchemaObject,
  definitions: Definitions,
  depth: number,
): string {
  const names = Object.keys(properties);
  const needed = new Set(required);
  const wanted = names.filter((name) => needed.has(name));
  const others = names.filter((name) => !needed.has(name));
  const shapes = wanted.slice(0, MAX_KEYS).map((name) => withShape(name, properties[name], definitions, depth));
  const parts = [
    ...(wanted.length > 0 ? [`with ${listed(shapes, wanted.length)}`] : []),
    ...(others.length > 0 ? [`${wanted.length > 0 ? "and maybe" : "that may have"} ${listed(others)}`] : []),
  ];
  return parts.map((part) => ` ${part}`).join("");
}

function withShape(name: string, schema: JsonSchema | undefined, definitions: Definitions, depth: number): string {
  const shape = told(schema, definitions, depth + 1);
  return shape === "" ? name : `${name} (${shape})`;
}

function listed(texts: readonly string[], count = texts.length): string {
  const more = count > MAX_KEYS ? ` and ${count - MAX_KEYS} more` : "";
  return `${texts.slice(0, MAX_KEYS).join(", ")}${more}`;
}

/** Past references, and past the choice between something and null. */
function followed(given: unknown, definitions: Definitions): JsonSchemaObject {
  let schema = given;
  for (let hops = 0; isRecord(schema) && hops < MAX_HOPS; hops++) {
    const { $ref, anyOf, allOf }: JsonSchemaObject = schema;
    const branches = anyOf?.filter((branch) => !isRecord(branch) || branch["type"] !== "null") ?? allOf;
    if ($ref !== undefined) schema = definitions($ref);
    else if (branches?.length === 1 && schema["type"] === undefined) schema = branches[0];
    else return schema;
  }
  return {};
}
