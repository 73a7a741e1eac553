/** `anyOf` and `oneOf`: branches that stand for themselves, and the way back from the one that a value fits. */
import { isRecord } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { fits } from "./fits.js";
import { jsonText } from "./loose.js";
import { asObject, flattened, isAnnotation } from "./merge.js";
import { type Conversion, type Part, part, same } from "./part.js";

/** `home`: where references of converted schemas lead. */
export function unionPart(given: JsonSchemaObject, at: string, c: Conversion, home: () => JsonSchemaObject): Part {
  const { anyOf, oneOf, ...base } = given;
  if (anyOf && oneOf) c.loosen(at, "anyOf");
  if (oneOf) c.loosen(at, "oneOf");
  const branches = (oneOf ?? anyOf ?? []).map((branch) => withBase(base, branch, at, c));
  const parts = distinct(branches.map((branch) => c.convert(branch, at)));
  const [only] = parts;
  // No provider takes a union of nothing, and nothing fits.
  if (only === undefined) {
    c.loosen(at, "anyOf");
    return jsonText({}, "any value");
  }
  if (parts.length === 1) return only;
  const schema = { anyOf: parts.map((one) => one.schema) };
  if (parts.every(({ restore }) => restore === undefined)) return part(schema);
  const meant = (value: unknown): Part | undefined => {
    const root = home();
    const fitting = parts.filter((one) => fits(value, one.schema, root));
    const claiming = fitting.find((one) => one.claims?.(value));
    // Where a schema cannot say that it is closed, the branch that knows all keys is meant.
    const knowing =
      c.dialect.closed === "unsaid" ? fitting.find(({ schema: one }) => knowsKeys(value, one)) : undefined;
    return claiming ?? knowing ?? fitting[0];
  };
  return {
    schema,
    restore(value) {
      const { restore = same } = meant(value) ?? {};
      return restore(value);
    },
    claims: (value) => meant(value)?.claims?.(value) === true,
  };
}

function knowsKeys(value: unknown, { properties = {} }: JsonSchemaObject): boolean {
  return !isRecord(value) || Object.keys(value).every((key) => Object.hasOwn(properties, key));
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
