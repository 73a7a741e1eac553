/** OAuth 2 client credentials (RFC 6749, section 4.4): tokens of one sender, kept in memory. */
import type { OAuth2Scheme } from "../../tool/types.js";
import type { Call } from "../call/call.js";
import type { Clock } from "../clock.js";
import { checkText } from "./apply.js";
import type { ClientCredentials } from "./credentials.js";
import { grantOf, noToken } from "./grant.js";
import { lifeOf } from "./life.js";
import { approvedEndpoint, clientAuth, type Fetch, requestOptions } from "./protocol.js";
import type { Secret } from "./secret.js";
import { waitFor } from "./wait.js";

interface Token {
  readonly secret: Secret;
  /** By the clock; no longer handed out from then on. */
  readonly until: number;
}

/** Each token is asked for once however many calls wait for it. */
export interface ClientTokens {
  get(
    call: Call,
    scheme: string,
    definition: OAuth2Scheme,
    scopes: readonly string[],
    client: ClientCredentials,
  ): Promise<Secret>;
  /** Forgets a token that the upstream refused. */
  refuse(secret: Secret): void;
}

/** Of one host: clients times scopes. */
const MAX_TOKENS = 1000;

export function createClientTokens(clock: Clock, fetch: Fetch): ClientTokens {
  const tokens = new Map<string, Promise<Token>>();
  const refused = new WeakSet<Secret>();
  return {
    async get(call, scheme, definition, scopes, client) {
      const url = approvedEndpoint(definition.flows.clientCredentials?.tokenUrl, "token endpoint", call.registration);
      // Whoever differs in any of these must never share a token.
      const { clientId, clientSecret, parameters = {} } = client;
      for (const text of [clientId, clientSecret]) checkText(text, scheme);
      const more = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
      const key = JSON.stringify([url.href, clientId, clientSecret, [...scopes].sort(), more]);
      const before = tokens.get(key);
      if (before) {
        const token = await waitFor(before, call.signal);
        if (token.until > clock.now() && !refused.has(token.secret)) return token.secret;
      }
      const current = tokens.get(key);
      if (current !== undefined && current !== before) return (await waitFor(current, call.signal)).secret;
      const request = requestToken(url, scheme, scopes, client, clock, fetch);
      if (tokens.size >= MAX_TOKENS) tokens.clear();
      tokens.set(key, request);
      request.catch(() => tokens.get(key) === request && tokens.delete(key));
      return (await waitFor(request, call.signal)).secret;
    },
    refuse: (secret) => void refused.add(secret),
  };
}

async function requestToken(
  url: URL,
  scheme: string,
  scopes: readonly string[],
  client: ClientCredentials,
  clock: Clock,
  fetch: Fetch,
): Promise<Token> {
  const oauth = await import("oauth4webapi");
  const server = { issuer: url.origin, token_endpoint: url.href };
  const parameters = new URLSearchParams({ ...(scopes.length && { scope: scopes.join(" ") }), ...client.parameters });
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: client.clientId },
      clientAuth(oauth, client),
      parameters,
      requestOptions(oauth, url, fetch),
    );
    const answer = await oauth.processClientCredentialsResponse(server, { client_id: client.clientId }, response);
    const { access, lifeS } = grantOf(scheme, answer);
    return { secret: access, until: clock.now() + lifeOf(lifeS) };
  } catch (cause) {
    throw noToken(oauth, scheme, cause, "gave no token");
  }
}
