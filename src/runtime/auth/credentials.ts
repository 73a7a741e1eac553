/** Where the values of security schemes come from. */
import type { AuthScheme } from "../../tool/types.js";
import { variableName } from "../../tool/variable.js";

/** What a provider is asked for, right before a request that needs it is sent. */
export interface CredentialRequest {
  readonly toolkit: string;
  /** Name of the scheme in the document. */
  readonly scheme: string;
  readonly definition: AuthScheme;
  readonly scopes: readonly string[];
  /** What the caller passed as `context`: whose call this is. */
  readonly context: unknown;
  readonly signal: AbortSignal;
}

/** OAuth 2 client of the client credentials grant (RFC 6749, section 4.4). */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A ready value: the key, the token, or `user:password` of basic. */
export type Credential = string | ClientCredentials;

/** Gives the credential, or `undefined` where it has none. */
export type CredentialProvider = (
  request: CredentialRequest,
) => Credential | undefined | Promise<Credential | undefined>;

const hasClient = (definition: AuthScheme): boolean =>
  definition.type === "oauth2" && definition.flows.clientCredentials?.tokenUrl !== undefined;

/** How to say which variables a scheme takes: `PETS_KEY`, or `PETS_OAUTH (or PETS_OAUTH_CLIENT_ID and …)`. */
export function variablesInWords(toolkit: string, scheme: string, definition: AuthScheme | undefined): string {
  const name = variableName(toolkit, scheme);
  if (definition === undefined || !hasClient(definition)) return name;
  return `${name} (or ${name}_CLIENT_ID and ${name}_CLIENT_SECRET)`;
}

/** Reads the environment at each call, so that a changed variable counts from then on. An empty one is none. */
export function environmentCredentials(env: Readonly<Record<string, string | undefined>>): CredentialProvider {
  return ({ toolkit, scheme, definition }) => {
    const name = variableName(toolkit, scheme);
    const ready = env[name];
    if (ready) return ready;
    const clientId = env[`${name}_CLIENT_ID`];
    const clientSecret = env[`${name}_CLIENT_SECRET`];
    return hasClient(definition) && clientId && clientSecret ? { clientId, clientSecret } : undefined;
  };
}
