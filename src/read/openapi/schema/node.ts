/** Steps through the document's JSON that keep the place of what they find. */
import type { JsonObject, JsonValue, Node } from "../document.js";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Own value of a key: names in documents may be `constructor` or `__proto__`. */
export function own(value: JsonObject, key: string): JsonValue | undefined {
  const found = value[key];
  return found !== undefined && Object.hasOwn(value, key) ? found : undefined;
}

/** The node below one key (RFC 6901); the caller knows that it is there. */
export function below<T extends JsonValue>(node: Node, key: string | number, value: T): Node<T> {
  const token =
    typeof key === "number" ? key : /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
  return { value, at: { file: node.at.file, pointer: `${node.at.pointer}/${token}` } };
}

/** The entries of a list below one key of an object; none where it is no list. */
export function listBelow(node: Node<JsonObject>, key: string): readonly Node[] {
  const list = own(node.value, key);
  if (!isList(list)) return [];
  const parent = below(node, key, list);
  return list.map((value, i) => below(parent, i, value));
}

/** The members of an object below one key of an object; none where it is no object. */
export function mapBelow(node: Node<JsonObject>, key: string): readonly (readonly [string, Node])[] {
  const map = own(node.value, key);
  if (!isObject(map)) return [];
  const parent = below(node, key, map);
  return Object.entries(map).map(([name, value]) => [name, below(parent, name, value)] as const);
}

export function objectNode(node: Node): Node<JsonObject> | undefined {
  return isObject(node.value) ? { value: node.value, at: node.at } : undefined;
}

/** More than any two schemas worth comparing have; what shares its parts could otherwise take for ever. */
const MAX_COMPARED = 5_000;

/** Structural equality of JSON; what is too large to compare counts as different. */
export function equal(a: unknown, b: unknown): boolean {
  let left = MAX_COMPARED;
  const same = (x: unknown, y: unknown): boolean => {
    if (x === y) return true;
    if (typeof x !== "object" || typeof y !== "object" || x === null || y === null) return false;
    left -= 1;
    if (left < 0 || Array.isArray(x) !== Array.isArray(y)) return false;
    const theirs = new Map<string, unknown>(Object.entries(y));
    const mine = Object.entries(x);
    return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && same(value, theirs.get(key)));
  };
  return same(a, b);
}
