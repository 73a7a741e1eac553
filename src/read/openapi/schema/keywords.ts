/** The keywords of one schema, those aside that name other schemas for the same value. */
import type { JsonObject, Node } from "../document.js";
import { readArray } from "./array.js";
import { readBounds } from "./bounds.js";
import { isObject, own } from "./node.js";
import { readObject } from "./object.js";
import { unicodePattern } from "./pattern.js";
import { beside, type Draft, leadsBack, type Scope } from "./scope.js";
import { readText } from "./text.js";
import { readDefault, readType, readValues, widenIntegers } from "./type.js";

const COUNTS = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
];

export function readKeywords(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  readType(node, draft, scope);
  readStrings(node, draft, scope);
  readValues(node, draft, scope);
  widenIntegers(draft, scope);
  readText(node, draft, scope);
  readSwitches(node, draft, scope);
  readDefault(node, draft, scope);
  readBounds(node, draft, scope);
  readCounts(node, draft, scope);
  readObject(node, draft, scope);
  readArray(node, draft, scope);
  readConditions(node, draft, scope);
}

function readStrings(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  for (const key of ["format", "contentEncoding", "contentMediaType"] as const) {
    const value = own(node.value, key);
    if (typeof value === "string" && value !== "") draft[key] = value;
    else if (value !== undefined && value !== "" && value !== null) {
      scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `${key} is no text: it is left out`);
    }
  }
  const raw = own(node.value, "pattern");
  if (raw === undefined) return;
  const pattern = typeof raw === "string" ? unicodePattern(raw) : undefined;
  if (pattern !== undefined) draft.pattern = pattern;
  else scope.reader.report("SCHEMA_PATTERN_INVALID", node, `the pattern ${JSON.stringify(raw)} is left out`);
}

function readSwitches(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  for (const key of ["deprecated", "uniqueItems"] as const) {
    const value = own(node.value, key);
    if (value === true) draft[key] = true;
    else if (value !== undefined && value !== false) {
      scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `${key} is neither true nor false: it is left out`);
    }
  }
}

function readCounts(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  for (const key of COUNTS) {
    const value = own(node.value, key);
    if (value === undefined) continue;
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) draft[key] = value;
    else scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `${key} is no whole number from 0: it is left out`);
  }
  const multiple = own(node.value, "multipleOf");
  if (multiple === undefined) return;
  if (typeof multiple === "number" && multiple > 0 && Number.isFinite(multiple)) draft.multipleOf = multiple;
  else scope.reader.report("SCHEMA_KEYWORD_INVALID", node, "multipleOf is no number above 0: it is left out");
}

/** `not`, `if`, `then`, `else`. Inside a test nothing is left out or made wider: it would turn into its opposite. */
function readConditions(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const read = (key: "not" | "if" | "then" | "else"): void => {
    const value = own(node.value, key);
    if (typeof value !== "boolean" && !isObject(value)) return;
    const child: Node = { value, at: { file: node.at.file, pointer: `${node.at.pointer}/${key}` } };
    if (leadsBack(child, scope))
      scope.reader.report("SCHEMA_LOOP", node, `${key} leads back to itself: it is left out`);
    else draft[key] = scope.reader.convert(child, beside(scope, key === "not" || key === "if" ? "test" : "member"));
  };
  read("not");
  const outcomes = (["then", "else"] as const).filter((key) => own(node.value, key) !== undefined);
  // Either half without the other says nothing, and strict validators refuse it.
  if (own(node.value, "if") === undefined || outcomes.length === 0) return;
  read("if");
  if (draft.if === undefined) return;
  for (const key of outcomes) read(key);
  if (draft.then === undefined && draft.else === undefined) delete draft.if;
}
