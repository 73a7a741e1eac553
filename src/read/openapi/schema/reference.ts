/** `$ref`, and its dynamic relatives. */
import type { JsonSchema } from "../../../tool/json-schema.js";
import type { JsonObject, Node } from "../document.js";
import { BrokenReference } from "./broken.js";
import { amend } from "./combine/join.js";
import { isFile } from "./file.js";
import { below, isObject, listBelow, objectNode, own } from "./node.js";
import { boundTarget, isTemplate } from "./reach/dynamic.js";
import { beside, type Draft, leadsBack, type Scope } from "./scope.js";
import { type Reference, siblingKeys } from "./siblings.js";
import { readText } from "./text.js";

/** Files nested deeper in unions and lists of shared schemas are no parts of a body. */
const MAX_INLINE = 6;

/** `body` converts what stands beside the reference, and the reference with it where `$ref` is among the keys. */
export function convertReference(
  node: Node<JsonObject>,
  { key, ref }: Reference,
  scope: Scope,
  body: (rest: Node<JsonObject>) => JsonSchema,
): JsonSchema {
  const { reader } = scope;
  const bound = key === "$dynamicRef" ? boundTarget(ref, scope) : undefined;
  const target = bound ?? reader.find(ref, node.at);
  // OpenAPI 3.0 ignores what stands beside `$ref`; of words and `nullable` there it is plain what authors mean.
  const siblings = siblingKeys(node.value, reader.modern || key !== "$ref").filter((name) => name !== key);
  const rest = Object.fromEntries(Object.entries(node.value).filter(([name]) => siblings.includes(name)));
  const alone = (): JsonSchema => body({ value: rest, at: node.at });
  if (key !== "$ref" && !bound) {
    const how = target ? "is read as a plain reference" : "leads nowhere from here: any value is taken";
    reader.report("SCHEMA_DYNAMIC_REF", node, `${key} ${JSON.stringify(ref)} ${how}`);
    if (!target) return alone();
  }
  if (!target) {
    scope.view.directional = true;
    // What is not known of an answer is no reason to lose the operation.
    if (scope.direction === "output") return alone();
    throw new BrokenReference(ref, node.at);
  }
  // A branch that leads back has been left out before, and a base's branches may lead back to their base.
  if (scope.place === "value" && leadsBack({ value: { $ref: ref }, at: node.at }, scope)) {
    reader.report("SCHEMA_LOOP", node, `${key} ${JSON.stringify(ref)} leads back to itself: any value is taken`);
    return alone();
  }
  if (scope.files && scope.depth < MAX_INLINE && holdsFiles(target.node, scope)) {
    // The shared schema says text, for JSON; this place needs one of its own.
    const words: Draft = {};
    readText(node, words, scope);
    return amend(reader.convert(target.node, beside(scope, scope.place)), words, scope);
  }
  if (siblings.length > 0) return body({ value: { ...rest, $ref: ref }, at: node.at });
  return isTemplate(target, scope)
    ? reader.convert(target.node, beside(scope, scope.place))
    : reader.refer(target, scope);
}

function holdsFiles(target: Node, scope: Scope): boolean {
  const node = objectNode(target);
  if (!node) return false;
  const items = own(node.value, "items");
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((key) => listBelow(node, key));
  const inner = isObject(items) ? [below(node, "items", items), ...parts] : parts;
  return isFile(node, scope.reader) || inner.some((part) => isFile(part, scope.reader));
}
