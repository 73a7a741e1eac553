/** Arguments → the parts of a request. Below here nothing knows of arguments, above nothing of headers. */
import type { HttpParameter, HttpToolDefinition } from "../../tool/types.js";
import type { Arguments, Registration } from "../call.js";
import { ToolError } from "../errors.js";
import { encodeBody } from "./body.js";
import { percentEncode, wrongArgument } from "./encode.js";
import type { FileStore } from "./files.js";
import { completeParameter, contentText, queryPairs, scalarText, simpleText } from "./serialize.js";
import { destinationOf, fillPath } from "./url.js";

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
  const headers: Record<string, string> = { accept: http.accept ?? "application/json" };
  for (const [parameter, value] of given(http.header, "header", args)) {
    const name = parameter.name.toLowerCase();
    if (FORBIDDEN.test(name))
      throw new ToolError("unsupported", `The tool sets the header ${name}, which no argument may set.`);
    const text =
      parameter.content === undefined
        ? simpleText(value, parameter.explode, (t) => t)
        : contentText(value, parameter.content);
    headers[name] = headerValue(text, parameter.arg);
  }
  if (http.idempotencyHeader !== undefined) headers[http.idempotencyHeader.toLowerCase()] = idempotencyKey();
  const body = encodeBody(tool, args, files);
  if (body !== undefined) headers["content-type"] = body.contentType;
  return {
    method: http.method,
    base: destination.origin + destination.prefix,
    origin: destination.origin,
    path: wellFormed("path", () => fillPath(http, args)),
    query: [...queryOf(tool, args)],
    headers,
    cookies: given(http.cookie, "cookie", args).flatMap(([parameter, value]) =>
      wellFormed(parameter.arg, () => queryPairs(parameter, value)),
    ),
    ...(body === undefined ? {} : { body: body.bytes }),
  };
}

function queryOf({ http }: HttpToolDefinition, args: Arguments): string[] {
  const pairs = given(http.query, "query", args).flatMap(([parameter, value]) =>
    wellFormed(parameter.arg, () => queryPairs(parameter, value)),
  );
  const whole = http.querystring;
  if (whole && Object.hasOwn(args, whole.arg) && args[whole.arg] !== undefined) {
    pairs.push(wellFormed(whole.arg, () => querystring(args[whole.arg], whole.content)));
  }
  return pairs;
}

/** OpenAPI 3.2, `in: querystring`: the content type says what the query as a whole is. */
function querystring(value: unknown, content: string): string {
  if (!/^application\/x-www-form-urlencoded/i.test(content)) return percentEncode(contentText(value, content));
  if (typeof value !== "object" || value === null)
    return scalarText(value)
      .replace(/^\?/, "")
      .replace(/[^\u0021\u0024-\u007e]/g, encodeURIComponent);
  return Object.entries(value)
    .flatMap(([name, item]) => queryPairs(completeParameter({ arg: name }, "query"), item))
    .join("&");
}

function given(
  parameters: readonly HttpParameter[] | undefined,
  place: "query" | "header" | "cookie",
  args: Arguments,
) {
  return (parameters ?? []).flatMap((plan) => {
    const parameter = completeParameter(plan, place);
    const value = Object.hasOwn(args, parameter.arg) ? args[parameter.arg] : undefined;
    return value === undefined || (value === null && place !== "query") ? [] : [[parameter, value] as const];
  });
}

/** Framing, routing and identity of a request are not for arguments (RFC 9110, section 7.6.1, and what proxies trust). */
const FORBIDDEN =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|cookie|set-cookie|authorization|accept|content-type|proxy-.*|sec-.*|x-http-method(?:-override)?|x-method-override|x-forwarded-.*|forwarded|via)$/;

function headerValue(text: string, arg: string): string {
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) {
    throw wrongArgument(arg, "has a character that no header can hold", "Use printable ASCII, without line breaks.");
  }
  return text.trim();
}

function wellFormed<T>(arg: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof URIError) throw wrongArgument(arg, "holds half of a surrogate pair, which is no character");
    throw cause;
  }
}
