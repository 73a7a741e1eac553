/** Encoding Objects of a form or multipart body, reduced to what its sender needs. */
import type { HttpEncoding, ParameterStyle } from "../../tool/types.js";
import type { JsonObject, JsonValue, Node, OpenApiDocument } from "./document.js";
import { follow } from "./follow.js";
import { isMediaType, isRange } from "./media.js";
import { mapBelow, objectNode } from "./schema/node.js";
import { own, ownList, ownText } from "./value.js";

export interface Part {
  /** Wire name. */
  readonly name: string;
  readonly node: Node;
}

const STYLES: readonly ParameterStyle[] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** By wire name; only parts that differ from the default. */
export function readEncodings(
  media: Node<JsonObject>,
  parts: readonly Part[],
  holdsFile: (node: Node) => boolean,
  document: OpenApiDocument,
): Readonly<Record<string, HttpEncoding>> | undefined {
  const given = new Map(mapBelow(media, "encoding"));
  const out: Record<string, HttpEncoding> = Object.create(null);
  for (const name of new Set([...parts.map((part) => part.name), ...given.keys()])) {
    const part = parts.find((one) => one.name === name);
    const encoding = given.get(name);
    const file = part !== undefined && holdsFile(part.node);
    const read: HttpEncoding = {
      ...(file && { file: true }),
      ...(encoding && readEncoding(encoding, document)),
    };
    if (Object.keys(read).length > 0) out[name] = read;
  }
  return Object.keys(out).length > 0 ? out : undefined;
}

function readEncoding(node: Node, document: OpenApiDocument): HttpEncoding {
  const found = objectNode(node);
  if (!found) return {};
  const { value } = found;
  const contentType = concreteType(ownText(value, "contentType"));
  const style = STYLES.find((one) => one === own(value, "style"));
  const explode = own(value, "explode");
  const headers = fixedHeaders(found, document);
  return {
    ...(contentType !== undefined && { contentType }),
    ...(headers && { headers }),
    ...(style !== undefined && { style }),
    ...(typeof explode === "boolean" &&
      style !== "deepObject" &&
      explode !== (style === undefined || style === "form") && { explode }),
    ...(own(value, "allowReserved") === true && { allowReserved: true }),
  };
}

/** A list of media types, ranges among them: the first that can be sent, if it is the first of all. */
function concreteType(text: string | undefined): string | undefined {
  const first = text?.split(",")[0]?.trim();
  return first !== undefined && isMediaType(first) && !isRange(first) ? first : undefined;
}

/** Headers that can have one value only: nobody is asked for the others. */
function fixedHeaders(
  encoding: Node<JsonObject>,
  document: OpenApiDocument,
): Readonly<Record<string, string>> | undefined {
  const fixed: Record<string, string> = Object.create(null);
  for (const [name, node] of mapBelow(encoding, "headers")) {
    if (!TOKEN.test(name) || /^content-(?:type|disposition|length)$/i.test(name)) continue;
    const header = follow(document, node);
    const schema = header && own(header.value, "schema");
    const value = schema === undefined ? undefined : onlyValue(schema, own(header?.value, "required") === true);
    if (value !== undefined && /^[\x20-\x7e]*$/.test(value)) fixed[name] = value;
  }
  return Object.keys(fixed).length > 0 ? fixed : undefined;
}

function onlyValue(schema: JsonValue, required: boolean): string | undefined {
  const choices = ownList(schema, "enum");
  const value =
    own(schema, "const") ?? (choices.length === 1 ? choices[0] : required ? own(schema, "default") : undefined);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
