/** Device authorization (RFC 8628): the browser may be on another machine. */
import { setTimeout as sleep } from "node:timers/promises";
import type * as OAuth from "oauth4webapi";
import { ToolError } from "../../call/errors.js";
import { clientAuth, EndpointFault, refusalOf, requestOptions } from "../protocol.js";
import type { SignIn } from "./plan.js";
import { isSafePage } from "./server.js";

const DEFAULT_INTERVAL_S = 5;
/** RFC 8628, section 3.5. */
const SLOW_DOWN_S = 5;
/** A code that nobody enters for so long is not waited for, whatever the server says. */
const MAX_LIFE_S = 86_400;
/** Answers in a row that are none: then the server is down. */
const MAX_FAULTS = 3;

export async function signInWithDevice(signIn: SignIn): Promise<OAuth.TokenEndpointResponse> {
  const { server, client, scopes, scheme, signal, fetch, tell } = signIn;
  const oauth = await import("oauth4webapi");
  const as = server.metadata;
  const id = { client_id: client.clientId };
  const auth = clientAuth(oauth, client, as.token_endpoint_auth_methods_supported);
  const deviceUrl = new URL(as.device_authorization_endpoint ?? "");
  const parameters = new URLSearchParams(scopes.length > 0 ? { scope: scopes.join(" ") } : {});
  const begun = await oauth.processDeviceAuthorizationResponse(
    as,
    id,
    await oauth.deviceAuthorizationRequest(as, id, auth, parameters, requestOptions(oauth, deviceUrl, fetch, signal)),
  );
  const { verification_uri: url, verification_uri_complete: complete, user_code: code } = begun;
  if (!isSafePage(url)) {
    throw new ToolError("credentials_missing", `The page to enter a code at for ${scheme} is no https address.`, {
      hint: "The service names it. Tell whoever runs the service.",
    });
  }
  tell.enter({ url, code, ...(isSafePage(complete) && { complete }) });
  const end = performance.now() + Math.min(begun.expires_in, MAX_LIFE_S) * 1000;
  let faults = 0;
  for (let interval = begun.interval ?? DEFAULT_INTERVAL_S; ; ) {
    const left = end - performance.now();
    if (left <= 0) throw expired(scheme);
    await sleep(Math.min(interval * 1000, left), undefined, { signal });
    try {
      const options = requestOptions(oauth, server.tokenEndpoint, fetch, signal);
      const response = await oauth.deviceCodeGrantRequest(as, id, auth, begun.device_code, options);
      return await oauth.processDeviceCodeResponse(as, id, response);
    } catch (cause) {
      const said = refusalOf(oauth, cause)?.error;
      if (said === "expired_token") throw expired(scheme);
      if (said === "authorization_pending") faults = 0;
      else if (said === "slow_down") interval += SLOW_DOWN_S;
      else if (!signal.aborted && isPassing(oauth, cause) && ++faults < MAX_FAULTS) interval *= 2;
      else throw cause;
    }
  }
}

/** RFC 8628, section 3.5: no answer is a reason to ask less often. */
function isPassing(oauth: typeof OAuth, cause: unknown): boolean {
  if (cause instanceof EndpointFault || cause instanceof TypeError) return true;
  const answer = cause instanceof oauth.OperationProcessingError ? cause.cause : undefined;
  return answer instanceof Response && (answer.status === 429 || answer.status >= 500);
}

function expired(scheme: string): ToolError {
  return new ToolError("credentials_missing", `Nobody entered the code for ${scheme} in time.`, {
    hint: "Start again: the next code is another one.",
  });
}
