/** What an upstream says when it says no: in words, from codes, without a secret. */
import { ToolError } from "../../call/errors.js";
import { isRecord } from "../../schema.js";

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  423: "Locked",
  428: "Precondition Required",
  429: "Too Many Requests",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** `HTTP 404 Not Found`. */
export function statusText(status: number): string {
  return Object.hasOwn(REASONS, status) ? `HTTP ${status} ${REASONS[status]}` : `HTTP ${status}`;
}

const MAX_MESSAGE = 500;

/** An answer with an error status. `body` is parsed JSON, or text; `variables` say where its credentials are set. */
export function upstreamError(
  status: number,
  body: unknown,
  retryAfter: number | undefined,
  variables: readonly string[] = [],
): ToolError {
  const said = explanation(body);
  const hint = hintFor(status, retryAfter, variables);
  return new ToolError("upstream_error", `${statusText(status)}${said ? `: ${said}` : ""}`, {
    status,
    ...(hint === undefined ? {} : { hint }),
    ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter }),
    ...(body === undefined ? {} : { details: body }),
  });
}

/**
 * The human part of an error body: RFC 9457 problem details, OAuth 2 (RFC 6749, section 5.2), GitHub, Stripe, Google,
 * Microsoft and others use one of these names.
 */
function explanation(body: unknown): string {
  if (typeof body === "string") return /<html|<!doctype/i.test(body) ? "" : clip(body.trim());
  if (Array.isArray(body)) return explanation(body[0]);
  if (!isRecord(body)) return "";
  const text = (key: string): string => (typeof body[key] === "string" ? String(body[key]) : "");
  const nested = isRecord(body["error"]) ? explanation(body["error"]) : "";
  const title = text("title");
  const main =
    text("detail") ||
    text("message") ||
    text("error_description") ||
    nested ||
    text("error") ||
    text("msg") ||
    text("description") ||
    text("reason") ||
    title;
  const fields = fieldErrors(body);
  return clip([title && title !== main ? `${title}: ${main}` : main, fields].filter(Boolean).join("; "));
}

function fieldErrors(body: Readonly<Record<string, unknown>>): string {
  const list = body["errors"] ?? body["invalid-params"] ?? body["detail"];
  if (Array.isArray(list)) return list.slice(0, 5).map(oneError).filter(Boolean).join("; ");
  if (isRecord(list))
    return Object.entries(list)
      .slice(0, 5)
      .map(([key, value]) => `${key}: ${[value].flat().map(oneError).join(", ")}`)
      .join("; ");
  return "";
}

function oneError(error: unknown): string {
  if (typeof error === "string") return error;
  if (!isRecord(error)) return "";
  const at =
    error["pointer"] ??
    error["field"] ??
    error["name"] ??
    (Array.isArray(error["loc"]) ? error["loc"].join(".") : undefined);
  const what = error["detail"] ?? error["message"] ?? error["msg"] ?? error["reason"] ?? error["code"];
  return [at, what].filter((part) => typeof part === "string").join(": ");
}

export const clip = (text: string): string => (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text);

/** What an answer of this status means. Whether to send the call again depends on more: `advised` says it. */
export function hintFor(
  status: number,
  retryAfter: number | undefined,
  variables: readonly string[],
): string | undefined {
  switch (status) {
    case 400:
    case 422:
      return "The service refuses these arguments; change what it names and call again.";
    case 401:
      return variables.length === 0
        ? "The service asks for credentials, and the call was sent without any: the document names none that could be sent. Calling again does not help."
        : `The service does not accept the credentials. Whoever runs the host has to renew what ${variables.join(" and ")} holds; calling again does not help.`;
    case 403:
      return variables.length === 0
        ? "This may not be done without credentials, or not at all. Calling again does not help."
        : `The credentials in ${variables.join(" and ")} may not do this. Another tool or other rights are needed; calling again does not help.`;
    case 404:
    case 410:
      return "There is no such thing, or it may not be seen. Check the ids; a list or search tool finds the right ones.";
    case 409:
    case 412:
      return "The thing has another state than expected. Read it again, then decide.";
    case 429:
      return retryAfter === undefined
        ? "Too many calls."
        : `Too many calls. Retry after ${Math.ceil(retryAfter / 1000)} s.`;
    case 408:
    case 502:
    case 503:
    case 504:
      return "The service is not available just now.";
    case 501:
      return "The service cannot do this. Use another tool: to retry does not help.";
    default:
      return status >= 500 ? "The service failed." : undefined;
  }
}
