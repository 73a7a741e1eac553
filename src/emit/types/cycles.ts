/** Aliases that would need themselves: TypeScript refuses `type A = B | null; type B = A | string`. */
import type { JsonSchema } from "../../tool/json-schema.js";
import { components } from "../components.js";
import { isInterface } from "./declare.js";
import { refTarget } from "./names.js";

/** For each shared schema the number of its circle; two with the same number need each other at once. */
export function eagerCircles(schemas: Readonly<Record<string, JsonSchema>>): ReadonlyMap<string, number> {
  const edges = new Map<string, readonly string[]>();
  for (const [name, schema] of Object.entries(schemas)) edges.set(name, isInterface(schema) ? [] : eagerRefs(schema));
  return components(edges);
}

function eagerRefs(schema: JsonSchema): readonly string[] {
  const found = new Set<string>();
  const open: JsonSchema[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "boolean") continue;
    const target = next.$ref === undefined ? undefined : refTarget(next.$ref);
    if (target !== undefined) found.add(target);
    open.push(...(next.allOf ?? []), ...(next.anyOf ?? []), ...(next.oneOf ?? []));
  }
  return [...found];
}
