/** All schemas that references of a document lead to outside `components`, so that their names depend on no order. */
import type { JsonValue, Node, OpenApiDocument } from "../../document.js";
import { isList, isObject, own } from "../node.js";
import type { Target } from "../scope.js";
import type { Targets } from "./targets.js";

const ONE = new Set([
  "schema",
  "itemSchema",
  "contentSchema",
  "items",
  "additionalItems",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
]);
const LIST = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);
const MAP = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas"]);
/** Data, not document: a `$ref` in there is none. */
const DATA = new Set(["example", "examples", "default", "enum", "const"]);

interface Item {
  readonly value: JsonValue;
  readonly at: Node["at"];
  readonly schema: boolean;
  /** The keys of this value are names, not keywords. */
  readonly names: boolean;
}

export function scanTargets(document: OpenApiDocument, targets: Targets): readonly Target[] {
  const found = new Map<string, Target>();
  const stack: Item[] = [{ value: document.root.value, at: document.root.at, schema: false, names: false }];
  const push = (value: JsonValue, parent: Item, key: string | number, schema: boolean, names: boolean): void => {
    if (typeof value !== "object" || value === null) return;
    const token = typeof key === "number" ? key : key.replaceAll("~", "~0").replaceAll("/", "~1");
    stack.push({ value, at: { file: parent.at.file, pointer: `${parent.at.pointer}/${token}` }, schema, names });
  };
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, at, schema, names } = item;
    if (isList(value)) {
      for (const [i, one] of value.entries()) push(one, item, i, schema, false);
      continue;
    }
    if (!isObject(value)) continue;
    const ref = names ? undefined : own(value, "$ref");
    if (typeof ref === "string") {
      const target = targets.find(ref, at);
      if (target && !found.has(target.key)) {
        if (schema) found.set(target.key, target);
        if (target.node.at.file !== document.root.at.file) {
          stack.push({ value: target.node.value, at: target.node.at, schema, names: false });
        }
      }
    }
    for (const [key, child] of Object.entries(value)) {
      if (!names && (DATA.has(key) || key.startsWith("x-"))) continue;
      const isSchema = names ? schema : ONE.has(key) || (LIST.has(key) && isList(child));
      const isMap = !names && MAP.has(key);
      push(child, item, key, isSchema || isMap, isMap);
    }
  }
  return [...found.values()];
}
