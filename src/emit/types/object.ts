/** Objects: members in the schema's order, with their descriptions; an index signature for what else may come. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { type Code, code, indent, join, nothing } from "../code.js";
import { docComment } from "../doc.js";
import { memberKey } from "../literal.js";
import { followed, primary, type Type, UNKNOWN, union } from "./type.js";

type Print = (schema: JsonSchema | undefined) => Type;

// An index signature that repeats more types than this says nothing to a reader.
const MOST_INDEX_TYPES = 8;

/** Whether a schema speaks of an object's members. */
export function saysObject(schema: JsonSchemaObject): boolean {
  return (
    schema.properties !== undefined ||
    schema.patternProperties !== undefined ||
    schema.additionalProperties !== undefined ||
    schema.required !== undefined
  );
}

/** Whether some member is named. */
export function hasMembers(schema: JsonSchemaObject): boolean {
  return Object.keys(schema.properties ?? {}).length > 0 || (schema.required ?? []).length > 0;
}

/** An object type literal, `{…}`. */
export function objectType(schema: JsonSchemaObject, print: Print, depth: number): Type {
  const members = objectMembers(schema, print, depth + 1);
  if (members.isEmpty) return primary(code`{ [key: string]: ${isClosed(schema) ? code`never` : code`unknown`} }`);
  if (members.isOneLine && members.text.startsWith("[key: string]")) return primary(code`{ ${members} }`);
  return primary(code`{\n  ${indent(members, 1)};\n}`);
}

/** The members of an object type or interface, without braces and last semicolon; empty where nothing is known of them. */
export function objectMembers(schema: JsonSchemaObject, print: Print, depth: number): Code {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required);
  const lines: Code[] = [];
  const types: Type[] = [];
  for (const [name, property] of properties) {
    const type = print(property);
    types.push(type);
    lines.push(member(name, required.has(name), type, comment(property, depth)));
  }
  for (const name of required) {
    if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) continue;
    types.push(UNKNOWN);
    lines.push(member(name, true, UNKNOWN, nothing));
  }
  const optional = properties.some(([name]) => !required.has(name));
  const index = indexType(schema, print, types, optional, depth);
  if (index !== undefined) lines.push(followed(code`[key: string]:`, index));
  return join(lines, code`;\n`);
}

function member(name: string, required: boolean, type: Type, doc: Code): Code {
  return followed(code`${doc}${memberKey(name)}${required ? nothing : code`?`}:`, type);
}

function comment(schema: JsonSchema, depth: number): Code {
  if (typeof schema === "boolean") return nothing;
  return docComment({ text: schema.description, deprecated: schema.deprecated, default: schema.default }, depth);
}

/** Closed: no member at all may come, since none is named. */
function isClosed(schema: JsonSchemaObject): boolean {
  return schema.additionalProperties === false && schema.patternProperties === undefined;
}

// TypeScript wants every member to fit the index signature: it is widened to hold them all.
function indexType(
  schema: JsonSchemaObject,
  print: Print,
  members: readonly Type[],
  optional: boolean,
  depth: number,
): Type | undefined {
  const open = Object.values(schema.patternProperties ?? {});
  const more = schema.additionalProperties ?? schema.unevaluatedProperties;
  if (more !== undefined && more !== false) open.push(more);
  if (open.length === 0) return undefined;
  const own = union(open.map(print), depth);
  if (own === UNKNOWN) return UNKNOWN;
  const all = union([own, ...members, ...(optional ? [primary(code`undefined`)] : [])], depth);
  return new Set(members.map((type) => type.code.text)).size > MOST_INDEX_TYPES ? UNKNOWN : all;
}
