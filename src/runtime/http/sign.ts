/** The credential line: a bound request and its credentials → what is sent. */
import { applyScheme, type SignedParts } from "../auth/apply.js";
import type { TokenStore } from "../auth/oauth.js";
import { Secret } from "../auth/secret.js";
import type { ChosenScheme } from "../auth/solve.js";
import type { Call } from "../call.js";
import type { WireRequest } from "./bind.js";
import type { ClientRequest } from "./client.js";
import { ACCEPT_ENCODING } from "./decode.js";
import { percentEncode } from "./encode.js";

export interface Signed {
  readonly request: ClientRequest;
  /** Encoded pairs of the query that are credentials: a redirect within the origin does not repeat them. */
  readonly query: readonly string[];
  /** Tokens that were fetched rather than given: worth another try when they are refused. */
  readonly fetched: readonly Secret[];
}

export async function signRequest(
  wire: WireRequest,
  chosen: readonly ChosenScheme[],
  call: Call,
  tokens: TokenStore,
  maxBytes: number,
): Promise<Signed> {
  const parts: SignedParts = { headers: [], query: [], cookies: [] };
  const fetched: Secret[] = [];
  for (const { scheme, scopes, credential } of chosen) {
    const definition = call.registration.toolkit.auth?.[scheme];
    if (definition === undefined) continue;
    let secret: Secret;
    if (typeof credential === "string") secret = new Secret(credential);
    else {
      call.redactor.add(credential.clientSecret);
      secret = await tokens.get(
        call,
        scheme,
        definition.type === "oauth2" ? definition : { type: "oauth2", flows: {} },
        scopes,
        credential,
      );
      fetched.push(secret);
    }
    learn(call, secret, definition.type === "http" && definition.scheme === "basic");
    applyScheme(parts, scheme, definition, secret);
  }
  const query = parts.query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`);
  return { request: { ...assemble(wire, parts), signal: call.signal, maxBytes }, query, fetched };
}

function learn(call: Call, secret: Secret, basic: boolean): void {
  const value = secret.reveal();
  call.redactor.add(value);
  if (basic) call.redactor.add(value.slice(value.indexOf(":") + 1));
}

/** Credentials come last and alone under their names: no argument stands beside one. */
export function assemble(wire: WireRequest, parts: SignedParts): Omit<ClientRequest, "signal" | "maxBytes"> {
  const headers: Record<string, string> = { ...wire.headers, "accept-encoding": ACCEPT_ENCODING };
  for (const [name, value] of parts.headers) headers[name.toLowerCase()] = value;
  const cookies = merge(wire.cookies, parts.cookies).join("; ");
  if (cookies !== "") headers["cookie"] = cookies;
  const query = merge(wire.query, parts.query).join("&");
  const join = wire.path.includes("?") ? "&" : "?";
  return {
    method: wire.method,
    target: query === "" ? wire.path : `${wire.path}${join}${query}`,
    headers,
    ...(wire.body === undefined ? {} : { body: wire.body }),
  };
}

function merge(pairs: readonly string[], signed: readonly (readonly [string, string])[]): string[] {
  const own = signed.map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  const taken = new Set(own.map(([name]) => name));
  return [
    ...pairs.filter((pair) => !taken.has(pair.split("=", 1)[0] ?? "")),
    ...own.map(([name, value]) => `${name}=${value}`),
  ];
}

/** What a dry run shows of the credentials: where they would stand. */
export function redactedParts(call: Call, chosen: readonly string[]): SignedParts {
  const parts: SignedParts = { headers: [], query: [], cookies: [] };
  for (const scheme of chosen) {
    const definition = call.registration.toolkit.auth?.[scheme];
    if (definition?.type === "apiKey") {
      const place =
        definition.in === "header" ? parts.headers : definition.in === "query" ? parts.query : parts.cookies;
      place.push([definition.name, "[redacted]"]);
    } else if (definition && definition.type !== "mutualTLS") {
      const kind =
        definition.type === "http" ? `${definition.scheme[0]?.toUpperCase()}${definition.scheme.slice(1)}` : "Bearer";
      parts.headers.push(["authorization", `${kind} [redacted]`]);
    }
  }
  return parts;
}
