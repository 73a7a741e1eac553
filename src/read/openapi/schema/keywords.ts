/** The keywords of one schema, those aside that name other schemas for the same value. */
import type { JsonObject, Node } from "../document.js";
import { readArray } from "./array.js";
import { readBounds } from "./bounds.js";
import { isObject, own } from "./node.js";
import { OBJECT_KEYWORDS, readObject } from "./object.js";
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

type Step = (node: Node<JsonObject>, draft: Draft, scope: Scope) => void;

/** In this order: later steps look at what earlier ones made. Those without a keyword of theirs are passed over. */
const STEPS: readonly (readonly [Step, readonly string[]])[] = [
  [readType, ["type"]],
  [readStrings, ["format", "contentEncoding", "contentMediaType", "pattern"]],
  [readValues, ["enum", "const"]],
  [widenIntegers, ["format"]],
  [readText, ["title", "description", "x-enum-descriptions", "x-enumDescriptions", "x-enum-varnames"]],
  [readSwitches, ["deprecated", "uniqueItems"]],
  [readDefault, ["default"]],
  [readBounds, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]],
  [readCounts, [...COUNTS, "multipleOf"]],
  [readObject, OBJECT_KEYWORDS],
  [readArray, ["type", "items", "prefixItems", "contains", "unevaluatedItems", "minContains", "maxContains"]],
  [readConditions, ["not", "if"]],
];

const BITS = STEPS.map(([step, keywords], i) => ({ step, keywords, bit: 1 << i }));
const STEPS_OF = new Map<string, number>();
for (const { keywords, bit } of BITS) {
  for (const keyword of keywords) STEPS_OF.set(keyword, (STEPS_OF.get(keyword) ?? 0) | bit);
}

export function readKeywords(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  let needed = 0;
  for (const key of Object.keys(node.value)) needed |= STEPS_OF.get(key) ?? 0;
  for (const { step, bit } of BITS) if (needed & bit) step(node, draft, scope);
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
