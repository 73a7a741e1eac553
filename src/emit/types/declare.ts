/** Declarations: an interface for an object, an alias for anything else. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { type Code, code, indent } from "../code.js";
import { docComment } from "../doc.js";
import type { TypeNames } from "./names.js";
import { hasMembers, objectMembers, saysObject } from "./object.js";
import { printType } from "./print.js";
import { followed } from "./type.js";

/** `export interface Name {…}` or `export type Name = …;`, with its description. */
export function declareType(name: Code, schema: JsonSchema | undefined, names: TypeNames): Code {
  const doc =
    typeof schema === "object" ? docComment({ text: schema.description, deprecated: schema.deprecated }, 0) : code``;
  if (isInterface(schema)) {
    const members = objectMembers(schema, (below) => printType(below, names, 1, false), 1);
    return code`${doc}export interface ${name} {\n  ${indent(members, 1)};\n}`;
  }
  return code`${doc}${followed(code`export type ${name} =`, printType(schema, names, 0))};`;
}

/** An object with members, and nothing combined with it. Interfaces may refer to themselves in any way. */
export function isInterface(schema: JsonSchema | undefined): schema is JsonSchemaObject {
  if (typeof schema !== "object") return false;
  if (schema.type !== "object" && !(schema.type === undefined && saysObject(schema))) return false;
  if (schema.$ref ?? schema.allOf ?? schema.anyOf ?? schema.oneOf ?? schema.enum) return false;
  if (schema.const !== undefined) return false;
  return hasMembers(schema);
}
