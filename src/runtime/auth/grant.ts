/** What a token endpoint gave (RFC 6749, section 5.1), or why it gave nothing. */
import type * as OAuth from "oauth4webapi";
import { ToolError } from "../call/errors.js";
import { codeOf } from "../http/send/network.js";
import { EndpointFault, refusalOf } from "./protocol.js";
import { Secret } from "./secret.js";

export interface Grant {
  readonly access: Secret;
  readonly refresh?: Secret;
  /** Seconds; absent: not said. */
  readonly lifeS?: number;
  /** Absent: those that were asked for. */
  readonly scopes?: readonly string[];
}

/** No token lives longer: a number beyond all dates is no date. */
const MAX_LIFE_S = 10 * 365 * 86_400;

/** Throws where the token is of a type that nobody can send: the library lets one pass that is bound to a key (RFC 9449). */
export function grantOf(scheme: string, answer: OAuth.TokenEndpointResponse): Grant {
  if (answer.token_type !== "bearer") throw noBearer(scheme);
  const { access_token, refresh_token, expires_in, scope } = answer;
  return {
    access: new Secret(access_token),
    ...(refresh_token !== undefined && { refresh: new Secret(refresh_token) }),
    ...(expires_in !== undefined && { lifeS: Math.min(expires_in, MAX_LIFE_S) }),
    ...(scope !== undefined && { scopes: scope.split(" ").filter(Boolean) }),
  };
}

export function noBearer(scheme: string): ToolError {
  const message = `Not sent: the token endpoint of ${scheme} gives tokens that are not of the type Bearer.`;
  return new ToolError("credentials_missing", message, {
    hint: "Whoever runs the host has to register the client for bearer tokens: DPoP and others take a proof with each request.",
  });
}

/** Codes, never the endpoint's words: they may repeat the secret. `undefined`: nothing is known. */
export function faultOf(oauth: typeof OAuth, cause: unknown): string | undefined {
  if (cause instanceof EndpointFault) return cause.message;
  const said = refusalOf(oauth, cause);
  if (said) return `${said.status} ${said.error}`;
  if (cause instanceof oauth.OperationProcessingError) {
    const status = cause.cause instanceof Response ? cause.cause.status : 200;
    if (status >= 300 && status < 400) return `HTTP ${status}; its redirects are not followed`;
    return status === 200 ? "its answer is none of OAuth 2" : `HTTP ${status}`;
  }
  return codeOf(cause) || undefined;
}

/** What a catch makes of whatever a token request threw. Not the cause: it holds what the endpoint said. */
export function noToken(oauth: typeof OAuth, scheme: string, cause: unknown, gave: string): ToolError {
  if (cause instanceof ToolError) return cause;
  if (cause instanceof oauth.UnsupportedOperationError) return noBearer(scheme);
  const fault = faultOf(oauth, cause);
  const message = `Not sent: the token endpoint of ${scheme} ${gave}${fault ? ` (${fault})` : ""}.`;
  const hint = refusalOf(oauth, cause)
    ? "Whoever runs the host has to check the client's id, secret and scopes."
    : "Try again later; where it stays so, whoever runs the host has to look at the token endpoint.";
  return new ToolError("credentials_missing", message, { hint });
}
