/** Logins as a credential provider sees them. */
import type { CredentialRequest, StoredLogin } from "../credentials.js";
import { readLogin } from "./login.js";
import { type LoginStore, loginKey } from "./store.js";

export interface SignedInOptions {
  /** Of the client that the login was made with, if it has one; needed to renew tokens. */
  readonly clientSecret?: string;
  /** Whose login, where a process serves many. Default: the one of the machine's user. */
  readonly subject?: string;
}

/** The login for what a provider is asked for; `undefined` where nobody signed in. */
export async function signedIn(
  store: LoginStore,
  request: Pick<CredentialRequest, "toolkit" | "scheme" | "origins">,
  { clientSecret, subject }: SignedInOptions = {},
): Promise<StoredLogin | undefined> {
  const { toolkit, scheme, origins } = request;
  const key = loginKey({ toolkit, scheme, origins, ...(subject !== undefined && { subject }) });
  const text = await store.load(key);
  const login = text === undefined ? undefined : readLogin(text);
  return login && { login, store, key, ...(clientSecret !== undefined && { clientSecret }) };
}
