/** RFC 7578, with OpenAPI's Encoding Objects. */
import { randomBytes } from "node:crypto";
import { stringifyJson } from "../../json/stringify.js";
import type { HttpEncoding } from "../../tool/types.js";
import { wrongArgument } from "./encode.js";
import { type FileStore, readFileValue } from "./files.js";
import { isJson, scalarText } from "./serialize.js";

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

function part(mediaType: string, { arg, name, value }: Field, encoding: HttpEncoding, files: FileStore): Part {
  const lines: string[] = [];
  const disposition = /^multipart\/form-data/i.test(mediaType) ? "form-data" : "attachment";
  let bytes: Uint8Array;
  let type = encoding.contentType?.split(",")[0]?.trim();
  if (type?.includes("*")) type = undefined;
  if (encoding.file) {
    const file = readFileValue(value, arg, files);
    lines.push(
      `Content-Disposition: ${disposition}; name="${quoted(name)}"; filename="${quoted(file.filename ?? name)}"`,
    );
    type = file.contentType ?? type ?? "application/octet-stream";
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
