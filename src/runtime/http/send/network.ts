/** What the network says when there is no answer, or none that can be read: in words, from codes, without a secret. */
import { aborted } from "../../call/abort.js";
import type { Call } from "../../call/call.js";
import { ToolError } from "../../call/errors.js";

/** Codes of ours, for what undici has none for. */
const NO_HTTP = "NO_HTTP";
const UNASKED = "UNASKED_1XX";

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ENOTFOUND: "is not known to DNS",
  EAI_AGAIN: "cannot be looked up in DNS just now",
  ECONNRESET: "broke the connection",
  EPIPE: "broke the connection",
  UND_ERR_SOCKET: "broke the connection",
  UND_ERR_CONNECT_TIMEOUT: "did not take the connection in time",
  ETIMEDOUT: "did not take the connection in time",
  UND_ERR_HEADERS_TIMEOUT: "did not answer in time",
  UND_ERR_BODY_TIMEOUT: "stopped in the middle of its answer",
  UND_ERR_HEADERS_OVERFLOW: "answered with a head of more than 16 KiB",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "sent another length than it had named",
  [NO_HTTP]: "answered with what is no HTTP, or broken HTTP",
  [UNASKED]: "answered 100 Continue or 101 Switching Protocols, which was not asked for",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
};

/** Whether an error of this code, of Node's or undici's, is the network's. */
export const isNetworkCode = (code: string): boolean => Object.hasOwn(NETWORK, code);

/** Whatever was thrown while sending or receiving. Never the library's message: it may quote the URL or a header. */
export function networkError(cause: unknown, call: Call, origin: string): ToolError {
  if (cause instanceof ToolError) return cause;
  if (call.signal.aborted) return aborted(call.signal);
  const code = codeOf(cause);
  const tls = /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_SSL)/.test(code);
  // A `fetch` of the host's decompresses by itself.
  if (/^(?:Z_|ERR_.*BROTLI|ERR__ERROR_FORMAT)/.test(code))
    return new ToolError("response_invalid", `The answer of ${origin} cannot be decompressed.`);
  // Not the cause: its message may quote the URL, and with it a key in the query.
  const what = tls ? "has no certificate that can be trusted" : (NETWORK[code] ?? "cannot be reached, or broke off");
  const hint = tls ? "Whoever runs the host has to look at the server's certificate." : hintOf(code);
  return new ToolError("network_error", `${origin} ${what}${code ? ` (${code})` : ""}.`, {
    ...(hint !== undefined && { hint }),
    ...((NEVER_SENT.has(code) || UNTRUSTED.test(code)) && { unsent: true }),
  });
}

/** Of certificates, which are looked at before anything is sent. */
const UNTRUSTED = /^(?:ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Codes of failures before anything was sent. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Codes of answers that break the rules of HTTP: the next one will be no better, as a rule. */
const PROTOCOL: ReadonlySet<string> = new Set([
  NO_HTTP,
  "UND_ERR_HEADERS_OVERFLOW",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

function hintOf(code: string): string | undefined {
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") {
    return "The call was not sent. Whoever runs the host has to look at the server's address; --base-url names another one.";
  }
  if (code === UNASKED) {
    return "This client does not take it, and a retry will hardly help: whoever runs the host has to see that the service, or a proxy before it, leaves it out.";
  }
  if (PROTOCOL.has(code)) {
    return "A retry will hardly help: whoever runs the host has to look at the address (http or https?), at the service, and at proxies before it.";
  }
  return NEVER_SENT.has(code) ? "The call was not sent." : undefined;
}

/** Of what a network or a socket threw; empty where it has none. */
export function codeOf(cause: unknown): string {
  for (let error = cause, i = 0; typeof error === "object" && error !== null && i < 5; i++) {
    const broken = brokenHttp(error);
    if (broken !== undefined) return broken;
    if ("code" in error && typeof error.code === "string") return error.code;
    error = "cause" in error ? error.cause : undefined;
  }
  return "";
}

/** undici's errors of its parser, which have a code or not, and its assertions about what the parser gives. */
function brokenHttp(error: object): string | undefined {
  if ("name" in error && error.name === "HTTPParserError") return NO_HTTP;
  if (!("code" in error && "message" in error)) return undefined;
  if (error.code === "ERR_ASSERTION" || (typeof error.code === "string" && error.code.startsWith("HPE_")))
    return NO_HTTP;
  const unasked = error.message === "bad response" || error.message === "bad upgrade";
  return error.code === "UND_ERR_SOCKET" && unasked ? UNASKED : undefined;
}
