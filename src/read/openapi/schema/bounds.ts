/** Numeric limits, in both dialects. */
import type { JsonObject, Node } from "../document.js";
import { own } from "./node.js";
import type { Draft, Scope } from "./scope.js";

const LIMITS = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

export function readBounds(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  for (const [plain, exclusive] of LIMITS) {
    const bound = limit(node, plain, scope);
    const strict = own(node.value, exclusive);
    // OpenAPI 3.0: a switch that sharpens `minimum`. JSON Schema 2020-12: a limit of its own.
    if (typeof strict === "boolean") {
      if (bound !== undefined) draft[strict ? exclusive : plain] = bound;
      continue;
    }
    if (bound !== undefined) draft[plain] = bound;
    const sharp = limit(node, exclusive, scope);
    if (sharp !== undefined) draft[exclusive] = sharp;
  }
}

function limit(node: Node<JsonObject>, key: string, scope: Scope): number | undefined {
  const value = own(node.value, key);
  if (value === undefined || typeof value === "boolean") return undefined;
  if (typeof value !== "number" || !Number.isFinite(value)) {
    scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `${key} is no number: it is left out`);
    return undefined;
  }
  // Parsing has rounded it, perhaps inwards: such a limit could refuse the very number that it names.
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? undefined : value;
}
