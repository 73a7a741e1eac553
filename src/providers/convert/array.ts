import type { JsonSchemaObject } from "../../tool/json-schema.js";
import { below, type Conversion, type Part, part, same } from "./part.js";

/** Lists, and tuples as lists whose items are of any of the tuple's kinds. */
export function arrayPart(schema: JsonSchemaObject, at: string, c: Conversion): Part {
  const { prefixItems, items } = schema;
  const inside = below(at, "*");
  if (prefixItems === undefined) {
    const item = c.convert(items, inside);
    const { restore } = item;
    return part(
      { type: "array", items: item.schema },
      restore && ((value) => (Array.isArray(value) ? value.map(restore) : value)),
    );
  }
  c.loosen(at, "prefixItems");
  const { keywords } = c.dialect;
  const isBounded = items === false && schema.maxItems === undefined && keywords !== "any" && keywords.has("maxItems");
  const heads = prefixItems.map((one) => c.convert(one, inside));
  const rest = items === false ? undefined : c.convert(items, inside);
  const kinds = [...heads, ...(rest ? [rest] : [])];
  const distinct = new Map(kinds.map(({ schema: one }) => [JSON.stringify(one), one]));
  const [only] = distinct.values();
  return part(
    {
      type: "array",
      items: distinct.size === 1 && only ? only : { anyOf: [...distinct.values()] },
      ...(isBounded && { maxItems: heads.length }),
    },
    (value) => (Array.isArray(value) ? value.map((one, i) => ((heads[i] ?? rest)?.restore ?? same)(one)) : value),
  );
}
