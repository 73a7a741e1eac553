/**
 * `$dynamicRef` (JSON Schema 2020-12, core, 7.1): a template refers to an anchor, and whoever refers to the template
 * says what stands there. Such a template is read anew for each of its uses.
 */
import type { JsonObject, JsonValue, Node } from "../../document.js";
import { isList, isObject, mapBelow, own } from "../node.js";
import type { Reader, Scope, Target } from "../scope.js";

/** Templates within templates; what refers to itself by way of them stays a plain reference. */
const MAX_DEPTH = 12;

/** The scope in which the anchors of one schema are bound; what is bound further out comes first. */
export function withAnchors(node: Node<JsonObject>, scope: Scope): Scope {
  if (node.value["$defs"] === undefined && node.value["$dynamicAnchor"] === undefined) return scope;
  const anchored = [node, ...mapBelow(node, "$defs").map(([, child]) => child)];
  const found = anchored.flatMap((one) => {
    const name = isObject(one.value) ? own(one.value, "$dynamicAnchor") : undefined;
    return typeof name === "string" ? [[name, scope.reader.targetAt(one)] as const] : [];
  });
  return found.length === 0 ? scope : { ...scope, anchors: new Map([...found, ...scope.anchors]) };
}

export function boundTarget(ref: string, scope: Scope): Target | undefined {
  return ref.startsWith("#") ? scope.anchors.get(ref.slice(1)) : undefined;
}

/** Whether a target is a template for something that is bound here, so that this use needs a schema of its own. */
export function isTemplate(target: Target, scope: Scope): boolean {
  if (scope.anchors.size === 0 || scope.depth > MAX_DEPTH) return false;
  return dynamicNames(target.node.value, scope.reader).some((name) => scope.anchors.has(name));
}

/** Names that a schema's own text refers to dynamically. */
function dynamicNames(start: JsonValue, reader: Pick<Reader, "dynamicNames">): readonly string[] {
  if (!isObject(start)) return [];
  const known = reader.dynamicNames.get(start);
  if (known) return known;
  const found = new Set<string>();
  const stack: JsonValue[] = [start];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (isList(value)) stack.push(...value);
    if (!isObject(value)) continue;
    const ref = own(value, "$dynamicRef");
    if (typeof ref === "string" && ref.startsWith("#")) found.add(ref.slice(1));
    stack.push(...Object.values(value));
  }
  const names = [...found];
  reader.dynamicNames.set(start, names);
  return names;
}

/** A schema that says what stands at an anchor is more than the reference that it holds. */
export function bindsAnchors(value: JsonObject): boolean {
  const definitions = own(value, "$defs");
  return (
    isObject(definitions) &&
    Object.values(definitions).some((one) => isObject(one) && own(one, "$dynamicAnchor") !== undefined)
  );
}
