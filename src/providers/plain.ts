/** Schemas as SDKs take them: mutable copies, so that nothing is shared with the registry. */
import type { JsonSchemaObject, SimpleType } from "../tool/json-schema.js";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** JSON Schema, by the keywords that SDKs' own types know; there may be more. */
// A type, as only those fit index signatures; mutable, as the SDKs' types are.
export type PlainSchema = {
  $ref?: string;
  $defs?: Record<string, PlainSchema | boolean>;
  type?: SimpleType | SimpleType[];
  enum?: JsonValue[];
  const?: JsonValue;
  properties?: Record<string, PlainSchema | boolean>;
  required?: string[];
  additionalProperties?: PlainSchema | boolean;
  items?: PlainSchema | boolean;
  anyOf?: (PlainSchema | boolean)[];
  oneOf?: (PlainSchema | boolean)[];
  allOf?: (PlainSchema | boolean)[];
  not?: PlainSchema | boolean;
  title?: string;
  description?: string;
  default?: JsonValue;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
};

export type PlainObjectSchema = PlainSchema & { type: "object" };

/** The arguments of a tool, which are an object. */
export function plainSchema(schema: JsonSchemaObject): PlainObjectSchema {
  return { ...(JSON.parse(JSON.stringify(schema)) as PlainSchema), type: "object" };
}
