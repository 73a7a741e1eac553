import type { Code } from "../../../diagnostics.js";
import type { JsonObject, JsonValue, Location, Node } from "../document.js";
import { token } from "../pointer.js";
import { isObject, own } from "../value.js";
import type { Trail } from "./trail.js";

/** What every part of the conversion is handed. */
export interface Conversion {
  /** Key of the root file. */
  readonly root: string;
  readonly trail: Trail;
  /** In the document as it is written. */
  resolve(ref: string, from: Location): Node | undefined;
  /** A reference that stands in `from`, as it has to read in the converted root. */
  rebase(ref: string, from: Location): string;
  /** A schema in the converted root. */
  schema(node: Node): JsonValue;
  report(code: Code, message: string, at: Location): void;
}

/** Entries become own members even where a name is `__proto__`. */
export type Entries = (readonly [string, JsonValue])[];

const MAX_STEPS = 50;

/** What a node says, references followed; undefined where they lead nowhere. */
export function follow(node: Node, { resolve }: Pick<Conversion, "resolve">): Node<JsonObject> | undefined {
  let at: Node | undefined = node;
  for (let steps = 0; at && steps < MAX_STEPS; steps++) {
    const { value } = at;
    if (!isObject(value)) return undefined;
    const ref = own(value, "$ref");
    if (typeof ref !== "string") return { value, at: at.at };
    at = resolve(ref, at.at);
  }
  return undefined;
}

/** The node below a key; the caller knows that it is there. */
export function below(node: Node, key: string | number, value: JsonValue): Node {
  return { value, at: { file: node.at.file, pointer: `${node.at.pointer}/${token(key)}` } };
}

/** The members of an object, or of the object that a reference in its place leads to. */
export function members(node: Node, key: string, context: Conversion): readonly (readonly [string, Node])[] {
  const value = own(node.value, key);
  if (value === undefined) return [];
  const map = follow(below(node, key, value), context);
  return map ? Object.entries(map.value).map(([name, member]) => [name, below(map, name, member)] as const) : [];
}

/** Extensions, and the keys named. */
export function kept(value: JsonObject, keys: readonly string[]): Entries {
  return Object.entries(value).filter(([key]) => keys.includes(key) || key.startsWith("x-"));
}
