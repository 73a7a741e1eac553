/** RFC 7578, with OpenAPI's Encoding Objects. */
import { randomBytes } from "node:crypto";
import { stringifyJson } from "../../../json/stringify.js";
import type { HttpEncoding } from "../../../tool/types.js";
import { type FileStore, fileType, readFileValue } from "../files.js";
import { wellFormed, wrongArgument } from "./encode.js";
import { completeParameter, isJson, queryPairs, scalarText } from "./serialize.js";

/** A property of the body, under its name on the wire. */
export interface Field {
  readonly arg: string;
  readonly name: string;
  readonly value: unknown;
}

interface Part {
  readonly head: string;
  readonly bytes: Uint8Array;
}

export interface EncodedBody {
  readonly contentType: string;
  readonly bytes: Uint8Array | string;
}

export function multipartBody(
  mediaType: string,
  fields: readonly Field[],
  encodings: Readonly<Record<string, HttpEncoding>>,
  files: FileStore,
): EncodedBody {
  const parts = fields.flatMap((field) => {
    const encoding = Object.hasOwn(encodings, field.name) ? (encodings[field.name] ?? {}) : {};
    if (encoding.style !== undefined && isFormData(mediaType)) return styledParts(mediaType, field, encoding, files);
    // OpenAPI: a list is one part an item, unless its content type says that the list as a whole is one.
    const whole = encoding.contentType !== undefined && isJson(encoding.contentType) && !encoding.file;
    const values = Array.isArray(field.value) && !whole ? field.value : [field.value];
    return values.map((value) => part(mediaType, { ...field, value }, encoding, files));
  });
  const boundary = freshBoundary(parts);
  const chunks: Uint8Array[] = [];
  for (const { head, bytes } of parts)
    chunks.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from("\r\n"));
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `${mediaType.split(";", 1)[0]?.trim()}; boundary=${boundary}`, bytes: Buffer.concat(chunks) };
}

const isFormData = (mediaType: string): boolean => /^multipart\/form-data/i.test(mediaType);

/** OpenAPI 3.1, Encoding Object: styles hold in form-data too; the names and values stand in parts as they are. */
function styledParts(mediaType: string, { arg, name, value }: Field, encoding: HttpEncoding, files: FileStore): Part[] {
  const { style = "form", explode } = encoding;
  const parameter = completeParameter({ arg, name, style, ...(explode === undefined ? {} : { explode }) }, "query");
  const pairs = wellFormed(arg, () => queryPairs(parameter, value));
  return pairs.map((pair) => {
    const at = pair.indexOf("=");
    const [key, text] = [pair.slice(0, at), pair.slice(at + 1)].map(decodeURIComponent);
    return part(mediaType, { arg, name: key ?? name, value: text }, {}, files);
  });
}

function part(mediaType: string, { arg, name, value }: Field, encoding: HttpEncoding, files: FileStore): Part {
  const lines: string[] = [];
  const disposition = isFormData(mediaType) ? "form-data" : "attachment";
  let bytes: Uint8Array;
  const declared = (encoding.contentType ?? "")
    .split(",")
    .map((range) => range.trim())
    .filter(Boolean);
  let type = declared.find((range) => !range.includes("*"));
  if (encoding.file) {
    const file = readFileValue(value, arg, files);
    lines.push(
      `Content-Disposition: ${disposition}; name="${quoted(name)}"; filename="${quoted(file.filename ?? name)}"`,
    );
    type = fileType(file.contentType, declared, arg);
    bytes = file.bytes;
  } else {
    lines.push(`Content-Disposition: ${disposition}; name="${quoted(name)}"`);
    const json =
      (type !== undefined && isJson(type)) || (type === undefined && typeof value === "object" && value !== null);
    type ??= json ? "application/json" : undefined;
    bytes = Buffer.from(json ? stringifyJson(value) : scalarText(value));
  }
  if (type !== undefined) lines.push(`Content-Type: ${headerText(type, arg)}`);
  for (const [header, text] of Object.entries(encoding.headers ?? {}))
    lines.push(`${headerText(header, arg)}: ${headerText(text, arg)}`);
  return { head: lines.join("\r\n"), bytes };
}

/** WHATWG HTML, multipart/form-data encoding algorithm: what would end the quoted string. */
const quoted = (text: string): string => text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");

function headerText(text: string, arg: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text))
    throw wrongArgument(arg, "has a content type or header with a control character");
  return text;
}

function freshBoundary(parts: readonly Part[]): string {
  for (;;) {
    const boundary = `toolgen-${randomBytes(18).toString("hex")}`;
    if (!parts.some(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(boundary)))
      return boundary;
  }
}
