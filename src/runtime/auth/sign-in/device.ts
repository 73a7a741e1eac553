/** Device authorization (RFC 8628): the browser may be on another machine. */
import { setTimeout as sleep } from "node:timers/promises";
import type * as OAuth from "oauth4webapi";
import { ToolError } from "../../errors.js";
import { clientAuth, refusalOf, requestOptions } from "../protocol.js";
import type { SignIn } from "./plan.js";

const DEFAULT_INTERVAL_S = 5;
/** RFC 8628, section 3.5. */
const SLOW_DOWN_S = 5;

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
  const complete = begun.verification_uri_complete;
  tell.enter({
    url: begun.verification_uri,
    code: begun.user_code,
    ...(complete !== undefined && { complete }),
  });
  const end = performance.now() + begun.expires_in * 1000;
  for (let interval = begun.interval ?? DEFAULT_INTERVAL_S; ; ) {
    await sleep(interval * 1000, undefined, { signal });
    if (performance.now() > end) throw expired(scheme);
    try {
      const options = requestOptions(oauth, server.tokenEndpoint, fetch, signal);
      const response = await oauth.deviceCodeGrantRequest(as, id, auth, begun.device_code, options);
      return await oauth.processDeviceCodeResponse(as, id, response);
    } catch (cause) {
      const said = refusalOf(oauth, cause)?.error;
      if (said === "expired_token") throw expired(scheme);
      if (said === "slow_down") interval += SLOW_DOWN_S;
      else if (said !== "authorization_pending") throw cause;
    }
  }
}

function expired(scheme: string): ToolError {
  return new ToolError("credentials_missing", `Nobody entered the code for ${scheme} in time.`, {
    hint: "Start again: the next code is another one.",
  });
}
