/** `oneOf` and `anyOf`. */
import type { JsonSchema } from "../../../../tool/json-schema.js";
import type { JsonObject, Node } from "../../document.js";
import { equal, isList, isObject, listBelow, own } from "../node.js";
import { beside, type Draft, type Scope, targetOf } from "../scope.js";
import { areDisjoint, kindsOf } from "./kinds.js";
import { readDiscriminator } from "./mapping.js";
import { otherwise, restrict } from "./tagged.js";

export type UnionKey = "oneOf" | "anyOf";

/** The branches that count: no loop, no repetition. A single one is no union: it is part of `allOf`. */
export function branchesOf(node: Node<JsonObject>, key: UnionKey, scope: Scope): readonly Node[] {
  const list = own(node.value, key);
  if (list === undefined) return [];
  if (!isList(list) || list.length === 0) {
    scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `${key} has no branches: it is left out`);
    return [];
  }
  const seen: JsonObject[] = [];
  const self = scope.self?.bodyOf ?? scope.self;
  return listBelow(node, key).filter((branch) => {
    const { value } = branch;
    if (!isObject(value)) return true;
    const target = targetOf(branch, scope.reader);
    if (target && self && scope.reader.loops.throughUnions(self, target)) {
      scope.reader.report("SCHEMA_LOOP", node, `${key} leads back to itself: that branch is left out`);
      return false;
    }
    // Twice the same branch would make `oneOf` refuse what matches it.
    if (list.length > MAX_COMPARED || !seen.some((other) => equal(other, value))) {
      seen.push(value);
      return true;
    }
    return false;
  });
}

const MAX_COMPARED = 200;

export function readUnion(
  node: Node<JsonObject>,
  key: UnionKey,
  branches: readonly Node[],
  draft: Draft,
  scope: Scope,
): void {
  const tag = readDiscriminator(node, scope.reader);
  // A parent that has properties of its own is refined by its branches; else each describes the whole value.
  const place = draft.properties === undefined && draft.type === undefined ? "branch" : "member";
  const convert = (branch: Node): JsonSchema => scope.reader.convert(branch, beside(scope, place));
  if (tag && scope.place !== "test") {
    scope.view.directional = true;
    const parts = branches.map((branch) => restrict(branch, convert(branch), tag, scope));
    const schemas = parts.map((part) => part.schema);
    if (scope.direction === "output") {
      const other = otherwise(
        tag.property,
        parts.flatMap((part) => part.values),
      );
      draft.anyOf = other ? [...schemas, other] : schemas;
    } else {
      const exact = parts.every((part) => part.shown);
      draft[key === "oneOf" && exact ? "oneOf" : "anyOf"] = schemas;
    }
    return;
  }
  const schemas = branches.map(convert);
  draft[key === "oneOf" && isLoose(branches, scope) ? "anyOf" : key] = schemas;
}

/** Whether `oneOf` is read as `anyOf`: where a value that matches two branches is no fault of the one who sends it. */
function isLoose(branches: readonly Node[], scope: Scope): boolean {
  if (scope.place === "test") return false;
  if (areDisjoint(branches, scope.reader)) return false;
  if (swallows(branches, scope)) return true;
  // A server that answers with something that fits twice has answered.
  scope.view.directional = true;
  return scope.direction === "output";
}

const SILENT = new Set(["type", "format", "title", "description", "example", "examples", "default", "deprecated"]);

/** `oneOf: [string, {string, format: date}]`: one branch takes all that another takes, which so could never match alone. */
function swallows(branches: readonly Node[], scope: Scope): boolean {
  return branches.some((wide) => {
    if (!isObject(wide.value) || typeof wide.value["type"] !== "string") return false;
    if (wide.value["format"] !== undefined && wide.value["type"] === "string") return false;
    if (Object.keys(wide.value).some((key) => !SILENT.has(key) && !key.startsWith("x-"))) return false;
    if (wide.value["type"] === "integer") return false;
    const [kind] = kindsOf(wide, scope.reader);
    return branches.some((narrow) => {
      const kinds = kindsOf(narrow, scope.reader);
      return narrow !== wide && kinds.size === 1 && kind !== undefined && kinds.has(kind);
    });
  });
}
