/**
 * One OpenAPI Schema Object → JSON Schema 2020-12. The dialects (2.0, 3.0, 3.1 and later) leak into each other in real
 * documents, so each keyword is read in every meaning that it has had.
 */

import type { JsonSchema } from "../../../tool/json-schema.js";
import { FILE_VALUE } from "../../file-value.js";
import type { JsonObject, Node } from "../document.js";
import { combine } from "./combine/combine.js";
import { branchesOf, readUnion } from "./family/union.js";
import { isFile } from "./file.js";
import { readKeywords } from "./keywords.js";
import { isObject, listBelow, objectNode } from "./node.js";
import { impliesObject, readInstance } from "./object.js";
import { withAnchors } from "./reach/dynamic.js";
import { convertReference } from "./reference.js";
import { hiddenIn } from "./roster.js";
import { type Draft, leadsBack, type Scope } from "./scope.js";
import { referenceIn, saysOnlyWords } from "./siblings.js";
import { readText } from "./text.js";
import { isNullable, orNull } from "./type.js";

/** Deeper nesting within one schema is no interface; the stack must survive it. */
const MAX_DEPTH = 200;

export function convertSchema(given: Node, outer: Scope): JsonSchema {
  if (typeof given.value === "boolean") return given.value;
  const node = objectNode(given);
  if (!node) {
    outer.reader.report("SCHEMA_INVALID", given, "a schema is an object or a boolean: any value is taken here");
    return {};
  }
  const scope = withAnchors(node, outer);
  if (scope.depth > MAX_DEPTH) {
    scope.reader.report("SCHEMA_TOO_DEEP", given, `nested more than ${MAX_DEPTH} levels deep: any value is taken here`);
    return {};
  }
  if (scope.files && isFile(node, scope.reader)) {
    const draft: Draft = { $ref: `#/$defs/${FILE_VALUE}` };
    readText(node, draft, scope);
    return isNullable(node.value) ? orNull(draft) : draft;
  }
  const body = (rest: Node<JsonObject>): JsonSchema => convertBody(rest, scope);
  if (node.value["$ref"] !== undefined && typeof node.value["$ref"] !== "string") {
    scope.reader.report("SCHEMA_KEYWORD_INVALID", node, "$ref is no text: it is left out");
  }
  const reference = referenceIn(node.value);
  return reference ? convertReference(node, reference, scope, body) : body(node);
}

function convertBody(node: Node<JsonObject>, outer: Scope): JsonSchema {
  const { $ref: ref } = node.value;
  const scope = readInstance(node, outer);
  const draft: Draft = {};
  readKeywords(node, draft, scope);
  // A reference with constraints beside it says what `allOf` of both says, and so does a union of one.
  const members = [
    ...(typeof ref === "string" ? [{ value: { $ref: ref }, at: node.at }] : []),
    ...membersOf(node, scope),
  ];
  for (const key of ["oneOf", "anyOf"] as const) {
    if (node.value[key] === undefined) continue;
    const branches = lentBranches(node, key, scope);
    if (branches.length > 1) readUnion(node, key, branches, draft, scope);
    else members.push(...branches);
  }
  const joined = members.length === 0 ? draft : combine(node, members, draft, scope);
  const made = withDrops(withType(folded(joined), scope), node, scope);
  const { self } = scope;
  const isRoot = self !== undefined && !self.bodyOf && self.node.at === node.at && scope.place === "value";
  const whole = isRoot ? (scope.reader.families.read(node, self, made, scope) ?? made) : made;
  return isNullable(node.value) || members.some((member) => lendsNull(member, members)) ? orNull(whole) : whole;
}

/** `allOf: [{$ref}, {nullable: true}]`: formally without effect, but there is only one thing to mean by it. */
function lendsNull({ value }: Node, members: readonly Node[]): boolean {
  if (!isObject(value) || !isNullable(value)) return false;
  return members.length === 1 || saysOnlyWords(value);
}

function membersOf(node: Node<JsonObject>, scope: Scope): readonly Node[] {
  if (node.value["allOf"] === undefined) return [];
  const members = listBelow(node, "allOf");
  if (members.length === 0) {
    scope.reader.report("SCHEMA_KEYWORD_INVALID", node, "allOf has no members: it is left out");
  }
  return members;
}

/** A base whose unions lead to its own heirs lends these its properties, not its unions. */
function lentBranches(node: Node<JsonObject>, key: "oneOf" | "anyOf", scope: Scope): readonly Node[] {
  const branches = branchesOf(node, key, scope);
  return scope.self?.bodyOf && branches.some((branch) => leadsBack(branch, scope)) ? [] : branches;
}

const IN_PLACE = ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"] as const;

/** `unevaluatedProperties` beside nothing but properties is `additionalProperties`, which every model knows. */
function folded(draft: Draft): Draft {
  const { unevaluatedProperties: rest, ...flat } = draft;
  if (rest === undefined || IN_PLACE.some((key) => draft[key] !== undefined)) return draft;
  return draft.additionalProperties === undefined ? { ...flat, additionalProperties: rest } : flat;
}

function withType(draft: Draft, scope: Scope): Draft {
  return impliesObject(draft, scope) ? { type: "object", ...draft } : draft;
}

function withDrops(draft: Draft, node: Node<JsonObject>, scope: Scope): Draft {
  if (scope.direction === "input" || scope.place === "test" || draft.$ref !== undefined || scope.hidden.size === 0)
    return draft;
  const drop = hiddenIn(scope.reader.roster(node), "output");
  return drop.length === 0 ? draft : { ...draft, "x-toolgen-drop": drop };
}
