/** Swagger 2.0 Parameter Object, but for bodies and forms. */
import type { JsonObject, JsonValue, Node } from "../document.js";
import { own, ownText } from "../value.js";
import { below, type Conversion, type Entries, kept } from "./context.js";
import { styleOf, textHint } from "./style.js";

/** Keys of the Parameter, Items and Header Objects that belong to the schema. */
const SCHEMA_KEYS = [
  "type",
  "format",
  "items",
  "default",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "enum",
  "multipleOf",
  "x-nullable",
  // Not in the standard, yet in documents.
  "properties",
  "required",
  "additionalProperties",
  "allOf",
  "title",
];

export function isBody(parameter: JsonValue): boolean {
  const place = ownText(parameter, "in");
  return place === "body" || place === "formData";
}

export function convertParameter(parameter: Node<JsonObject>, to: string, context: Conversion): JsonObject {
  const { value, at } = parameter;
  context.trail.add(to, at);
  const place = ownText(value, "in");
  const known = place === "query" || place === "header" || place === "path" ? place : undefined;
  const style = known && styleOf(parameter, known, context);
  const entries: Entries = kept(value, [
    "name",
    "in",
    "description",
    "allowEmptyValue",
    "deprecated",
    "example",
  ]).filter(([key]) => key !== "x-nullable" && key !== "x-example");
  const required = own(value, "required");
  if (place === "path") entries.push(["required", true]);
  else if (typeof required === "boolean") entries.push(["required", required]);
  if (style?.kind === "text") {
    const others = entries.filter(([key]) => key !== "description");
    const description = textHint(value, style.separator);
    return Object.fromEntries([...others, ["description", description], ["schema", { type: "string" }]]);
  }
  if (style) entries.push(["style", style.style], ["explode", style.explode]);
  const example = own(value, "x-example");
  if (example !== undefined && !Object.hasOwn(value, "example")) entries.push(["example", example]);
  entries.push(["schema", simpleSchema(parameter, context)]);
  return Object.fromEntries(entries);
}

/** The schema that a parameter, a header or an item of a form spells out in itself. */
export function simpleSchema(node: Node<JsonObject>, context: Conversion): JsonValue {
  const given = own(node.value, "schema");
  if (given !== undefined) return context.schema(below(node, "schema", given));
  const entries = Object.entries(node.value).filter(
    // A parameter's `required` is about the parameter; only a list of names belongs to a schema.
    ([key, value]) => SCHEMA_KEYS.includes(key) && (key !== "required" || Array.isArray(value)),
  );
  return context.schema({ value: withoutFormats(Object.fromEntries(entries)), at: node.at });
}

function withoutFormats(schema: JsonObject): JsonObject {
  const items = own(schema, "items");
  if (typeof items !== "object" || items === null || Array.isArray(items)) return schema;
  const inner = Object.entries(items).filter(([key]) => key !== "collectionFormat");
  return { ...schema, items: withoutFormats(Object.fromEntries(inner)) };
}
