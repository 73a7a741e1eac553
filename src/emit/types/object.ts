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
  const { properties = {} } = schema;
  const required = new Set(schema.required);
  const lines: Code[] = [];
  const types: Type[] = [];
  let isPartial = false;
  for (const name of Object.keys(properties)) {
    const property = properties[name] ?? true;
    const type = print(property);
    const isRequired = required.has(name);
    isPartial ||= !isRequired;
    types.push(type);
    lines.push(member(name, isRequired, type, comment(property, depth)));
  }
  for (const name of required) {
    if (Object.hasOwn(properties, name)) continue;
    types.push(UNKNOWN);
    lines.push(member(name, true, UNKNOWN, nothing));
  }
  const index = indexType(schema, print, isPartial ? [...types, UNDEFINED] : types, depth);
  if (index !== undefined) lines.push(followed(code`[key: string]:`, index));
  return join(lines, code`;\n`);
}

const UNDEFINED = primary(code`undefined`);

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
function indexType(schema: JsonSchemaObject, print: Print, members: readonly Type[], depth: number): Type | undefined {
  const { patternProperties, additionalProperties: more = schema.unevaluatedProperties } = schema;
  if (patternProperties === undefined && (more === undefined || more === false)) return undefined;
  const open = Object.values(patternProperties ?? {});
  if (more !== undefined && more !== false) open.push(more);
  const own = union(open.map(print), depth);
  if (own === UNKNOWN || new Set(members.map((type) => type.code.text)).size > MOST_INDEX_TYPES) return UNKNOWN;
  return union([own, ...members], depth);
}
