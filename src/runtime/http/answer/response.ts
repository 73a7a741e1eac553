/** An answer → an outcome, by status and media type. */

import { JsonError, parseJson } from "../../../json/parse.js";
import type { HttpToolDefinition } from "../../../tool/types.js";
import { variablesInWords } from "../../auth/credentials.js";
import type { Call, Outcome } from "../../call/call.js";
import { ToolError } from "../../call/errors.js";
import { isRecord } from "../../schema.js";
import type { FileStore } from "../files.js";
import type { Answer } from "../message.js";
import type { Reading } from "../request/bound.js";
import { isJson } from "../request/serialize.js";
import { withoutWriteOnly } from "../request/wire.js";
import { statusText, upstreamError } from "./failure.js";
import { retryAfterMs } from "./retry-after.js";
import { sequenceItems } from "./sequence.js";
import { decodeText, isText, looksLikeText } from "./text.js";

/** Of an error body, in characters: more helps nobody. */
const MAX_DETAILS = 16_000;
const MAX_TEXT_DETAILS = 2000;

export function readAnswer(answer: Answer, tool: HttpToolDefinition, reading: Reading): Outcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return readSuccess(answer, tool, reading);
  if (status === 304) return { data: undefined, text: "Not modified (HTTP 304)." };
  throw errorAnswer(answer, reading);
}

/** An answer whose status says no. */
export function errorAnswer(answer: Answer, reading: Reading): ToolError {
  const wait = retryAfterMs(answer.header, Date.now());
  return upstreamError(answer.status, errorBody(answer, reading.call), wait, credentialNames(reading));
}

/** Where the credentials that a request was signed with are set; of a login, which scopes it lacks. */
export function credentialNames({ call, chosen }: Reading): readonly string[] {
  const { toolkit } = call.registration;
  return chosen.map(({ scheme, scopes, credential }) => {
    if (typeof credential !== "object" || !("login" in credential))
      return variablesInWords(toolkit.name, scheme, toolkit.auth?.[scheme]);
    const { login } = credential;
    const more = scopes.filter((scope) => !login.scopes.includes(scope)).map((scope) => ` --scope ${scope}`);
    return `the login for ${scheme} (toolgen login <folder of ${toolkit.name}> ${scheme}${more.join("")})`;
  });
}

function readSuccess(answer: Answer, tool: HttpToolDefinition, reading: Reading): Outcome {
  const { bytes, problem } = answer;
  if (problem) {
    throw new ToolError(problem.code, problem.message, { ...problem.facts, status: answer.status });
  }
  if (bytes.length === 0 || answer.status === 205) return { data: undefined };
  const type = answer.header("content-type") ?? "";
  if (isJson(type)) return { data: jsonData(decodeText(bytes, type), tool, answer.status, reading.call) };
  if (isText(type) || (type === "" && looksLikeText(bytes))) return textOutcome(decodeText(bytes, type), tool, type);
  return { data: fileData(bytes, type, answer, reading.files) };
}

function textOutcome(text: string, tool: HttpToolDefinition, type: string): Outcome {
  // Item by item, where nobody was promised the text itself.
  const items = tool.output === undefined || isList(tool.output) ? sequenceItems(type, text) : undefined;
  if (items) return { data: readable(items, tool) };
  // Servers that forget to say JSON: believed where nothing is said, or where the document says that it is no text.
  if (/^\s*[[{]/.test(text) && (type === "" || wantsStructure(tool))) {
    try {
      return { data: readable(parseJson(text, { integers: "string" }), tool) };
    } catch (cause) {
      if (!(cause instanceof JsonError)) throw cause;
      // Text, then, as the type says.
    }
  }
  return { data: text, text };
}

const isList = (output: HttpToolDefinition["output"]): boolean => isRecord(output) && output["type"] === "array";

function wantsStructure({ output }: HttpToolDefinition): boolean {
  return isRecord(output) && (output["type"] === "object" || output["type"] === "array" || "$ref" in output);
}

function jsonData(text: string, tool: HttpToolDefinition, status: number, call: Call): unknown {
  if (text.trim() === "") return undefined;
  try {
    return readable(parseJson(text, { integers: "string" }), tool);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw new ToolError(
      "response_invalid",
      `${statusText(status)}, but the answer is not the JSON that it says it is: ${cause.message}.`,
      {
        status,
        hint: "The call may have had its effect. Check before you call again.",
        // A credential that is cut in two is not found any more.
        details: { start: call.redactor.text(text).slice(0, 200) },
      },
    );
  }
}

const readable = (data: unknown, tool: HttpToolDefinition): unknown =>
  tool.http.writeOnly ? withoutWriteOnly(data, tool.output) : data;

function fileData(bytes: Uint8Array, type: string, answer: Answer, files: FileStore): unknown {
  const contentType = type.split(";", 1)[0]?.trim() || "application/octet-stream";
  const filename = fileName(answer.header("content-disposition") ?? "");
  const file = { contentType, ...(filename ? { filename } : {}) };
  return { handle: files.put({ bytes, ...file }), ...file, size: bytes.length };
}

/** RFC 6266: the last part of what is named, so that it is no path. */
function fileName(disposition: string): string | undefined {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";\s]+))/i.exec(disposition);
  let name = plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2];
  try {
    if (extended !== undefined) name = decodeURIComponent(extended);
  } catch (cause) {
    // Not UTF-8: the plain name, if there is one.
    if (!(cause instanceof URIError)) throw cause;
  }
  return name?.replace(/^.*[\\/]/s, "").trim();
}

/** JSON where it is some, else text, both without credentials; `undefined` where it says nothing to a reader. */
function errorBody({ bytes, header }: Answer, call: Call): unknown {
  if (bytes.length === 0) return undefined;
  const type = header("content-type") ?? "";
  const text = decodeText(bytes, type);
  if (isJson(type) || /^\s*[[{]/.test(text)) {
    try {
      const body = call.redactor.value(parseJson(text, { integers: "string" }));
      if (text.length <= MAX_DETAILS) return body;
    } catch (cause) {
      if (!(cause instanceof JsonError)) throw cause;
      // Said to be JSON and is not: text, then.
    }
  }
  return isText(type) || isJson(type) || looksLikeText(bytes)
    ? call.redactor.text(text).slice(0, MAX_TEXT_DETAILS)
    : undefined;
}
