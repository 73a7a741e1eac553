/** Which schemas of a body, part or parameter stand for a file. */
import type { Node } from "../document.js";
import { below, isObject, listBelow, objectNode, own } from "./node.js";
import type { Reader } from "./scope.js";
import { siblingKeys } from "./siblings.js";

const TEXT_MEDIA = /^text\/|[/+](?:json|xml|yaml|x-www-form-urlencoded)\b/i;
const MAX_STEPS = 100;

/**
 * Whether a schema in a binary or multipart place stands for raw bytes: `format: binary` (3.0), `type: file` (2.0), a
 * media type without a content encoding, or nothing at all (3.1).
 */
export function isFile(start: Node, reader: Pick<Reader, "find" | "modern">): boolean {
  let node: Node | undefined = start;
  for (let step = 0; node && step < MAX_STEPS; step++) {
    const at = objectNode(node);
    if (!at) return false;
    const ref = own(at.value, "$ref");
    const members = listBelow(at, "allOf");
    if (typeof ref === "string") node = reader.find(ref, at.at)?.node;
    else if (members.length === 1) node = members[0];
    else return saysFile(at.value, reader.modern);
  }
  return false;
}

/** A file, or a list of them. */
export function holdsFile(start: Node, reader: Pick<Reader, "find" | "modern">): boolean {
  let node: Node | undefined = start;
  for (let step = 0; node && step < MAX_STEPS; step++) {
    if (isFile(node, reader)) return true;
    const at = objectNode(node);
    if (!at) return false;
    const ref = own(at.value, "$ref");
    const items = own(at.value, "items");
    if (items !== undefined) return isFile(below(at, "items", items), reader);
    node = typeof ref === "string" ? reader.find(ref, at.at)?.node : undefined;
  }
  return false;
}

function saysFile(value: Node["value"], modern: boolean): boolean {
  if (!isObject(value)) return false;
  const type = own(value, "type");
  if (type === "file") return true;
  if (type !== undefined && ![type].flat().includes("string")) return false;
  if (own(value, "format") === "binary") return true;
  const media = own(value, "contentMediaType");
  if (typeof media === "string") return own(value, "contentEncoding") === undefined && !TEXT_MEDIA.test(media);
  return modern && type === undefined && siblingKeys(value, true).every((key) => SILENT.has(key));
}

const SILENT = new Set(["title", "description", "deprecated", "readOnly", "writeOnly", "default"]);
