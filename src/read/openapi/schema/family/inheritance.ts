/** Who takes in whom by `allOf`. Seen from the document alone, so that what is merged depends on no order of reading. */
import type { JsonObject, JsonValue, Node } from "../../document.js";
import { isList, isObject, listBelow, own } from "../node.js";
import { createCycles } from "../reach/cycles.js";
import { type Inheritance, type Reader, type Target, targetOf } from "../scope.js";
import { limitingKeys, referenceIn, saysOnlyWords, siblingKeys } from "../siblings.js";

/** Longer chains are no interface; flattening each step of one would take quadratic space. */
const MAX_HEIGHT = 64;
const DATA = new Set(["example", "examples", "default", "enum", "const"]);

type Links = Pick<Reader, "find" | "modern">;

export function createInheritance(reader: Links): Inheritance {
  const parts = new Map<string, readonly Target[]>();
  const heights = new Map<string, number>();

  const partsOf = (target: Target): readonly Target[] => {
    const known = parts.get(target.key) ?? findParts(target.node, reader);
    parts.set(target.key, known);
    return known;
  };
  const inCycle = createCycles(partsOf);

  const order = (start: Target, isDone: (target: Target) => boolean): readonly Target[] => {
    const found: Target[] = [];
    const open = new Set<string>();
    const work: { readonly target: Target; next: number }[] = [{ target: start, next: 0 }];
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      open.add(frame.target.key);
      const part = partsOf(frame.target)[frame.next];
      frame.next += 1;
      if (!part) found.push(work.pop()?.target ?? frame.target);
      else if (!open.has(part.key) && !isDone(part)) work.push({ target: part, next: 0 });
    }
    return found;
  };

  const heightOf = (target: Target): number => {
    const below = partsOf(target).map((part) => (inCycle(target, part) ? 0 : (heights.get(part.key) ?? 0)));
    return 1 + Math.max(0, ...below.filter((height) => height < MAX_HEIGHT));
  };

  const isShallow = (part: Target): boolean => {
    if (!heights.has(part.key)) {
      for (const target of order(part, (one) => heights.has(one.key))) heights.set(target.key, heightOf(target));
    }
    return (heights.get(part.key) ?? 0) < MAX_HEIGHT;
  };

  return {
    order,
    isShallow,
    merges: (into, part) => !(into && inCycle(into, part)) && isShallow(part),
  };
}

/** What one schema takes in, in itself or in what is nested in it. */
function findParts(start: Node, reader: Links): readonly Target[] {
  const found = new Map<string, Target>();
  const stack: Node[] = [start];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const { value, at } = node;
    if (isObject(value)) for (const part of partsHere({ value, at }, reader)) found.set(part.key, part);
    for (const child of childrenOf(value)) stack.push({ value: child, at });
  }
  return [...found.values()];
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value;
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    typeof child !== "object" || child === null || DATA.has(key) || key.startsWith("x-") ? [] : [child],
  );
}

const SPENT = new Set(["discriminator", "$ref", "$dynamicRef", "$recursiveRef"]);

/** As `combine` sees it: a reference alone, with words beside it, stays one. */
function partsHere(node: Node<JsonObject>, reader: Links): readonly Target[] {
  const { value } = node;
  const joins = ["allOf", "anyOf", "oneOf"].filter((key) => key === "allOf" || listBelow(node, key).length === 1);
  const members = joins.flatMap((key) => listBelow(node, key)).filter((member) => !saysOnlyWords(member.value));
  const refs = members.filter((member) => isObject(member.value) && own(member.value, "$ref") !== undefined);
  const limits = limitingKeys(value).some((key) => !joins.includes(key) && !SPENT.has(key));
  const limitedRefs = refs.filter(({ value: ref }) => reader.modern && isObject(ref) && limitingKeys(ref).length > 0);
  const reference = referenceIn(value);
  const siblings = siblingKeys(value, reader.modern || reference?.key !== "$ref").filter((key) => !SPENT.has(key));
  if (reference && siblings.length > 0) {
    members.push(node);
    refs.push(node);
  }
  if (members.length === 1 && !limits && limitedRefs.length === 0) return [];
  return refs.flatMap((ref) => targetOf(ref, reader) ?? []);
}
