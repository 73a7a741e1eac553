/**
 * Schemas that describe an instance by themselves (`A: allOf: [B]`, `B: anyOf: [A]`): a validator that follows them never
 * ends. Recursion through properties and items is another thing, and welcome.
 */
import type { Node } from "../document.js";
import { listBelow, mapBelow, objectNode, own } from "./node.js";
import { type Families, type Loops, type Reader, type Target, targetOf } from "./scope.js";

interface Edge {
  readonly to: Target;
  /** Through a union (or `not`, `if`): not through `allOf` or `$ref` alone. */
  readonly optional: boolean;
}

export function createLoops(reader: Pick<Reader, "find">, families: Pick<Families, "members">): Loops {
  const edges = new Map<string, readonly Edge[]>();
  const component = new Map<string, number>();
  const targets = new Map<string, Target>();

  const edgesOf = (target: Target): readonly Edge[] => {
    const known = edges.get(target.key);
    if (known) return known;
    const members = families.members(target).map((to) => ({ to, optional: true }));
    const found = [...findEdges(target.node, reader), ...members];
    edges.set(target.key, found);
    targets.set(target.key, target);
    return found;
  };

  /** Tarjan's strongly connected components, without recursion: the chain may be as long as the document. */
  const explore = (start: Target): void => {
    const index = new Map<string, number>();
    const low = new Map<string, number>();
    const stack: string[] = [];
    const onStack = new Set<string>();
    const work: { readonly target: Target; next: number }[] = [{ target: start, next: 0 }];
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const { key } = frame.target;
      if (frame.next === 0) {
        index.set(key, index.size);
        low.set(key, index.size - 1);
        stack.push(key);
        onStack.add(key);
      }
      const edge = edgesOf(frame.target)[frame.next];
      frame.next += 1;
      if (edge) {
        const to = edge.to.key;
        if (component.has(to)) continue;
        if (!index.has(to)) work.push({ target: edge.to, next: 0 });
        else if (onStack.has(to)) low.set(key, Math.min(low.get(key) ?? 0, index.get(to) ?? 0));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.target.key;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(key) ?? 0));
      if (low.get(key) !== index.get(key)) continue;
      const id = component.size;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        onStack.delete(member);
        component.set(member, id);
        if (member === key) break;
      }
    }
  };

  const same = (a: Target, b: Target): boolean => {
    if (a.key === b.key) return true;
    if (!component.has(a.key)) explore(a);
    if (!component.has(b.key)) explore(b);
    return component.get(a.key) === component.get(b.key);
  };

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
