/** Aliases that would need themselves: TypeScript refuses `type A = B | null; type B = A | string`. */
import type { JsonSchema } from "../../tool/json-schema.js";
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

interface Visit {
  readonly name: string;
  readonly order: number;
  low: number;
  next: number;
}

// Tarjan's algorithm without recursion: documents may hold long chains.
function components(edges: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const circles = new Map<string, number>();
  const visits = new Map<string, Visit>();
  const pending: Visit[] = [];
  const enter = (name: string): Visit => {
    const visit = { name, order: visits.size, low: visits.size, next: 0 };
    visits.set(name, visit);
    pending.push(visit);
    return visit;
  };
  for (const root of edges.keys()) {
    if (visits.has(root)) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = edges.get(top.name)?.[top.next++];
      if (target !== undefined) {
        const seen = visits.get(target);
        if (seen === undefined && edges.has(target)) path.push(enter(target));
        else if (seen !== undefined && !circles.has(target)) top.low = Math.min(top.low, seen.order);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) above.low = Math.min(above.low, top.low);
      if (top.low !== top.order) continue;
      for (let member = pending.pop(); member !== undefined; member = pending.pop()) {
        circles.set(member.name, top.order);
        if (member === top) break;
      }
    }
  }
  return circles;
}
