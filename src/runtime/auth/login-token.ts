/** Access tokens of people who signed in, renewed in time (RFC 6749, section 6). */
import type { Call } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import type { StoredLogin } from "./credentials.js";
import { type Grant, grantOf, noToken } from "./grant.js";
import { lifeOf } from "./life.js";
import { type Login, loginText, readLogin } from "./logins/login.js";
import type { LoginStore } from "./logins/store.js";
import { approvedEndpoint, clientAuth, type Fetch, refusalOf, requestOptions } from "./protocol.js";
import type { Secret } from "./secret.js";
import { waitFor } from "./wait.js";

export interface LoginTokens {
  /** A token that is good for some time yet. */
  get(call: Call, scheme: string, stored: StoredLogin): Promise<Secret>;
  /** Forgets a token that the upstream refused. */
  refuse(secret: Secret): void;
}

/** Of one store, in this process. */
interface State {
  readonly renewals: Map<string, Promise<Login>>;
  /** Renewed, and not saved: the disk was full. By key, with the refresh token whose place it takes. */
  readonly unsaved: Map<string, { readonly login: Login; readonly replaces: string }>;
}

const MAX_REMEMBERED = 1000;

/** `wall`: milliseconds since 1970, since tokens outlive the process. */
export function createLoginTokens(fetch: Fetch, wall: () => number = Date.now): LoginTokens {
  const states = new WeakMap<LoginStore, State>();
  const stateOf = (store: LoginStore): State => {
    const state = states.get(store) ?? { renewals: new Map(), unsaved: new Map() };
    states.set(store, state);
    return state;
  };
  /** Access tokens that an upstream refused, refresh tokens that a server did. */
  const refused = new Set<string>();
  const refuse = (secret: Secret): void => {
    if (refused.size >= MAX_REMEMBERED) refused.clear();
    refused.add(secret.reveal());
  };
  const isFresh = ({ access, obtainedAt, expiresAt }: Login): boolean => {
    if (refused.has(access.reveal())) return false;
    if (expiresAt === undefined) return true;
    const now = wall();
    // Before it was made: someone turned the clock back, and what it says of the end is worth nothing.
    return now >= obtainedAt - CLOCK_TOLERANCE_MS && now < obtainedAt + lifeOf((expiresAt - obtainedAt) / 1000);
  };

  async function latest({ store, key }: StoredLogin): Promise<Login | undefined> {
    const text = await store.load(key);
    const saved = text === undefined ? undefined : readLogin(text);
    const kept = stateOf(store).unsaved.get(key);
    return saved && kept && saved.refresh?.reveal() === kept.replaces ? kept.login : saved;
  }

  async function save({ store, key }: StoredLogin, login: Login, replaces: string): Promise<void> {
    const { unsaved } = stateOf(store);
    try {
      await store.save(key, loginText(login));
      unsaved.delete(key);
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      // The server has taken the old one back already: this one must not be lost.
      const before = unsaved.get(key);
      unsaved.set(key, { login, replaces: before ? before.replaces : replaces });
    }
  }

  /** One at a time, in all processes: a refresh token that is used twice may end the login (RFC 9700, section 4.14). */
  function renew(call: Call, scheme: string, stored: StoredLogin): Promise<Login> {
    const { store, key } = stored;
    return store.locked(key, async () => {
      const login = await latest(stored);
      if (!login) throw ended(call, scheme);
      if (isFresh(login)) {
        const kept = stateOf(store).unsaved.get(key);
        if (kept?.login === login) await save(stored, login, kept.replaces);
        return login;
      }
      if (!login.refresh || refused.has(login.refresh.reveal())) throw ended(call, scheme);
      let renewed: Login;
      try {
        renewed = await requestRenewal(call, scheme, login, stored.clientSecret);
      } catch (cause) {
        const now = await latest(stored);
        if (now && isAnother(now, login)) return now;
        throw cause;
      }
      // What cannot be read now cannot be saved either, and is kept here.
      const now = await latest(stored).catch(() => login);
      // Signed out meanwhile: this call is the last one.
      if (!now) return renewed;
      if (isAnother(now, login)) return now;
      await save(stored, renewed, login.refresh.reveal());
      return renewed;
    });
  }

  /** Someone was quicker: the lock of a computer that slept was broken, or a host's store has none. */
  const isAnother = (now: Login, old: Login): boolean => now.access.reveal() !== old.access.reveal() && isFresh(now);

  async function requestRenewal(call: Call, scheme: string, login: Login, secret: string | undefined): Promise<Login> {
    const { server, clientId, refresh } = login;
    if (!refresh) throw ended(call, scheme);
    const url = approvedEndpoint(server.refresh ?? server.token, "token endpoint", call.registration);
    const oauth = await import("oauth4webapi");
    const client = { clientId, ...(secret !== undefined && { clientSecret: secret }) };
    const as = { issuer: server.issuer, token_endpoint: url.href };
    try {
      const response = await oauth.refreshTokenGrantRequest(
        as,
        { client_id: clientId },
        clientAuth(oauth, client, server.methods),
        refresh.reveal(),
        requestOptions(oauth, url, fetch),
      );
      const answer = await oauth.processRefreshTokenResponse(as, { client_id: clientId }, response);
      return renewedLogin(login, grantOf(scheme, answer), wall());
    } catch (cause) {
      if (refusalOf(oauth, cause)?.error !== "invalid_grant") throw noToken(oauth, scheme, cause, "renewed no token");
      refuse(refresh);
      throw ended(call, scheme);
    }
  }

  return {
    refuse,
    async get(call, scheme, stored) {
      const { renewals, unsaved } = stateOf(stored.store);
      const { login } = stored;
      if (!unsaved.has(stored.key) && isFresh(login)) return login.access;
      const before = renewals.get(stored.key);
      const renewal = before ?? renew(call, scheme, stored);
      if (!before) {
        renewals.set(stored.key, renewal);
        const done = (): unknown => renewals.delete(stored.key);
        renewal.then(done, done);
      }
      try {
        return (await waitFor(renewal, call.signal)).access;
      } catch (cause) {
        // In the last minute before its end, a token still does.
        const left = login.expiresAt !== undefined && login.expiresAt > wall() && !refused.has(login.access.reveal());
        if (left && !call.signal.aborted) return login.access;
        throw cause;
      }
    },
  };
}

const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** A server that rotates gives a new refresh token; one that does not leaves the old one in force. */
function renewedLogin({ expiresAt: _, ...login }: Login, grant: Grant, now: number): Login {
  const { access, refresh, lifeS, scopes } = grant;
  return {
    ...login,
    access,
    ...(refresh && { refresh }),
    obtainedAt: now,
    ...(lifeS !== undefined && { expiresAt: now + lifeS * 1000 }),
    // Fewer than before, where someone has taken some back.
    ...(scopes && { scopes }),
  };
}

function ended({ registration }: Call, scheme: string): ToolError {
  const { name } = registration.toolkit;
  return new ToolError("credentials_missing", `Not sent: the login for ${scheme} has ended.`, {
    hint: `Whoever runs the host has to sign in again: toolgen login <folder of ${name}> ${scheme}.`,
  });
}
