import type { JsonSchemaObject } from "../../tool/json-schema.js";
import { jsonText } from "./loose.js";
import { type Conversion, type Part, part } from "./part.js";

/** `enum` and `const`. Where a dialect has strings alone, other values are written as JSON, and read back. */
export function choicePart(values: readonly unknown[], at: string, c: Conversion): Part {
  if (values.length === 0) {
    // No provider takes an empty list, and nothing fits.
    c.loosen(at, "enum");
    return jsonText({}, "any value");
  }
  const any = c.dialect.enums === "any";
  if (values.every((value) => typeof value === "string" && (any || value !== "")))
    return part({ type: "string", enum: values });
  if (any && values.every((value) => typeof value !== "object")) return part(byType(values));
  const texts = textsOf(values);
  const stands = (value: unknown): value is string => typeof value === "string" && texts.has(value);
  return {
    schema: { type: "string", enum: [...texts.keys()] },
    restore: (value) => (stands(value) ? texts.get(value) : value),
    claims: stands,
  };
}

/** A type and its values; OpenAI takes lists of types only with null. */
function byType(values: readonly unknown[]): JsonSchemaObject {
  const number = values.every((value) => typeof value !== "number" || Number.isInteger(value)) ? "integer" : "number";
  const typeOf = (value: unknown): string => (typeof value === "number" ? number : typeof value);
  const kinds = [...new Set(values.map(typeOf))].map(
    (type) => ({ type, enum: values.filter((value) => typeOf(value) === type) }) as JsonSchemaObject,
  );
  return kinds.length === 1 && kinds[0] ? kinds[0] : { anyOf: kinds };
}

/** Values by the texts that stand for them: strings as they are, unless that is the JSON of another value, or nothing. */
function textsOf(values: readonly unknown[]): ReadonlyMap<string, unknown> {
  const others = values.filter((value) => typeof value !== "string").map((value) => JSON.stringify(value));
  const taken = new Set(["", ...others]);
  return new Map(
    values.map((value) => [typeof value === "string" && !taken.has(value) ? value : JSON.stringify(value), value]),
  );
}
