/** An answer → an outcome, by status and media type. */

import { JsonError, parseJson } from "../../json/parse.js";
import type { HttpToolDefinition } from "../../tool/types.js";
import type { Outcome } from "../call.js";
import { ToolError } from "../errors.js";
import { statusText, upstreamError } from "./failure.js";
import type { FileStore } from "./files.js";
import { receive } from "./receive.js";
import { retryAfterMs } from "./retry-after.js";
import { isJson } from "./serialize.js";
import type { RawAnswer } from "./transport.js";
import { withoutWriteOnly } from "./wire.js";

/** Of an error body: more helps nobody. */
const MAX_ERROR_BYTES = 256 * 1024;
const MAX_TEXT_DETAIL = 2000;

export async function readAnswer(
  answer: RawAnswer,
  tool: HttpToolDefinition,
  maxBytes: number,
  files: FileStore,
): Promise<Outcome> {
  const { status } = answer;
  if (status >= 200 && status < 300) return readSuccess(answer, tool, maxBytes, files);
  if (status === 304) {
    answer.discard();
    return { data: undefined, text: "Not modified (HTTP 304)." };
  }
  const wait = retryAfterMs(answer.header, Date.now());
  throw upstreamError(status, await errorBody(answer, tool, maxBytes), wait);
}

async function readSuccess(
  answer: RawAnswer,
  tool: HttpToolDefinition,
  maxBytes: number,
  files: FileStore,
): Promise<Outcome> {
  if (
    answer.status === 204 ||
    answer.status === 205 ||
    tool.http.method === "HEAD" ||
    answer.header("content-length") === "0"
  ) {
    answer.discard();
    return { data: undefined };
  }
  const bytes = await receive(answer, maxBytes);
  if (bytes.length === 0) return { data: undefined };
  const type = answer.header("content-type") ?? "";
  if (isJson(type)) return { data: jsonData(decodeText(bytes, type), tool, answer.status) };
  if (isText(type)) return textOutcome(decodeText(bytes, type));
  if (type === "" && looksLikeText(bytes)) {
    const text = decodeText(bytes, type);
    return /^\s*[[{]/.test(text) ? { data: jsonData(text, tool, answer.status) } : textOutcome(text);
  }
  return { data: fileData(bytes, type, answer, files) };
}

const textOutcome = (text: string): Outcome => ({ data: text, text });

function jsonData(text: string, tool: HttpToolDefinition, status: number): unknown {
  if (text.trim() === "") return undefined;
  try {
    const data = parseJson(text, { integers: "string" });
    return tool.http.writeOnly ? withoutWriteOnly(data, tool.output) : data;
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw new ToolError(
      "response_invalid",
      `${statusText(status)}, but the answer is not the JSON that it says it is: ${cause.message}.`,
      {
        status,
        hint: "The call may have had its effect. Check before you call again.",
        details: { start: text.slice(0, 200) },
      },
    );
  }
}

/** `text/*`, XML, and what is text by another name. */
function isText(type: string): boolean {
  return /^(?:text\/|application\/(?:xml|javascript|ecmascript|x-www-form-urlencoded|graphql|yaml|x-yaml|x-ndjson|jsonl|toml|sql)|[^;]*\+(?:xml|yaml))/i.test(
    type,
  );
}

function looksLikeText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return !bytes.includes(0);
  } catch {
    // Not UTF-8: binary.
    return false;
  }
}

/** By the charset of the content type; what it cannot hold becomes U+FFFD, a byte order mark is dropped. */
function decodeText(bytes: Uint8Array, type: string): string {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(isJson(type) ? "utf-8" : charset).decode(bytes);
  } catch (cause) {
    // An unknown charset: the web's default.
    if (cause instanceof RangeError) return new TextDecoder().decode(bytes);
    throw cause;
  }
}

function fileData(bytes: Uint8Array, type: string, answer: RawAnswer, files: FileStore): unknown {
  const contentType = type.split(";", 1)[0]?.trim() || "application/octet-stream";
  const named = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(answer.header("content-disposition") ?? "")?.[1];
  const filename = named?.replace(/^.*[\\/]/, "").trim();
  const file = { contentType, ...(filename ? { filename } : {}) };
  return { handle: files.put({ bytes, ...file }), ...file, size: bytes.length };
}

async function errorBody(answer: RawAnswer, tool: HttpToolDefinition, maxBytes: number): Promise<unknown> {
  if (tool.http.method === "HEAD" || answer.header("content-length") === "0") {
    answer.discard();
    return undefined;
  }
  let bytes: Uint8Array;
  try {
    bytes = await receive(answer, Math.min(maxBytes, MAX_ERROR_BYTES));
  } catch (cause) {
    // The status counts more than a body that is too large or cannot be decoded.
    if (cause instanceof ToolError) return undefined;
    throw cause;
  }
  if (bytes.length === 0) return undefined;
  const type = answer.header("content-type") ?? "";
  const text = decodeText(bytes, type);
  if (isJson(type) || /^\s*[[{]/.test(text)) {
    try {
      return parseJson(text, { integers: "string" });
    } catch (cause) {
      if (!(cause instanceof JsonError)) throw cause;
      // Said to be JSON and is not: text, then.
    }
  }
  return isText(type) || looksLikeText(bytes) ? text.slice(0, MAX_TEXT_DETAIL) : undefined;
}
