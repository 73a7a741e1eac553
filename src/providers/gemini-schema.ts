/** `Schema` of Gemini's API: OpenAPI 3.0's subset as its SDK has it, types in upper case and counts as digits. */
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";

export type GeminiType = "OBJECT" | "ARRAY" | "STRING" | "NUMBER" | "INTEGER" | "BOOLEAN";

/** `Type`: a type's name, or the member of the SDK's own `Type`. */
export type GeminiSchema<Type = GeminiType> = {
  type?: Type;
  nullable?: boolean;
  description?: string;
  title?: string;
  format?: string;
  pattern?: string;
  default?: unknown;
  enum?: string[];
  properties?: Record<string, GeminiSchema<Type>>;
  required?: string[];
  items?: GeminiSchema<Type>;
  anyOf?: GeminiSchema<Type>[];
  minimum?: number;
  maximum?: number;
  minItems?: string;
  maxItems?: string;
  minLength?: string;
  maxLength?: string;
};

export type GeminiTypes<Type> = Readonly<Record<GeminiType, Type>>;

export const GEMINI_TYPES: GeminiTypes<GeminiType> = {
  OBJECT: "OBJECT",
  ARRAY: "ARRAY",
  STRING: "STRING",
  NUMBER: "NUMBER",
  INTEGER: "INTEGER",
  BOOLEAN: "BOOLEAN",
};

/** `schema`: one of the profile `gemini`. */
export function geminiSchema<Type>(schema: JsonSchema, types: GeminiTypes<Type>): GeminiSchema<Type> {
  if (typeof schema !== "object") return {};
  const { type, properties, items, anyOf, required, enum: values, ...rest } = schema;
  const { nullable } = schema;
  const inner = (part: JsonSchema): GeminiSchema<Type> => geminiSchema(part, types);
  return {
    ...(typeof type === "string" && { type: types[typeName(type)] }),
    ...(nullable === true && { nullable }),
    ...scalars(rest),
    ...(values && { enum: values.map(String) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, inner(part)])),
    }),
    ...(required && { required: [...required] }),
    ...(items !== undefined && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
  };
}

function typeName(type: string): GeminiType {
  const name = type.toUpperCase();
  return Object.hasOwn(GEMINI_TYPES, name) ? GEMINI_TYPES[name as GeminiType] : "STRING";
}

function scalars({
  description,
  title,
  format,
  pattern,
  default: fallback,
  minimum,
  maximum,
  ...counts
}: JsonSchemaObject): GeminiSchema<never> {
  const { minItems, maxItems, minLength, maxLength } = counts;
  return {
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(fallback !== undefined && { default: fallback }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(minItems !== undefined && { minItems: String(minItems) }),
    ...(maxItems !== undefined && { maxItems: String(maxItems) }),
    ...(minLength !== undefined && { minLength: String(minLength) }),
    ...(maxLength !== undefined && { maxLength: String(maxLength) }),
  };
}
