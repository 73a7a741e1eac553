/** Schemas of profiles as ajv reads them, and which of its errors a profile has told of. */
import type { ErrorObject } from "ajv";
import type { Loosened } from "../../../src/providers/convert/part.js";

/** `nullable`, and that no object has other properties, as JSON Schema says it. */
export function withNullable(schema: unknown, change = (one: Record<string, unknown>): object => one): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withNullable(one, change));
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...copy } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withNullable(value, change)]),
  );
  const changed = change(copy["properties"] ? { additionalProperties: false, ...copy } : copy);
  return nullable === true ? { anyOf: [changed, { type: "null" }] } : changed;
}

/** The same, and text that has to be JSON as some that is. */
export function checkable(schema: unknown): unknown {
  return withNullable(schema, ({ description, type, ...copy }) => {
    const isText = typeof description === "string" && /\(as JSON text: (?:an (?:empty )?object|(.*))/.exec(description);
    const values = isText && type !== undefined ? { enum: [isText[1] === undefined ? "{}" : "1"] } : {};
    return {
      ...copy,
      ...(description !== undefined && { description }),
      ...(type !== undefined && { type }),
      ...values,
    };
  });
}

/** What is loosened of these may be wrong in any way. */
const AT_ALL: ReadonlySet<string> = new Set(["$ref", "prefixItems"]);

/** An error that the profile said may come: at or below a place, or of a keyword in a shared definition. */
export function isForeseen({ instancePath, keyword }: ErrorObject, loosened: readonly Loosened[]): boolean {
  return loosened.some((one) => {
    if (one.keyword === keyword || one.path.startsWith("#")) return one.keyword === keyword || AT_ALL.has(one.keyword);
    const place = one.path.split("/");
    const parts = instancePath.split("/");
    return place.every((part, i) => part === "*" || part === parts[i]);
  });
}
