/** Arguments of which nothing is sent when they are empty: what is required would be missing then. */
import type { JsonSchema } from "../../tool/json-schema.js";
import type { Body } from "./body.js";
import type { Node, OpenApiDocument } from "./document.js";
import { follow } from "./follow.js";
import { mediaKind } from "./media.js";
import { own, ownList } from "./value.js";

/** Kinds of values that are written member by member. */
export type Spread = readonly ("array" | "object")[];

export const PARAMETER: Spread = ["array", "object"];
const LISTS: Spread = ["array"];
const NOTHING: Spread = [];

/** Of a field of a body: lists repeat it, objects are JSON unless a style spreads them (Encoding Object). */
export function spreadOf({ mediaType, encoding }: Body, name: string): Spread {
  const kind = mediaKind(mediaType);
  if (kind === "multipart") return LISTS;
  if (kind !== "form") return NOTHING;
  const { style, explode, allowReserved, contentType } =
    (encoding && Object.hasOwn(encoding, name) && encoding[name]) || {};
  if (style !== undefined || explode !== undefined || allowReserved !== undefined) return PARAMETER;
  return contentType !== undefined && mediaKind(contentType) === "json" ? NOTHING : LISTS;
}

/**
 * The schema of what is required and spread, with one member at least: what has none is undefined, and not written
 * (RFC 6570, section 2.3). `node`: the schema in the document.
 */
export function neverEmpty(
  schema: JsonSchema,
  node: Node | undefined,
  spread: Spread,
  document: OpenApiDocument,
): JsonSchema {
  const found = node && spread.length > 0 ? follow(document, node) : undefined;
  if (typeof schema !== "object" || !found) return schema;
  const kind = spread.find((one) => [own(found.value, "type")].flat().includes(one));
  if (kind === "array") return { ...schema, minItems: Math.max(1, schema.minItems ?? 0) };
  if (kind === undefined || ownList(found.value, "required").length > 0) return schema;
  return { ...schema, minProperties: Math.max(1, schema.minProperties ?? 0) };
}
