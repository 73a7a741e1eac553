/** What finished schemas refer to. */
import type { JsonSchema } from "../../../tool/json-schema.js";
import { isObject } from "./node.js";

const ONE = [
  "items",
  "contains",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
  "not",
  "if",
  "then",
  "else",
];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "dependentSchemas"];
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
  const seen = new Set<unknown>();
  const stack: unknown[] = [start];
  while (stack.length > 0) {
    const schema = stack.pop();
    // Parts may be shared: each is looked at once.
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (typeof schema["$ref"] === "string" && schema["$ref"].startsWith(PREFIX))
      refs.add(schema["$ref"].slice(PREFIX.length));
    renamed ||= schema["x-toolgen-wire"] !== undefined;
    drops ||= schema["x-toolgen-drop"] !== undefined;
    for (const key of ONE) if (schema[key] !== undefined) stack.push(schema[key]);
    for (const key of LISTS) if (Array.isArray(schema[key])) stack.push(...schema[key]);
    for (const key of MAPS) {
      const map = schema[key];
      if (isObject(map)) stack.push(...Object.values(map));
    }
  }
  return { refs, renamed, drops };
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
