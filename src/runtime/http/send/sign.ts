/** The credential line: a bound request and its credentials → what is sent. */
import type { AuthScheme, OAuth2Scheme } from "../../../tool/types.js";
import { applyScheme, bareToken, type SignedParts } from "../../auth/apply.js";
import { checkCertificate } from "../../auth/certificate.js";
import type { ClientTokens } from "../../auth/client-token.js";
import type { ClientCertificate, Credential, OAuthClient } from "../../auth/credentials.js";
import type { LoginTokens } from "../../auth/login-token.js";
import { formEncoded } from "../../auth/protocol.js";
import { Secret } from "../../auth/secret.js";
import type { ChosenScheme } from "../../auth/solve.js";
import type { Call } from "../../call/call.js";
import { ToolError } from "../../call/errors.js";
import { ACCEPT_ENCODING } from "../answer/decode.js";
import type { WireRequest } from "../request/bind.js";
import { percentEncode } from "../request/encode.js";
import type { ClientRequest } from "./client.js";

export interface Signed {
  readonly request: ClientRequest;
  /** Encoded pairs of the query that are credentials: a redirect within the origin does not repeat them. */
  readonly query: readonly string[];
  /** Takes note that the upstream refuses what it was sent; true where another try may go better. */
  refuse(): boolean;
}

/** Where tokens come from that are fetched rather than given. */
export interface TokenSources {
  readonly clients: ClientTokens;
  readonly logins: LoginTokens;
}

export async function signRequest(
  wire: WireRequest,
  chosen: readonly ChosenScheme[],
  call: Call,
  sources: TokenSources,
  maxBytes: number,
): Promise<Signed> {
  const parts: SignedParts = { headers: [], query: [], cookies: [] };
  const refusals: (() => void)[] = [];
  let certificate: ClientCertificate | undefined;
  for (const { scheme, scopes, credential } of chosen) {
    const definition = call.registration.toolkit.auth?.[scheme];
    if (definition === undefined || credential === undefined) continue;
    if (definition.type === "mutualTLS") {
      certificate = certificateOf(scheme, credential, call);
      continue;
    }
    const { secret, refuse } = await tokenOf(scheme, scopes, credential, definition, call, sources);
    if (refuse) refusals.push(refuse);
    learn(call, secret, definition);
    applyScheme(parts, scheme, definition, secret);
  }
  const query = parts.query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`);
  return {
    request: { ...assemble(wire, parts), signal: call.signal, maxBytes, ...(certificate && { certificate }) },
    query,
    refuse() {
      for (const refuse of refusals) refuse();
      return refusals.length > 0;
    },
  };
}

interface Token {
  readonly secret: Secret;
  /** Absent: it was given, and would be given again. */
  readonly refuse?: () => void;
}

async function tokenOf(
  scheme: string,
  scopes: readonly string[],
  credential: Credential,
  definition: AuthScheme,
  call: Call,
  { clients, logins }: TokenSources,
): Promise<Token> {
  if (typeof credential === "string") return { secret: new Secret(credential) };
  if ("login" in credential) {
    const { login, clientSecret } = credential;
    learnClient(call, { clientId: login.clientId, ...(clientSecret !== undefined && { clientSecret }) });
    if (login.refresh) call.redactor.add(login.refresh.reveal());
    const secret = await logins.get(call, scheme, credential);
    return { secret, ...(login.refresh && { refuse: () => logins.refuse(secret) }) };
  }
  if ("cert" in credential) throw wrongKind(scheme);
  learnClient(call, credential);
  const oauth2: OAuth2Scheme = definition.type === "oauth2" ? definition : { type: "oauth2", flows: {} };
  const secret = await clients.get(call, scheme, oauth2, scopes, credential);
  return { secret, refuse: () => clients.refuse(secret) };
}

function certificateOf(scheme: string, credential: Credential, call: Call): ClientCertificate {
  if (typeof credential === "string" || !("cert" in credential)) throw wrongKind(scheme);
  checkCertificate(scheme, credential);
  call.redactor.add(credential.key);
  if (credential.passphrase !== undefined) call.redactor.add(credential.passphrase);
  return credential;
}

function wrongKind(scheme: string): ToolError {
  const message = `Not sent: the credential ${scheme} is not of the kind that the scheme takes.`;
  return new ToolError("credentials_missing", message, {
    hint: "This is for whoever runs the host: a client certificate is { cert, key }, and goes with mutual TLS alone.",
  });
}

/** As it is, and as a token endpoint gets it (RFC 6749, section 2.3.1). */
function learnClient(call: Call, { clientId, clientSecret }: OAuthClient): void {
  if (clientSecret === undefined) return;
  const encoded = formEncoded(clientSecret);
  const pair = Buffer.from(`${formEncoded(clientId)}:${encoded}`).toString("base64");
  for (const secret of [clientSecret, encoded, pair]) call.redactor.add(secret);
}

/** As it was given, as it is sent, and what of it is secret by itself: a service may say back any of them. */
function learn(call: Call, secret: Secret, definition: AuthScheme): void {
  const value = secret.reveal();
  const basic = definition.type === "http" && definition.scheme === "basic";
  // Half of it may be the user's name.
  call.redactor.add(value, basic);
  if (basic) call.redactor.add(value.slice(value.indexOf(":") + 1));
  else
    call.redactor.add(definition.type === "apiKey" ? percentEncode(Buffer.from(value).toString()) : bareToken(value));
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
