/** Walks over JSON Schemas of the IR. */
import type { JsonSchema } from "../tool/json-schema.js";
import type { OperationBase } from "./types.js";

const PREFIX = "#/$defs/";

const known = new WeakMap<object, ReadonlySet<string>>();

/** Names of the shared schemas that a schema refers to, at any depth, not through them. */
export function referredSchemas(schema: JsonSchema): ReadonlySet<string> {
  if (typeof schema === "boolean") return new Set();
  const before = known.get(schema);
  if (before !== undefined) return before;
  const found = new Set<string>();
  const open: object[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const key of Object.keys(next)) {
      const value: unknown = Reflect.get(next, key);
      if (typeof value === "object" && value !== null) open.push(value);
      else if (key === "$ref" && typeof value === "string" && value.startsWith(PREFIX))
        found.add(value.slice(PREFIX.length));
    }
  }
  known.set(schema, found);
  return found;
}

/** Every schema that an operation has. */
export function schemasOf({
  input,
  output,
  bound = {},
}: Pick<OperationBase, "input" | "output" | "bound">): JsonSchema[] {
  return [input, ...(output === undefined ? [] : [output]), ...Object.values(bound).map(({ schema }) => schema)];
}
