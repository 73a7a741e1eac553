/** The properties that one schema declares by itself. */
import type { JsonObject, Node } from "../document.js";
import { below, isObject, own } from "./node.js";
import type { Reader } from "./scope.js";

export function propertiesOf(
  node: Node<JsonObject>,
  reader: Pick<Reader, "find">,
): readonly (readonly [string, Node])[] {
  const map = own(node.value, "properties");
  if (!isObject(map)) return [];
  const parent = below(node, "properties", map);
  const entries = Object.entries(map).map(([name, value]) => [name, below(parent, name, value)] as const);
  const ref = own(map, "$ref");
  if (typeof ref !== "string") return entries;
  // `properties: {$ref: …}`: a property `$ref` would need a schema, so this means the properties that stand there.
  const target = reader.find(ref, parent.at)?.node;
  const lent = target && isObject(target.value) ? Object.entries(target.value) : [];
  const added = lent.map(([name, value]) => [name, below(target ?? parent, name, value)] as const);
  return [...added, ...entries.filter(([name]) => name !== "$ref")];
}
