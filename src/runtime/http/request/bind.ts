/** Arguments → the parts of a request. Below here nothing knows of arguments, above nothing of headers. */
import type { JsonSchemaObject } from "../../../tool/json-schema.js";
import type { HttpParameter, HttpPlan, HttpToolDefinition } from "../../../tool/types.js";
import type { Arguments } from "../../call/call.js";
import { ToolError } from "../../call/errors.js";
import { keyHeaderOf } from "../../call/repeatable.js";
import type { Registration } from "../../registry/registration.js";
import { isRecord } from "../../schema.js";
import type { FileStore } from "../files.js";
import { encodeBody } from "./body.js";
import { percentEncode, wellFormed, wrongArgument } from "./encode.js";
import { completeParameter, contentText, headerText, type Parameter, queryPairs, scalarText } from "./serialize.js";
import { fillTemplate, templateOf } from "./template.js";
import { destinationOf } from "./url.js";
import { toWire } from "./wire.js";

/** One request, without credentials. */
export interface WireRequest {
  readonly method: string;
  /** Base URL of the upstream: origin and prefix. */
  readonly base: string;
  readonly origin: string;
  /** Path and the query that the template holds, encoded; begins with a slash. */
  readonly path: string;
  /** Encoded `name=value` pairs. */
  readonly query: readonly string[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Encoded `name=value` pairs. */
  readonly cookies: readonly string[];
  readonly body?: Uint8Array | string;
}

export function bindRequest(
  registration: Registration,
  tool: HttpToolDefinition,
  args: Arguments,
  files: FileStore,
  idempotencyKey: () => string,
): WireRequest {
  const { http } = tool;
  const destination = destinationOf(registration, http);
  const value = valueIn(tool, args);
  const headers: Record<string, string> = { accept: http.accept ?? "application/json", "user-agent": "toolgen" };
  const keyHeader = keyHeaderOf(tool, registration);
  if (keyHeader !== undefined) headers[keyHeader.toLowerCase()] = idempotencyKey();
  for (const parameter of completed(http.header, "header")) {
    const given = value(parameter);
    if (given === undefined || given === null) continue;
    const name = parameter.name.toLowerCase();
    if (FORBIDDEN.test(name))
      throw new ToolError("unsupported", `The tool sets the header ${name}, which no argument may set.`);
    headers[name] = headerValue(headerText(parameter, given), parameter.arg);
  }
  const body = encodeBody(tool, args, files);
  if (body !== undefined) headers["content-type"] = body.contentType;
  return {
    method: http.method,
    base: destination.origin + destination.prefix,
    origin: destination.origin,
    path: fillTemplate(templateOf(http), value),
    query: queryOf(http, value),
    headers,
    cookies: pairsOf(http.cookie, "cookie", value),
    ...(body === undefined ? {} : { body: body.bytes }),
  };
}

type Value = (parameter: Parameter) => unknown;

const pairsOf = (plans: readonly HttpParameter[] | undefined, place: "query" | "cookie", value: Value): string[] =>
  completed(plans, place).flatMap((parameter) =>
    wellFormed(parameter.arg, () => queryPairs(parameter, value(parameter))),
  );

function queryOf(http: HttpPlan, value: Value): string[] {
  const pairs = pairsOf(http.query, "query", value);
  if (http.querystring === undefined) return pairs;
  const { arg, content } = http.querystring;
  const whole = value(completeParameter(arg, "query"));
  // Pair by pair, so that none of them can stand beside a credential of the same name.
  if (whole === undefined) return pairs;
  return [
    ...pairs,
    ...wellFormed(arg, () => querystring(whole, content))
      .split("&")
      .filter(Boolean),
  ];
}

/** OpenAPI 3.2, `in: querystring`: the content type says what the query as a whole is. */
function querystring(value: unknown, content: string): string {
  if (!/^application\/x-www-form-urlencoded/i.test(content)) return percentEncode(contentText(value, content));
  if (typeof value !== "object" || value === null)
    return scalarText(value)
      .replace(/^\?/, "")
      .replace(/[^\u0021\u0024-\u007e]/gu, encodeURIComponent);
  return Object.entries(value)
    .flatMap(([name, item]) => queryPairs(completeParameter({ arg: name }, "query"), item))
    .join("&");
}

const completed = (plans: readonly HttpParameter[] | undefined, place: "query" | "header" | "cookie"): Parameter[] =>
  plans === undefined ? [] : plans.map((plan) => completeParameter(plan, place));

/** Looks up what an argument is, with the names of its properties as they are on the wire. */
function valueIn(tool: HttpToolDefinition, args: Arguments): Value {
  return ({ arg, renamed }) => {
    const value = Object.hasOwn(args, arg) ? args[arg] : undefined;
    return renamed && isRecord(tool.input)
      ? toWire(value, (tool.input as JsonSchemaObject).properties?.[arg], tool.input)
      : value;
  };
}

/** Framing, routing and identity of a request are not for arguments (RFC 9110, section 7.6.1, and what proxies trust). */
const FORBIDDEN =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|cookie|set-cookie|authorization|accept|content-type|proxy-.*|sec-.*|x-http-method(?:-override)?|x-method-override|x-forwarded-.*|x-original-url|x-rewrite-url|forwarded|via|http2-settings)$/;

function headerValue(text: string, arg: string): string {
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) {
    throw wrongArgument(arg, "has a character that no header can hold", "Use printable ASCII, without line breaks.");
  }
  return text.trim();
}
