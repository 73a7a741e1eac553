/** Logins as a credential provider sees them. */
import type { StoredLogin } from "../credentials.js";
import { readLogin } from "./login.js";
import { type LoginOwner, type LoginStore, loginKey } from "./store.js";

/** The login that was made for a scheme; `undefined` where nobody signed in. */
export async function signedIn(store: LoginStore, owner: LoginOwner): Promise<StoredLogin | undefined> {
  const key = loginKey(owner);
  const text = await store.load(key);
  const login = text === undefined ? undefined : readLogin(text);
  return login && { login, store, key };
}
