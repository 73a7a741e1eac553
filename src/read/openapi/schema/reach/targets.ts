/** What references lead to: one `Target` for each place, so that places can be compared. */
import type { JsonValue, Location, Node, OpenApiDocument } from "../../document.js";
import { isObject, own } from "../node.js";
import type { Target } from "../scope.js";
import { siblingKeys } from "../siblings.js";
import { bindsAnchors } from "./dynamic.js";

export interface Targets {
  /** What one place says, through references that say nothing else. */
  find(ref: string, from: Location): Target | undefined;
  at(node: Node): Target;
  bodyOf(target: Target): Target;
}

export function createTargets(document: OpenApiDocument, modern: boolean): Targets {
  const known = new Map<string, Target>();
  const bodies = new Map<string, Target>();
  const found = new Map<string, Target | undefined>();

  const isAlias = (value: JsonValue): value is { readonly $ref: string } =>
    isObject(value) &&
    typeof own(value, "$ref") === "string" &&
    siblingKeys(value, modern).length === 0 &&
    !bindsAnchors(value);

  const place = (node: Node): Target => {
    const { file, pointer } = node.at;
    const key = `${file === document.root.at.file ? "" : file}#${pointer}`;
    const target = known.get(key) ?? { key, node };
    known.set(key, target);
    return target;
  };

  /** Where a chain of references that say nothing else ends, by the place of each step. */
  const ends = new Map<string, Target | undefined>();

  /** However long the chain; one that ends in itself leads nowhere. */
  const follow = (ref: string, from: Location): Target | undefined => {
    const steps = new Set<string>();
    let node = document.resolve(ref, from);
    let end: Target | undefined;
    while (node) {
      const key = `${node.at.file}#${node.at.pointer}`;
      if (steps.has(key)) break;
      if (ends.has(key)) {
        end = ends.get(key);
        break;
      }
      steps.add(key);
      const { value } = node;
      if (!isAlias(value)) {
        end = place(node);
        break;
      }
      node = document.resolve(value.$ref, node.at);
    }
    for (const key of steps) ends.set(key, end);
    return end;
  };

  return {
    at: (node) => (isAlias(node.value) ? follow(node.value.$ref, node.at) : undefined) ?? place(node),
    find(ref, from) {
      // Other references may depend on an `$id` or an `$anchor` around them.
      if (!ref.startsWith("#/components/")) return follow(ref, from);
      const key = `${from.file}\n${ref}`;
      if (!found.has(key)) found.set(key, follow(ref, from));
      return found.get(key);
    },
    bodyOf(target) {
      const body = bodies.get(target.key) ?? { key: `${target.key} body`, node: target.node, bodyOf: target };
      bodies.set(target.key, body);
      return body;
    },
  };
}
