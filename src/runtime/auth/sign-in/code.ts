/** Authorization code with PKCE (RFC 6749, section 4.1; RFC 7636; RFC 9700), through a browser. */
import type * as OAuth from "oauth4webapi";
import { ToolError } from "../../call/errors.js";
import { clientAuth, requestOptions } from "../protocol.js";
import { waitFor } from "../wait.js";
import { type Callback, listen } from "./listener.js";
import type { SignIn } from "./plan.js";

export async function signInWithCode(signIn: SignIn): Promise<OAuth.TokenEndpointResponse> {
  const { server, scheme } = signIn;
  const { code_challenge_methods_supported: challenges } = server.metadata;
  if (challenges && !challenges.includes("S256")) {
    throw new ToolError("credentials_missing", `The authorization server of ${scheme} does not know PKCE with S256.`, {
      hint: "Without it, a code that is seen by others can be used by them. Use another flow.",
    });
  }
  const listener = await listen(signIn.port ?? 0);
  try {
    return await exchange(signIn, listener.redirectUri, listener.callback);
  } finally {
    listener.close();
  }
}

async function exchange(
  signIn: SignIn,
  redirectUri: string,
  coming: Promise<Callback>,
): Promise<OAuth.TokenEndpointResponse> {
  const { server, client, scopes, signal, fetch, tell } = signIn;
  const oauth = await import("oauth4webapi");
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = scopes.includes("openid") ? oauth.generateRandomNonce() : undefined;
  const url = new URL(server.metadata.authorization_endpoint ?? "");
  const parameters = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(nonce !== undefined && { nonce }),
    // OpenID Connect Core 1.0, section 11: it must be asked for, or it is left out.
    ...(scopes.includes("offline_access") && { prompt: "consent" }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  tell.open(url.href);
  const callback = await waitFor(coming, signal);
  let worked = false;
  try {
    const as = expected(server.metadata, server.described, callback.parameters);
    const id = { client_id: client.clientId };
    const valid = oauth.validateAuthResponse(as, id, callback.parameters, state);
    const auth = clientAuth(oauth, client, as.token_endpoint_auth_methods_supported);
    const options = requestOptions(oauth, server.tokenEndpoint, fetch, signal);
    const response = await oauth.authorizationCodeGrantRequest(as, id, auth, valid, redirectUri, verifier, options);
    const answer = await oauth.processAuthorizationCodeResponse(as, id, response, {
      ...(nonce !== undefined && { expectedNonce: nonce, requireIdToken: true }),
    });
    worked = true;
    return answer;
  } finally {
    callback.answer(worked);
  }
}

/**
 * RFC 9207: the answer must come from the server that was asked. A document of OpenAPI does not say who the issuer is;
 * then one of its own origins is believed, which an answer that was mixed up does not have.
 */
function expected(
  metadata: OAuth.AuthorizationServer,
  described: boolean,
  parameters: URLSearchParams,
): OAuth.AuthorizationServer {
  const iss = parameters.get("iss");
  if (described || iss === null || !URL.canParse(iss)) return metadata;
  const origins = [metadata.token_endpoint, metadata.authorization_endpoint].map((url) => url && new URL(url).origin);
  return origins.includes(new URL(iss).origin) ? { ...metadata, issuer: iss } : metadata;
}
