import type { JsonSchemaObject } from "../../tool/json-schema.js";
import { type Conversion, type Part, part } from "./part.js";

/** `enum` and `const`. Where a dialect has strings alone, other values are written as such, and read back. */
export function choicePart(values: readonly unknown[], c: Conversion): Part {
  const strings = values.every((value) => typeof value === "string");
  if (strings) return part({ type: "string", enum: values });
  const scalar = values.every((value) => typeof value !== "object");
  if (scalar && c.dialect.otherEnums) {
    const types = [...new Set(values.map(typeName))];
    const schema = { type: types.length === 1 ? types[0] : types, enum: values } as JsonSchemaObject;
    return part(schema);
  }
  const texts = new Map(values.map((value) => [typeof value === "string" ? value : JSON.stringify(value), value]));
  return part({ type: "string", enum: [...texts.keys()] }, (value) =>
    typeof value === "string" && texts.has(value) ? texts.get(value) : value,
  );
}

function typeName(value: unknown): string {
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value;
}
