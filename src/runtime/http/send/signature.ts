/** The last step before a request is sent: what the host computes of it. */
import { refusedOrigin } from "../../auth/origin.js";
import type { Signature } from "../../auth/signature.js";
import { within } from "../../auth/wait.js";
import type { Call } from "../../call/call.js";
import { ToolError } from "../../call/errors.js";
import { percentEncode } from "../request/encode.js";
import type { ClientRequest } from "./client.js";

const TIMEOUT_MS = 30_000;
/** They say how the message travels, or where to. */
const NOT_FOR_SIGNING = /^(?:host|content-length|transfer-encoding|connection|upgrade|te|trailer|keep-alive|proxy-.*)$/;
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;

/** `base`: what the request's target stands below. */
export async function addSignature(request: ClientRequest, base: string, call: Call): Promise<ClientRequest> {
  const { sign, toolkit } = call.registration;
  if (sign === undefined || refusedOrigin(new URL(base).origin, call.registration)) return request;
  const { method, headers, body, target, signal } = request;
  let made: Signature;
  try {
    const unsigned = { method, url: base + target, headers: { ...headers }, toolkit: toolkit.name, tool: call.name };
    const asked = sign({ ...unsigned, ...(body !== undefined && { body }), context: call.context, signal });
    made = await within(asked, signal, TIMEOUT_MS);
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ToolError("credentials_missing", "Not sent: the request could not be signed.", HOST_HINT, { cause });
  }
  if (typeof made !== "object" || made === null)
    throw new ToolError("credentials_missing", "Not sent: the request got no signature.", HOST_HINT);
  const added = Object.entries(made.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const query = Object.entries(made.query ?? {});
  if (!added.every(isHeader))
    throw new ToolError(
      "credentials_missing",
      "Not sent: the request was signed with a header that none can be.",
      HOST_HINT,
    );
  if (!query.every(isText))
    throw new ToolError(
      "credentials_missing",
      "Not sent: the request was signed with a query that is no text.",
      HOST_HINT,
    );
  // As a whole: dates and names of keys are parts of signatures.
  for (const [, value] of [...added, ...query])
    for (const secret of [value, ...value.split(/[\s,;="]+/).filter(isMac)]) call.redactor.add(secret, true);
  return { ...request, target: withQuery(target, query), headers: { ...headers, ...Object.fromEntries(added) } };
}

/** A host's function may give what its type forbids; half of a surrogate pair has no form in a URL. */
const isText = ([, value]: readonly [name: string, value: unknown]): boolean =>
  typeof value === "string" && !/\p{Surrogate}/u.test(value);

/** What of a header is the signature itself, by its length: a service may say back that alone. */
const isMac = (piece: string): boolean => piece.length >= 20;

const isHeader = ([name, value]: readonly [name: string, value: string]): boolean =>
  NAME.test(name) &&
  !NOT_FOR_SIGNING.test(name) &&
  typeof value === "string" &&
  /^[\u0020-\u007e\u0080-\u00ff]*$/.test(value);

const HOST_HINT = { hint: "This is for whoever runs the host, not for the model: look at its `sign`." };

function withQuery(target: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return target;
  const own = pairs.map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  const names = new Set(own.map(([name]) => name));
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const kept = query.split("&").filter((pair) => pair !== "" && !names.has(pair.split("=", 1)[0] ?? ""));
  return `${path}?${[...kept, ...own.map(([name, value]) => `${name}=${value}`)].join("&")}`;
}
