/**
 * Schemas that describe an instance by themselves (`A: allOf: [B]`, `B: anyOf: [A]`): a validator that follows them never
 * ends. Recursion through properties and items is another thing, and welcome.
 */
import type { Node } from "../../document.js";
import { listBelow, mapBelow, objectNode, own } from "../node.js";
import { type Families, type Loops, type Reader, type Target, targetOf } from "../scope.js";
import { createCycles } from "./cycles.js";

interface Edge {
  readonly to: Target;
  /** Through a union (or `not`, `if`): not through `allOf` or `$ref` alone. */
  readonly optional: boolean;
}

export function createLoops(reader: Pick<Reader, "find">, families: Pick<Families, "members">): Loops {
  const edges = new Map<string, readonly Edge[]>();

  const edgesOf = (target: Target): readonly Edge[] => {
    const known = edges.get(target.key);
    if (known) return known;
    const members = families.members(target).map((to) => ({ to, optional: true }));
    const found = [...findEdges(target.node, reader), ...members];
    edges.set(target.key, found);
    return found;
  };
  const steps = new Map<string, readonly Target[]>();
  const same = createCycles((target) => {
    const known = steps.get(target.key) ?? edgesOf(target).map((edge) => edge.to);
    steps.set(target.key, known);
    return known;
  });

  const throughUnions = (a: Target, b: Target): boolean => {
    if (!same(a, b)) return false;
    const seen = new Set<string>();
    const queue = [b];
    for (let target = queue.pop(); target; target = queue.pop()) {
      if (target.key === a.key) return true;
      if (seen.has(target.key)) continue;
      seen.add(target.key);
      queue.push(
        ...edgesOf(target)
          .filter((e) => e.optional && same(a, e.to))
          .map((e) => e.to),
      );
    }
    return false;
  };
  return { same, throughUnions };
}

const OPTIONAL_LISTS = ["oneOf", "anyOf"];
const OPTIONAL_SINGLE = ["not", "if", "then", "else"];

function findEdges(start: Node, reader: Pick<Reader, "find">): readonly Edge[] {
  const found = new Map<string, Edge>();
  const queue: { readonly node: Node; readonly optional: boolean }[] = [{ node: start, optional: false }];
  for (let item = queue.pop(); item; item = queue.pop()) {
    const node = objectNode(item.node);
    if (!node) continue;
    const to = targetOf(node, reader);
    if (to) found.set(`${to.key} ${item.optional}`, { to, optional: item.optional });
    for (const member of listBelow(node, "allOf")) queue.push({ node: member, optional: item.optional });
    const optional = [
      ...OPTIONAL_LISTS.flatMap((key) => listBelow(node, key)),
      ...OPTIONAL_SINGLE.flatMap((key) => single(node, key)),
      ...mapBelow(node, "dependentSchemas").map(([, schema]) => schema),
    ];
    for (const branch of optional) queue.push({ node: branch, optional: true });
  }
  return [...found.values()];
}

function single(node: Node, key: string): readonly Node[] {
  const object = objectNode(node);
  const value = object ? own(object.value, key) : undefined;
  return value === undefined ? [] : [{ value, at: { file: node.at.file, pointer: `${node.at.pointer}/${key}` } }];
}
