/** Objects: every key legal, what may be left out said in the dialect's way, further properties as entries. */
import { isRecord, setOwn } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { legalKeys } from "../names.js";
import { entries, jsonText } from "./loose.js";
import { takesNull, withNull } from "./null.js";
import { below, type Conversion, type Part, part, type Restore, same } from "./part.js";

interface Property {
  /** As the provider's schema calls it. */
  readonly name: string;
  readonly schema: JsonSchemaObject;
  /** Into the object as the tool takes it. */
  readonly put: (target: Record<string, unknown>, value: unknown) => void;
  readonly required: boolean;
}

/** Says null where null says that a property is left out. */
const EXPLICIT_NULL = "(null)";

export function objectPart(schema: JsonSchemaObject, at: string, c: Conversion): Part {
  const { properties = {}, additionalProperties: more, required = [] } = schema;
  // What is asked for need not be declared.
  const keys = [...new Set([...Object.keys(properties), ...required])].filter((key) => properties[key] !== false);
  const isOpen = more === undefined || more === true;
  if (keys.length === 0 && isOpen) return jsonText(schema, "an object");
  if (keys.length === 0 && isRecord(more)) return entries(schema, c.convert(more, below(at, "*")), c.dialect);
  // Gemini refuses objects without properties.
  if (keys.length === 0 && c.dialect.closed === "unsaid" && at !== "") return jsonText(schema, "an empty object");
  const declared = (key: string): JsonSchema => (Object.hasOwn(properties, key) ? properties[key] : more) ?? true;
  const legal = legalKeys(keys, c.dialect.key);
  const list = keys.map((key, i) => propertyOf(key, legal[i] ?? key, declared(key), required.includes(key), at, c));
  if (more !== undefined && more !== false) list.push(furtherProperties(more, new Set(legal), at, c));
  const shape: JsonSchemaObject = {
    type: "object",
    properties: Object.fromEntries(list.map(({ name, schema: one }) => [name, one])),
    ...requiredOf(list, c),
    ...(c.dialect.closed === true && { additionalProperties: false }),
  };
  return part(shape, restoreObject(list));
}

function requiredOf(list: readonly Property[], { dialect }: Conversion): Pick<JsonSchemaObject, "required"> {
  const names = list.filter(({ required }) => required || dialect.optional === "null").map(({ name }) => name);
  return names.length === 0 && dialect.optional === "absent" ? {} : { required: names };
}

function propertyOf(
  key: string,
  name: string,
  schema: JsonSchema,
  required: boolean,
  at: string,
  c: Conversion,
): Property {
  const converted = c.convert(schema, below(at, key));
  const restore = converted.restore ?? same;
  const put = (target: Record<string, unknown>, value: unknown): void => setOwn(target, key, restore(value));
  if (required || c.dialect.optional === "absent") return { name, schema: converted.schema, put, required };
  if (!takesNull(schema, c.root)) {
    const ifGiven: Property["put"] = (target, value) => void (value === null || put(target, value));
    return { name, schema: withNull(converted.schema, c.dialect), put: ifGiven, required };
  }
  const says = c.share("Null", { type: "string", enum: [EXPLICIT_NULL], description: "Sets it to null." });
  const { description, anyOf, ...rest } = withNull(converted.schema, c.dialect);
  return {
    name,
    schema: anyOf
      ? { ...(description !== undefined && { description }), anyOf: [...anyOf, says] }
      : { anyOf: [{ ...rest, ...(description !== undefined && { description }) }, says] },
    put(target, value) {
      if (value === EXPLICIT_NULL) setOwn(target, key, null);
      else if (value !== null) put(target, value);
    },
    required,
  };
}

function furtherProperties(schema: JsonSchema, taken: ReadonlySet<string>, at: string, c: Conversion): Property {
  let name = "otherProperties";
  while (taken.has(name)) name = `${name}_`;
  const value = c.convert(schema, below(at, "*"));
  const list = entries({ description: "Further properties" }, value, c.dialect);
  return {
    name,
    schema: c.dialect.optional === "null" ? withNull(list.schema, c.dialect) : list.schema,
    required: false,
    put(target, given) {
      const map = list.restore?.(given);
      if (!isRecord(map)) return;
      for (const [key, one] of Object.entries(map)) if (!Object.hasOwn(target, key)) setOwn(target, key, one);
    },
  };
}

function restoreObject(list: readonly Property[]): Restore {
  const byName = new Map(list.map((property) => [property.name, property]));
  return (value) => {
    if (!isRecord(value)) return value;
    const target: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(value)) {
      const property = byName.get(name);
      // What nobody asked for is for the tool's own validation to refuse.
      if (property) property.put(target, one);
      else setOwn(target, name, one);
    }
    return target;
  };
}
