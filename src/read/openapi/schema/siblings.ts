/** What stands beside a reference, and what only says something about a schema. */
import type { JsonObject, JsonValue } from "../document.js";
import { isObject, own } from "./node.js";

/** Read in every version: OpenAPI 3.0 ignores them beside `$ref`, but it is plain what authors mean. */
const MEANT = new Set([
  "description",
  "title",
  "deprecated",
  "default",
  "nullable",
  "x-nullable",
  "readOnly",
  "writeOnly",
]);
const IDLE = new Set([
  "$ref",
  "$comment",
  "$schema",
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$defs",
  "definitions",
  "summary",
  "example",
  "examples",
  "externalDocs",
  "xml",
]);

export interface Reference {
  readonly key: "$ref" | "$dynamicRef" | "$recursiveRef";
  readonly ref: string;
}

/** The reference that a schema is or holds, a dynamic one included. */
export function referenceIn(value: JsonValue): Reference | undefined {
  if (!isObject(value)) return undefined;
  const { $ref: ref, $dynamicRef: dynamic, $recursiveRef: recursive } = value;
  if (typeof ref === "string") return { key: "$ref", ref };
  if (typeof dynamic === "string") return { key: "$dynamicRef", ref: dynamic };
  return typeof recursive === "string" ? { key: "$recursiveRef", ref: recursive } : undefined;
}

/** `all`: OpenAPI 3.1 and later, where whatever stands beside `$ref` holds as well. */
export function siblingKeys(value: JsonObject, all: boolean): readonly string[] {
  return Object.keys(value).filter((key) =>
    all ? !IDLE.has(key) && (!key.startsWith("x-") || key === "x-nullable") : MEANT.has(key),
  );
}

/** Keys that say which values are valid. */
export function limitingKeys(value: JsonObject): readonly string[] {
  return siblingKeys(value, true).filter((key) => !MEANT.has(key));
}

/** A part of `allOf` that limits nothing: words about the whole, and `nullable`, which alone limits nothing either. */
export function saysOnlyWords(value: JsonValue): boolean {
  if (!isObject(value)) return value === true;
  return own(value, "$ref") === undefined && limitingKeys(value).length === 0;
}
