/** Which ways to a token a security scheme has. */
import type { AuthScheme } from "./types.js";

/** A client can get a token by itself (RFC 6749, section 4.4). */
export function hasClient(definition: AuthScheme): boolean {
  return definition.type === "oauth2" && definition.flows.clientCredentials?.tokenUrl !== undefined;
}

/** A person can sign in: authorization code, device flow, or OpenID Connect. */
export function hasLogin(definition: AuthScheme | undefined): boolean {
  if (definition?.type === "openIdConnect") return true;
  if (definition?.type !== "oauth2") return false;
  const { authorizationCode, deviceAuthorization } = definition.flows;
  return authorizationCode?.tokenUrl !== undefined || deviceAuthorization?.tokenUrl !== undefined;
}
