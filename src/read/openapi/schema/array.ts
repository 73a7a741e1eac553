/** Items. */
import type { JsonObject, Node } from "../document.js";
import { below, isList, isObject, listBelow, own } from "./node.js";
import { type Draft, inside, type Scope } from "./scope.js";
import { typesOf } from "./type.js";

export function readArray(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const value = node.value;
  const prefix = own(value, "prefixItems");
  const items = own(value, "items");
  if (isList(prefix) && prefix.length > 0) {
    draft.prefixItems = listBelow(node, "prefixItems").map((item) => scope.reader.convert(item, inside(scope)));
  }
  if (isList(items)) {
    // Until draft 2019-09 a list of schemas, with `additionalItems` for the rest.
    if (items.length > 0)
      draft.prefixItems = listBelow(node, "items").map((item) => scope.reader.convert(item, inside(scope)));
    readOne(node, "additionalItems", "items", draft, scope);
  } else if (items !== undefined && items !== null) readOne(node, "items", "items", draft, scope);
  readOne(node, "contains", "contains", draft, scope);
  readOne(node, "unevaluatedItems", "unevaluatedItems", draft, scope);
  if (draft.contains === undefined) {
    // Without `contains` they mean nothing, and strict validators refuse them.
    delete draft["minContains"];
    delete draft["maxContains"];
  }
  if (
    scope.place === "value" &&
    draft.type === undefined &&
    draft.items !== undefined &&
    draft.properties === undefined
  ) {
    if (!draft.enum && draft.const === undefined) draft.type = "array";
  }
  // Providers refuse arrays without `items`; standing there it says what leaving it out says.
  const open = draft.items === undefined && draft.prefixItems === undefined;
  if (open && scope.place !== "test" && typesOf(draft).includes("array")) draft.items = {};
}

function readOne(
  node: Node<JsonObject>,
  from: string,
  to: "items" | "contains" | "unevaluatedItems",
  draft: Draft,
  scope: Scope,
): void {
  const schema = own(node.value, from);
  if (schema === undefined) return;
  if (typeof schema === "boolean") draft[to] = schema;
  else if (isObject(schema)) {
    const files = scope.files && to === "items";
    draft[to] = scope.reader.convert(below(node, from, schema), inside(scope, files));
  } else scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `${from} is no schema: it is left out`);
}
