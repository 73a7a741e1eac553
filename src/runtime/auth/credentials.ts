/** Where the values of security schemes come from. */

import { hasClient } from "../../tool/flows.js";
import type { AuthScheme } from "../../tool/types.js";
import { variableName } from "../../tool/variable.js";
import type { Login } from "./logins/login.js";
import type { LoginStore } from "./logins/store.js";

/** What a provider is asked for, right before a request that needs it is sent. */
export interface CredentialRequest {
  readonly toolkit: string;
  /** Name of the scheme in the document. */
  readonly scheme: string;
  readonly definition: AuthScheme;
  readonly scopes: readonly string[];
  /** Where credentials of the toolkit may go. */
  readonly origins: readonly string[];
  /** What the caller passed as `context`: whose call this is. */
  readonly context: unknown;
  readonly signal: AbortSignal;
}

/** An OAuth 2 client as the service knows it; without a secret it is a public one (RFC 6749, section 2.1). */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** OAuth 2 client of the client credentials grant (RFC 6749, section 4.4). */
export interface ClientCredentials extends OAuthClient {
  readonly clientSecret: string;
  /** Of the token request, besides: `audience`, or `resource` (RFC 8707). Tokens of others are never shared. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Client certificate of mutual TLS, all as PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
  /** Of the key. */
  readonly passphrase?: string;
  /** Authorities that the server's certificate may come from, instead of those that Node knows. */
  readonly ca?: string;
}

/** Someone signed in; the tokens are renewed where they are kept. */
export interface StoredLogin {
  readonly login: Login;
  readonly store: LoginStore;
  readonly key: string;
  /** Of the client that the login was made with. */
  readonly clientSecret?: string;
}

/** A ready value: the key, the token, or `user:password` of basic; or what it takes to get one. */
export type Credential = string | ClientCredentials | ClientCertificate | StoredLogin;

/** Gives the credential, or `undefined` where it has none. */
export type CredentialProvider = (
  request: CredentialRequest,
) => Credential | undefined | Promise<Credential | undefined>;

/** How to say which variables a scheme takes: `PETS_KEY`, or `PETS_OAUTH (or PETS_OAUTH_CLIENT_ID and …)`. */
export function variablesInWords(toolkit: string, scheme: string, definition: AuthScheme | undefined): string {
  const name = variableName(toolkit, scheme);
  if (definition?.type === "mutualTLS") return `${name}_CERT and ${name}_KEY`;
  if (definition === undefined || !hasClient(definition)) return name;
  return `${name} (or ${name}_CLIENT_ID and ${name}_CLIENT_SECRET)`;
}

/** How to say that there is a command for it. */
export function loginInWords(toolkit: string, scheme: string): string {
  const name = variableName(toolkit, scheme);
  return `toolgen login <folder of ${toolkit}> ${scheme} signs in, as the client of ${name}_CLIENT_ID.`;
}
