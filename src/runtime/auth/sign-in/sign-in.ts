/** Signs a person in, and keeps what comes of it. */
import type * as OAuth from "oauth4webapi";
import { ToolError } from "../../call/errors.js";
import type { Registration } from "../../registry/registration.js";
import { faultOf, type Grant, grantOf, noBearer } from "../grant.js";
import { type Login, loginText } from "../logins/login.js";
import { loginKey } from "../logins/store.js";
import { refusalOf } from "../protocol.js";
import { signInWithCode } from "./code.js";
import { signInWithDevice } from "./device.js";
import type { SignIn, SignInOptions } from "./plan.js";
import { findServer, revocationEndpoint, type SignInServer } from "./server.js";

export async function signIn(options: SignInOptions): Promise<Login> {
  const { toolkit, scheme, method, fetch, store } = options;
  const definition = toolkit.auth && Object.hasOwn(toolkit.auth, scheme) ? toolkit.auth[scheme] : undefined;
  if (!definition) throw new ToolError("credentials_missing", `The toolkit has no scheme ${scheme}.`);
  const registration: Registration = { toolkit };
  const server = await findServer(scheme, definition, method, registration, fetch);
  const oidc = definition.type === "openIdConnect" ? ownScopes(server) : [];
  const scopes = [...new Set([...options.scopes, ...oidc])];
  const asked = { ...options, scopes, server };
  const answer = await (method === "device" ? signInWithDevice(asked) : signInWithCode(asked)).catch(inWords(options));
  const login = loginOf(grantOf(scheme, answer), asked, revocationEndpoint(server, registration));
  const key = loginKey({ toolkit: toolkit.name, scheme, origins: toolkit.origins ?? [] });
  await store.locked(key, () => store.save(key, loginText(login))).catch(notKept);
  return login;
}

function notKept(cause: unknown): never {
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  throw new ToolError("execution_error", `You signed in, but the tokens cannot be kept${code}.`, {
    hint: "Look at the folder of the logins, or name another state folder by XDG_STATE_HOME.",
  });
}

/** OpenID Connect Core 1.0, sections 3.1.2.1 and 11. */
function ownScopes({ metadata }: SignInServer): readonly string[] {
  return metadata.scopes_supported?.includes("offline_access") ? ["openid", "offline_access"] : ["openid"];
}

function loginOf(
  { access, refresh, lifeS, scopes: granted }: Grant,
  { scopes, client, server }: SignIn,
  revocation: string | undefined,
): Login {
  const now = Date.now();
  const { metadata, tokenEndpoint, refreshEndpoint } = server;
  const methods = metadata.token_endpoint_auth_methods_supported;
  return {
    access,
    ...(refresh && { refresh }),
    obtainedAt: now,
    ...(lifeS !== undefined && { expiresAt: now + lifeS * 1000 }),
    // RFC 6749, section 5.1: left out where it is what was asked for.
    scopes: granted ?? scopes,
    clientId: client.clientId,
    server: {
      issuer: metadata.issuer,
      token: tokenEndpoint.href,
      ...(refreshEndpoint && { refresh: refreshEndpoint.href }),
      ...(revocation !== undefined && { revocation }),
      ...(methods && { methods }),
    },
  };
}

/** What the protocol's library threw, without its words: they hold what the server said. */
function inWords({ scheme, signal }: SignInOptions): (cause: unknown) => Promise<never> {
  return async (cause) => {
    if (cause instanceof ToolError || signal.aborted) throw cause;
    const oauth = await import("oauth4webapi");
    const said =
      cause instanceof oauth.AuthorizationResponseError ? codeOf(cause.error) : refusalOf(oauth, cause)?.error;
    if (said === "access_denied")
      throw new ToolError("credentials_missing", `Access was denied: nobody is signed in for ${scheme}.`);
    if (said !== undefined) {
      throw new ToolError("credentials_missing", `The authorization server of ${scheme} refused: ${said}.`, {
        hint: "Check the client's id and secret, its redirect address, and the scopes.",
      });
    }
    if (cause instanceof oauth.UnsupportedOperationError) throw noBearer(scheme);
    throw new ToolError("credentials_missing", faultInWords(oauth, cause, scheme), {
      hint: "Nothing of it was used. Start again; where it happens again, tell whoever runs the service.",
    });
  };
}

const codeOf = (error: string): string => (/^[A-Za-z0-9_.-]{1,60}$/.test(error) ? error : "error");

/** Messages of oauth4webapi are constant, but for the name of a parameter. */
function faultInWords(oauth: typeof OAuth, cause: unknown, scheme: string): string {
  const server = `the authorization server of ${scheme}`;
  if (!(cause instanceof oauth.OperationProcessingError) || cause.cause instanceof Response) {
    const fault = faultOf(oauth, cause);
    return `There was no answer of ${server} that can be used${fault ? ` (${fault})` : ""}.`;
  }
  const fault = cause.message.replaceAll(/[^\w "().,:-]/g, "").slice(0, 120);
  return `The answer of ${server} is not what it should be: ${fault}.`;
}
