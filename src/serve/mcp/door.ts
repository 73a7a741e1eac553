/** Who may come in: told by a request's head, before anything of its body is read. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  type AuthInfo,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";

/** Whose token this is: an id of that caller; `undefined`: nobody's. */
export type Authorize = (token: string) => string | undefined | Promise<string | undefined>;

/** Why a request goes no further. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** What the SDK hands to those who serve a request; absent where callers are not told apart. */
export type Admission = { readonly refusal: Refusal } | { readonly authInfo?: AuthInfo };

export interface DoorOptions {
  /** The only path that there is. */
  readonly path: string;
  /** Names that requests may be for, besides those of loopback. */
  readonly hosts: readonly string[];
  readonly maxBodyBytes: number;
  /** `false`: whoever comes. */
  readonly authorize: Authorize | false;
}

/** Rejects where `authorize` does. */
export function createDoor({
  path,
  hosts,
  maxBodyBytes,
  authorize,
}: DoorOptions): (request: IncomingMessage) => Promise<Admission> {
  const names = [...localhostAllowedHostnames(), ...hosts.map((host) => host.toLowerCase())];
  return async ({ headers, url = "" }) => {
    const host = validateHostHeader(headers.host, names);
    if (!host.ok) return refused(403, host.message);
    const origin = validateOriginHeader(headers.origin, names);
    if (!origin.ok) return refused(403, origin.message);
    if (url.split("?", 1)[0] !== path) return refused(404, `There is nothing here; MCP is at ${path}`);
    const admission = authorize === false ? {} : await admitted(headers.authorization, authorize);
    if ("refusal" in admission) return admission;
    if (Number(headers["content-length"] ?? 0) > maxBodyBytes)
      return refused(413, `A request may have ${maxBodyBytes} bytes`);
    return admission;
  };
}

/** One token for all. Compared by digests, so that time tells nothing of it. */
export function oneToken(token: string): Authorize {
  const wanted = digest(token);
  return (given) => (timingSafeEqual(digest(given), wanted) ? "" : undefined);
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** RFC 6750 §3. */
async function admitted(header: string | undefined, authorize: Authorize): Promise<Admission> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  const caller = token === undefined ? undefined : await authorize(token);
  // The token itself goes no further: it is for this server alone. What is no text (null, false) names nobody.
  if (typeof caller === "string") return { authInfo: { token: "", clientId: caller, scopes: [] } };
  const challenge = `Bearer realm="toolgen"${token === undefined ? "" : ', error="invalid_token"'}`;
  const body = { error: "A bearer token is needed: the server printed it when it started, unless it was given one" };
  return { refusal: { status: 401, headers: { "www-authenticate": challenge }, body } };
}

function refused(status: number, message: string): { readonly refusal: Refusal } {
  return { refusal: { status, body: { jsonrpc: "2.0", id: null, error: { code: -32_000, message } } } };
}
