/** What a model reads of one argument: its own words, else what can be said of it in few. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { cap, cleanLine } from "../text.js";
import type { JsonObject, JsonValue, Node, OpenApiDocument } from "./document.js";
import { follow } from "./follow.js";
import { mapBelow, objectNode, own } from "./schema/node.js";
import { isList, isObject } from "./value.js";

export interface Words {
  /** Cleaned. */
  readonly description?: string;
  readonly deprecated?: boolean;
  /** Objects that may hold `example` or `examples`, the most particular first. */
  readonly examples: readonly (Node<JsonObject> | undefined)[];
}

const MAX_EXAMPLE = 60;

/** The schema of a property, with the parameter's words; without any, with its format, default, range and an example. */
export function propertySchema(schema: JsonSchema, words: Words, document: OpenApiDocument): JsonSchema {
  if (schema === false) return schema;
  const object: JsonSchemaObject = schema === true ? {} : schema;
  const text = words.description || object.description || facts(object, exampleOf(words.examples, object, document));
  const deprecated = words.deprecated || object.deprecated;
  if ((text ?? "") === (object.description ?? "") && deprecated === object.deprecated) return object;
  return { ...object, ...(text && { description: text }), ...(deprecated && { deprecated: true }) };
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "RFC 3339 date and time",
  date: "date as YYYY-MM-DD",
  time: "RFC 3339 time",
  duration: "ISO 8601 duration",
  uuid: "UUID",
  uri: "URI",
  url: "URL",
  email: "email address",
  byte: "base64",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  hostname: "host name",
};

/** Nothing of what its name and type already say. */
function facts(schema: JsonSchemaObject, example: string | undefined): string | undefined {
  const { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const known = format !== undefined && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  const from =
    minimum !== undefined
      ? `from ${minimum}`
      : exclusiveMinimum !== undefined
        ? `above ${exclusiveMinimum}`
        : undefined;
  const to =
    maximum !== undefined ? `to ${maximum}` : exclusiveMaximum !== undefined ? `below ${exclusiveMaximum}` : undefined;
  const range = [from, from === undefined && to?.startsWith("to ") ? `up ${to}` : to]
    .filter((part) => part !== undefined)
    .join(" ");
  const fallback = shown(schema.default);
  const said = [
    known,
    range === "" ? undefined : range,
    fallback === undefined ? undefined : `default ${fallback}`,
    example === undefined || example === fallback ? undefined : `e.g. ${example}`,
  ].filter((part) => part !== undefined);
  if (said.length === 0) return undefined;
  const text = said.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function exampleOf(
  holders: Words["examples"],
  schema: JsonSchemaObject,
  document: OpenApiDocument,
): string | undefined {
  // A model picks from the list.
  if (schema.enum || schema.const !== undefined || schema.type === "boolean") return undefined;
  for (const holder of holders) {
    if (!holder) continue;
    const text = shown(firstExample(holder, document));
    if (text !== undefined) return text;
  }
  return undefined;
}

function firstExample(holder: Node<JsonObject>, document: OpenApiDocument): JsonValue | undefined {
  const single = own(holder.value, "example");
  if (single !== undefined) return single;
  const list = own(holder.value, "examples");
  if (isList(list)) return list[0];
  if (!isObject(list)) return undefined;
  const [first] = mapBelow(holder, "examples");
  const example = first && follow(document, first[1]);
  if (!example) return undefined;
  return own(example.value, "dataValue") ?? own(example.value, "value");
}

/** Short plain values only: an example is data of strangers. */
function shown(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string" || value === "" || value.length > MAX_EXAMPLE) return undefined;
  const text = cleanLine(value);
  return text === "" || text !== value ? undefined : cap(text, MAX_EXAMPLE);
}

/** The object that a schema is or refers to: where its examples stand. */
export function schemaObject(node: Node | undefined, document: OpenApiDocument): Node<JsonObject> | undefined {
  if (!node) return undefined;
  const object = objectNode(node);
  if (object && own(object.value, "$ref") === undefined) return object;
  // A reference that leads nowhere is reported by who reads the schema.
  return object && (own(object.value, "example") !== undefined ? object : follow(document, object));
}
