/** Gives tokens back (RFC 7009), and forgets them. */
import type { Toolkit } from "../../../tool/types.js";
import type { Registration } from "../../registry/registration.js";
import { type Login, readLogin } from "../logins/login.js";
import { type LoginStore, loginKey } from "../logins/store.js";
import { approvedEndpoint, clientAuth, type Fetch, requestOptions } from "../protocol.js";

export interface SignOutOptions {
  readonly toolkit: Toolkit;
  readonly scheme: string;
  readonly clientSecret?: string;
  readonly store: LoginStore;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

/**
 * `none`: nobody was signed in. `forgotten`: the service has no way to give tokens back. `failed`: it has, and did not
 * take them. They are removed from the store whatever it says.
 */
export type SignedOut = "none" | "revoked" | "forgotten" | "failed";

export async function signOut(options: SignOutOptions): Promise<SignedOut> {
  const { toolkit, scheme, store } = options;
  const key = loginKey({ toolkit: toolkit.name, scheme, origins: toolkit.origins ?? [] });
  return store.locked(key, async () => {
    const text = await store.load(key);
    if (text === undefined) return "none";
    await store.remove(key);
    const login = readLogin(text);
    return login?.server.revocation === undefined ? "forgotten" : revoke(login, login.server.revocation, options);
  });
}

async function revoke(login: Login, endpoint: string, options: SignOutOptions): Promise<SignedOut> {
  const { toolkit, clientSecret, fetch, signal } = options;
  const registration: Registration = { toolkit };
  const oauth = await import("oauth4webapi");
  const { issuer, methods } = login.server;
  const auth = clientAuth(
    oauth,
    { clientId: login.clientId, ...(clientSecret !== undefined && { clientSecret }) },
    methods,
  );
  try {
    const url = approvedEndpoint(endpoint, "revocation endpoint", registration);
    const as = { issuer, revocation_endpoint: url.href };
    // The refresh token first: with it, a server takes back all that came of it.
    for (const token of [login.refresh, login.access]) {
      if (!token) continue;
      const request = requestOptions(oauth, url, fetch, signal);
      const id = { client_id: login.clientId };
      await oauth.processRevocationResponse(await oauth.revocationRequest(as, id, auth, token.reveal(), request));
    }
    return "revoked";
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    // Its words may hold a token.
    return "failed";
  }
}
