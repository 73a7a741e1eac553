/** OpenAPI Request Body, Media Type and Encoding Objects: arguments → the bytes of a body. */

import { stringifyJson } from "../../../json/stringify.js";
import type { JsonSchemaObject } from "../../../tool/json-schema.js";
import type { HttpBody, HttpToolDefinition } from "../../../tool/types.js";
import type { Arguments } from "../../call/call.js";
import { isRecord, setOwn } from "../../schema.js";
import { type FileStore, fileType, readFileValue } from "../files.js";
import { percentEncode, wellFormed, wrongArgument } from "./encode.js";
import { type EncodedBody, type Field, multipartBody } from "./multipart.js";
import { completeParameter, isJson, queryPairs, scalarText } from "./serialize.js";
import { toWire } from "./wire.js";

/** `undefined`: there is no body, and no content type either (RFC 9110, section 8.3). */
export function encodeBody(tool: HttpToolDefinition, args: Arguments, files: FileStore): EncodedBody | undefined {
  const plan = tool.http.body;
  if (plan === undefined) return undefined;
  const root: JsonSchemaObject = isRecord(tool.input) ? tool.input : {};
  const wire = (arg: string, value: unknown): unknown =>
    plan.renamed ? toWire(value, root.properties?.[arg], root) : value;
  if (plan.arg !== undefined) {
    const value = Object.hasOwn(args, plan.arg) ? args[plan.arg] : undefined;
    return value === undefined
      ? undefined
      : encodeWhole(plan, plan.arg, plan.file ? value : wire(plan.arg, value), files);
  }
  const fields: Field[] = [];
  for (const field of plan.fields ?? []) {
    const { arg, name } = typeof field === "string" ? { arg: field, name: field } : field;
    if (!Object.hasOwn(args, arg) || args[arg] === undefined) continue;
    const file =
      plan.encoding !== undefined && Object.hasOwn(plan.encoding, name) && plan.encoding[name]?.file === true;
    fields.push({ arg, name, value: file ? args[arg] : wire(arg, args[arg]) });
  }
  return fields.length === 0 && !plan.required ? undefined : encodeFields(plan, fields, files);
}

function encodeFields(plan: HttpBody, fields: readonly Field[], files: FileStore): EncodedBody {
  const { mediaType } = plan;
  if (/^multipart\//i.test(mediaType)) return multipartBody(mediaType, fields, plan.encoding ?? {}, files);
  if (isForm(mediaType))
    return {
      contentType: mediaType,
      bytes: fields.flatMap((field) => wellFormed(field.arg, () => formPairs(plan, field))).join("&"),
    };
  const object: Record<string, unknown> = {};
  for (const { name, value } of fields) setOwn(object, name, value);
  return { contentType: mediaType, bytes: stringifyJson(object) };
}

function encodeWhole(plan: HttpBody, arg: string, value: unknown, files: FileStore): EncodedBody {
  const { mediaType } = plan;
  if (plan.file) {
    const file = readFileValue(value, arg, files);
    return { contentType: printable(fileType(file.contentType, [mediaType], arg), arg), bytes: file.bytes };
  }
  if (isJson(mediaType)) return { contentType: mediaType, bytes: stringifyJson(value) };
  if (isRecord(value) && (isForm(mediaType) || /^multipart\//i.test(mediaType))) {
    return encodeFields(
      plan,
      Object.entries(value).map(([name, item]) => ({ arg, name, value: item })),
      files,
    );
  }
  return { contentType: mediaType.includes("*") ? "text/plain" : mediaType, bytes: scalarText(value) };
}

const isForm = (mediaType: string): boolean => /^application\/x-www-form-urlencoded/i.test(mediaType);

function printable(type: string, arg: string): string {
  if (/[^\u0020-\u007e]/.test(type))
    throw wrongArgument(arg, "has a content type with a character that no header can hold");
  return type;
}

/**
 * Encoding Object: its style, else `form` exploded; an object without a style is JSON, as OpenAPI 3.0 says of
 * properties that are objects. An explicit null is an empty value, which is not the same as leaving the field out.
 */
function formPairs(plan: HttpBody, { arg, name, value }: Field): string[] {
  const encoding = plan.encoding && Object.hasOwn(plan.encoding, name) ? (plan.encoding[name] ?? {}) : {};
  if (value === null) return [`${percentEncode(name)}=`];
  const styled = encoding.style !== undefined || encoding.explode !== undefined || encoding.allowReserved !== undefined;
  const content =
    !styled && (isRecord(value) || (encoding.contentType !== undefined && isJson(encoding.contentType)))
      ? (encoding.contentType ?? "application/json")
      : undefined;
  const { style, explode, allowReserved } = encoding;
  return queryPairs(
    completeParameter(
      {
        arg,
        name,
        ...(style === undefined ? {} : { style }),
        ...(explode === undefined ? {} : { explode }),
        ...(allowReserved === undefined ? {} : { allowReserved }),
        ...(content === undefined ? {} : { content }),
      },
      "query",
    ),
    value,
  );
}
