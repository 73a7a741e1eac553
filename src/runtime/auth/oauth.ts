/** OAuth 2 client credentials (RFC 6749, section 4.4); oauth4webapi does the protocol. */
import type { OAuth2Scheme } from "../../tool/types.js";
import { aborted } from "../abort.js";
import type { Call } from "../call.js";
import type { Clock } from "../clock.js";
import { ToolError } from "../errors.js";
import { readBody } from "../http/host-fetch.js";
import type { ClientCredentials } from "./credentials.js";
import { isLoopback, refusedOrigin } from "./origin.js";
import { Secret } from "./secret.js";

interface Token {
  readonly secret: Secret;
  /** By the clock; no longer handed out from then on. */
  readonly until: number;
}

/** Tokens of one sender, each asked for once however many calls wait for it. */
export interface TokenStore {
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

/** A token is renewed this long before it ends; a short-lived one after nine tenths of its life. */
const SKEW_MS = 60_000;
/** RFC 6749 leaves open how long a token without `expires_in` lives. */
const DEFAULT_LIFE_MS = 5 * 60_000;
const TIMEOUT_MS = 30_000;
/** Of one host: clients times scopes. */
const MAX_TOKENS = 1000;
/** Of a token endpoint's answer. */
const MAX_BYTES = 256 * 1024;

export function createTokenStore(clock: Clock, fetch: typeof globalThis.fetch): TokenStore {
  const tokens = new Map<string, Promise<Token>>();
  const refused = new WeakSet<Secret>();
  return {
    async get(call, scheme, definition, scopes, client) {
      const url = tokenEndpoint(call, scheme, definition);
      // Whoever differs in any of these must never share a token.
      const key = JSON.stringify([url.href, client.clientId, client.clientSecret, [...scopes].sort()]);
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

function tokenEndpoint(call: Call, scheme: string, definition: OAuth2Scheme): URL {
  const text = definition.flows.clientCredentials?.tokenUrl;
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new ToolError(
      "credentials_missing",
      `Not sent: the security scheme ${scheme} has no token endpoint that can be used.`,
    );
  }
  const refusal = refusedOrigin(url.origin, call.registration);
  if (refusal)
    throw new ToolError(
      "credentials_missing",
      `Not sent: the token endpoint cannot be asked, since ${refusal.reason}.`,
      { hint: refusal.hint },
    );
  return url;
}

async function requestToken(
  url: URL,
  scheme: string,
  scopes: readonly string[],
  client: ClientCredentials,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): Promise<Token> {
  const oauth = await import("oauth4webapi");
  const server = { issuer: url.origin, token_endpoint: url.href };
  const parameters = new URLSearchParams(scopes.length ? { scope: scopes.join(" ") } : {});
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: client.clientId },
      oauth.ClientSecretBasic(client.clientSecret),
      parameters,
      {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        [oauth.allowInsecureRequests]: isLoopback(url.hostname),
        [oauth.customFetch]: async (input: string, init) => bounded(await fetch(input, init as RequestInit)),
      },
    );
    const answer = await oauth.processClientCredentialsResponse(server, { client_id: client.clientId }, response);
    const life = answer.expires_in === undefined ? DEFAULT_LIFE_MS : answer.expires_in * 1000;
    return { secret: new Secret(answer.access_token), until: clock.now() + Math.max(life - SKEW_MS, life * 0.9) };
  } catch (cause) {
    const said = cause instanceof oauth.ResponseBodyError ? `${cause.status} ${cause.error}` : undefined;
    throw new ToolError(
      "credentials_missing",
      `Not sent: the token endpoint of ${scheme} gave no token${said ? ` (${said})` : ""}.`,
      {
        hint: "Whoever runs the host has to check the client's id, secret and scopes.",
      },
      // Not the cause: it holds what the endpoint said, which may be the secret.
    );
  }
}

/** The same answer with its body at hand, if that is of a sane size. */
async function bounded(response: Response): Promise<Response> {
  const { status, headers } = response;
  const { bytes, problem } = await readBody(response, MAX_BYTES);
  if (problem) throw problem;
  const body = bytes.length === 0 ? null : new Uint8Array(bytes);
  const clean = new Headers(headers);
  clean.delete("content-encoding");
  return new Response(body, { status, headers: clean });
}

/** Waits for a token that others wait for, too: one caller's abort ends its own waiting alone. */
function waitFor(token: Promise<Token>, signal: AbortSignal): Promise<Token> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(aborted(signal));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    token.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
