/** Values without a schema that a strict dialect could hold: as JSON in a string, or maps as a list of entries. */
import { JsonError, parseJson } from "../../json/parse.js";
import { isRecord, setOwn } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { Dialect } from "../dialect.js";
import { typesOf } from "./merge.js";
import { type Part, part, type Restore } from "./part.js";
import { described } from "./text.js";

/** Any value at all, or any object. */
export function jsonText(schema: JsonSchemaObject, what: string): Part {
  const words = described({ ...(schema.description !== undefined && { description: schema.description }) }, [
    `as JSON text: ${what}`,
  ]);
  const isObject = what.startsWith("an ");
  return {
    schema: { type: "string", ...words },
    restore: (value) => parsed(value).value,
    claims(value) {
      const { isJson, value: meant } = parsed(value);
      return isJson && (isRecord(meant) || !isObject);
    },
  };
}

/** Not JSON: a model that wrote the text itself. */
function parsed(value: unknown): { readonly isJson: boolean; readonly value: unknown } {
  if (typeof value !== "string") return { isJson: false, value };
  try {
    return { isJson: true, value: parseJson(value) };
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    return { isJson: false, value };
  }
}

/** What lies too deep to be written out: its keys, so that a model can write it all the same. */
export function deepPart(target: JsonSchema): Part {
  if (typeof target !== "object") return jsonText({}, "any value");
  const keys = Object.keys(target.properties ?? {});
  const isObject = keys.length > 0 || typesOf(target.type).includes("object");
  const shown = keys.slice(0, MAX_KEYS_SHOWN).join(", ") + (keys.length > MAX_KEYS_SHOWN ? ", …" : "");
  return jsonText(target, `${isObject ? "an object" : "a value"}${shown && ` with ${shown}`}`);
}

const MAX_KEYS_SHOWN = 12;

/** A map with values of one kind. */
export function entries(schema: JsonSchemaObject, value: Part, dialect: Dialect): Part {
  const item: JsonSchemaObject = {
    type: "object",
    properties: { key: { type: "string" }, value: value.schema },
    required: ["key", "value"],
    ...(dialect.closed === true && { additionalProperties: false }),
  };
  const own = described({ ...(schema.description !== undefined && { description: schema.description }) }, [
    "as a list of entries, no key twice",
  ]);
  return part({ type: "array", ...own, items: item }, fromEntries(value.restore));
}

const fromEntries =
  (restore: Restore | undefined): Restore =>
  (list) => {
    const isList = Array.isArray(list) && list.every((one) => isRecord(one) && typeof one["key"] === "string");
    if (!isList) return list;
    const map: Record<string, unknown> = {};
    for (const { key, value } of list) setOwn(map, key, restore ? restore(value) : value);
    return map;
  };
