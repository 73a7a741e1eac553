import { isRecord } from "../../runtime/schema.js";
import type { Dialect } from "../dialect.js";
import { type Part, part, same } from "./part.js";

/** The key of arguments that are no plain object: a union, any object at all, a map. */
const WHOLE = "arguments";

/** Every dialect wants an object with properties at the root. */
export function asArguments(whole: Part, dialect: Dialect): Part {
  const { schema, restore = same } = whole;
  if (schema.type === "object" && schema.properties !== undefined) return whole;
  return part(
    {
      type: "object",
      properties: { [WHOLE]: schema },
      required: [WHOLE],
      ...(dialect.closed === true && { additionalProperties: false }),
    },
    (value) => (isRecord(value) && Object.hasOwn(value, WHOLE) ? restore(value[WHOLE]) : value),
  );
}
