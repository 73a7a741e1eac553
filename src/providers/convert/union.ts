/** `anyOf` and `oneOf`: branches that stand for themselves, and the way back from the one that a value fits. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { fits } from "./fits.js";
import { asObject, flattened, isAnnotation } from "./merge.js";
import { type Conversion, type Part, part } from "./part.js";

/** `home`: where references of converted schemas lead. */
export function unionPart(schema: JsonSchemaObject, at: string, c: Conversion, home: () => JsonSchemaObject): Part {
  const { anyOf, oneOf, ...base } = schema;
  if (anyOf && oneOf) c.loosen(at, "anyOf");
  if (oneOf) c.loosen(at, "oneOf");
  const branches = (oneOf ?? anyOf ?? []).map((branch) => withBase(base, branch, at, c));
  const parts = distinct(branches.map((branch) => c.convert(branch, at)));
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const restores = parts.some(({ restore }) => restore !== undefined);
  return part(
    { anyOf: parts.map((one) => one.schema) },
    restores
      ? (value) => {
          const chosen = parts.find((one) => fits(value, one.schema, home()));
          return chosen?.restore ? chosen.restore(value) : value;
        }
      : undefined,
  );
}

/** What stands beside the union holds in every branch. */
function withBase(base: JsonSchemaObject, branch: JsonSchema, at: string, c: Conversion): JsonSchema {
  const shared = Object.fromEntries(Object.entries(base).filter(([keyword]) => !isAnnotation(keyword)));
  const keys = Object.keys(shared);
  if (keys.length === 0) return branch;
  const own = asObject(branch);
  // `type: object` beside references to objects says nothing new.
  if (keys.length === 1 && keys[0] === "type" && own.$ref !== undefined) return branch;
  return flattened({ ...shared, allOf: [own] }, c.root, (keyword) => c.loosen(at, keyword));
}

function distinct(parts: readonly Part[]): readonly Part[] {
  return [...new Map(parts.map((one) => [JSON.stringify(one.schema), one])).values()];
}
