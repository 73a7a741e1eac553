/** What finished schemas refer to. */
import type { JsonSchema } from "../../../../tool/json-schema.js";
import { isObject } from "../node.js";

/** Keywords that hold schemas: one, a list, or a map by name. Whatever else holds an object holds data. */
const HOLDERS: ReadonlyMap<string, "one" | "list" | "map"> = new Map([
  ...["items", "contains", "additionalProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems"].map(
    (key) => [key, "one"] as const,
  ),
  ...["not", "if", "then", "else"].map((key) => [key, "one"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((key) => [key, "list"] as const),
  ...["properties", "patternProperties", "dependentSchemas"].map((key) => [key, "map"] as const),
]);
const PREFIX = "#/$defs/";

export interface Facts {
  /** Names in `$defs`. */
  readonly refs: ReadonlySet<string>;
  readonly renamed: boolean;
  readonly drops: boolean;
}

/** Of one schema, its references not followed. */
export function factsOf(start: JsonSchema): Facts {
  const refs = new Set<string>();
  let [renamed, drops] = [false, false];
  const seen = new Set<object>();
  const stack: unknown[] = [start];
  while (stack.length > 0) {
    const schema = stack.pop();
    // Parts may be shared: each is looked at once.
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    for (const key of Object.keys(schema)) {
      const value: unknown = schema[key];
      if (typeof value === "string") {
        if (key === "$ref" && value.startsWith(PREFIX)) refs.add(value.slice(PREFIX.length));
        else if (key === "x-toolgen-wire") renamed = true;
      } else if (typeof value !== "object" || value === null) continue;
      else if (key === "x-toolgen-drop") drops = true;
      else pushHeld(HOLDERS.get(key), value, stack);
    }
  }
  return { refs, renamed, drops };
}

function pushHeld(how: "one" | "list" | "map" | undefined, value: object, stack: unknown[]): void {
  if (how === "one") stack.push(value);
  else if (how === "list" && Array.isArray(value)) for (const schema of value) stack.push(schema);
  else if (how === "map") for (const schema of Object.values(value)) stack.push(schema);
}

export interface Reach {
  names(from: Iterable<JsonSchema>): ReadonlySet<string>;
  some(from: JsonSchema, what: "renamed" | "drops"): boolean;
}

export function createReach(schemaOf: (name: string) => JsonSchema | undefined): Reach {
  const facts = new Map<string, Facts>();
  const of = (name: string): Facts => {
    const known = facts.get(name) ?? factsOf(schemaOf(name) ?? true);
    facts.set(name, known);
    return known;
  };
  const without = { renamed: new Set<string>(), drops: new Set<string>() };
  return {
    names(from) {
      const found = new Set<string>();
      const queue = [...from].flatMap((schema) => [...factsOf(schema).refs]);
      for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
        if (found.has(name)) continue;
        found.add(name);
        queue.push(...of(name).refs);
      }
      return found;
    },
    some(from, what) {
      const start = factsOf(from);
      if (start[what]) return true;
      const seen = new Set<string>();
      const queue = [...start.refs];
      for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
        if (seen.has(name) || without[what].has(name)) continue;
        if (of(name)[what]) return true;
        seen.add(name);
        queue.push(...of(name).refs);
      }
      // All that was seen leads only to what was seen.
      for (const name of seen) without[what].add(name);
      return false;
    },
  };
}
