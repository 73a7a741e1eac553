/** The authorization server of a scheme: what the document says of it, and what it says of itself. */
import type * as OAuth from "oauth4webapi";
import type { AuthScheme, OAuth2Flow, OpenIdConnectScheme } from "../../../tool/types.js";
import { ToolError } from "../../call/errors.js";
import type { Registration } from "../../registry/registration.js";
import { isLoopback, refusedOrigin } from "../origin.js";
import { approvedEndpoint, type Fetch, requestOptions } from "../protocol.js";

export type SignInMethod = "code" | "device";

/** Its endpoints, all but the page that a browser opens on origins that the operator approved. */
export interface SignInServer {
  readonly metadata: OAuth.AuthorizationServer;
  readonly tokenEndpoint: URL;
  /** Where tokens are renewed, if not there. */
  readonly refreshEndpoint?: URL;
  /** The metadata come from the server itself: what they do not say, it does not do. */
  readonly described: boolean;
}

const SUFFIX = /\/\.well-known\/openid-configuration\/?$/;
/** Metadata that need not be there are not waited for as long as those that must be. */
const PATIENCE_MS = 5000;

export async function findServer(
  scheme: string,
  definition: AuthScheme,
  method: SignInMethod,
  registration: Registration,
  fetch: Fetch,
): Promise<SignInServer> {
  const server =
    definition.type === "openIdConnect"
      ? await discovered(scheme, definition, registration, fetch)
      : await declared(scheme, flowOf(scheme, definition, method), registration, fetch);
  const { authorization_endpoint: page, device_authorization_endpoint: device } = server.metadata;
  if (method === "device") approvedEndpoint(device, "device authorization endpoint", registration);
  else if (!isSafePage(page)) {
    throw new ToolError("credentials_missing", `The page to sign in at for ${scheme} is no https address.`, {
      hint: "It stands in the document as authorizationUrl.",
    });
  }
  return server;
}

function flowOf(scheme: string, definition: AuthScheme, method: SignInMethod): OAuth2Flow {
  const flows = definition.type === "oauth2" ? definition.flows : {};
  const flow = method === "device" ? flows.deviceAuthorization : flows.authorizationCode;
  if (flow) return flow;
  const other = method === "device" ? "authorization code" : "device";
  throw new ToolError(
    "credentials_missing",
    `The scheme ${scheme} has no ${method === "device" ? "device" : "authorization code"} flow.`,
    {
      hint: `Its document may have an ${other} flow; or set the token yourself.`,
    },
  );
}

/** OpenID Connect Discovery 1.0. */
async function discovered(
  scheme: string,
  { openIdConnectUrl }: OpenIdConnectScheme,
  registration: Registration,
  fetch: Fetch,
): Promise<SignInServer> {
  const url = approvedEndpoint(openIdConnectUrl, "OpenID Connect discovery document", registration);
  const issuer = new URL(url.href.replace(SUFFIX, ""));
  const oauth = await import("oauth4webapi");
  let metadata: OAuth.AuthorizationServer;
  try {
    const response = await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...requestOptions(oauth, url, fetch) });
    metadata = await oauth.processDiscoveryResponse(issuer, response);
  } catch (cause) {
    throw new ToolError(
      "credentials_missing",
      `The OpenID Connect discovery document of ${scheme} could not be read.`,
      {
        hint: `It should be at ${issuer.href.replace(/\/$/, "")}/.well-known/openid-configuration, and name that issuer.`,
      },
      { cause },
    );
  }
  return {
    metadata,
    tokenEndpoint: approvedEndpoint(metadata.token_endpoint, "token endpoint", registration),
    described: true,
  };
}

/** OpenAPI's flow; where the server has metadata of its own (RFC 8414) that agree, they are believed beside it. */
async function declared(
  scheme: string,
  flow: OAuth2Flow,
  registration: Registration,
  fetch: Fetch,
): Promise<SignInServer> {
  const tokenEndpoint = approvedEndpoint(flow.tokenUrl, `token endpoint of ${scheme}`, registration);
  const refreshEndpoint =
    flow.refreshUrl === undefined || flow.refreshUrl === flow.tokenUrl
      ? undefined
      : approvedEndpoint(flow.refreshUrl, `refresh endpoint of ${scheme}`, registration);
  const endpoints = { tokenEndpoint, ...(refreshEndpoint && { refreshEndpoint }) };
  const said: OAuth.AuthorizationServer = {
    issuer: tokenEndpoint.origin,
    token_endpoint: tokenEndpoint.href,
    ...(flow.authorizationUrl !== undefined && { authorization_endpoint: flow.authorizationUrl }),
    ...(flow.deviceAuthorizationUrl !== undefined && { device_authorization_endpoint: flow.deviceAuthorizationUrl }),
  };
  const own = await ownMetadata(tokenEndpoint, fetch);
  if (own?.token_endpoint !== tokenEndpoint.href) return { ...endpoints, metadata: said, described: false };
  return { ...endpoints, metadata: { ...own, ...said, issuer: own.issuer }, described: true };
}

async function ownMetadata(tokenEndpoint: URL, fetch: Fetch): Promise<OAuth.AuthorizationServer | undefined> {
  const oauth = await import("oauth4webapi");
  const issuer = new URL(tokenEndpoint.origin);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const options = requestOptions(oauth, tokenEndpoint, fetch, patience);
    return await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...options }),
    );
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    // Few servers have them.
    return undefined;
  }
}

/** What a person is sent to: no file, no program, nothing in clear across a network. */
export function isSafePage(text: string | undefined): boolean {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  const safe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  return safe && url?.username === "" && url.password === "";
}

/** Where tokens can be given back (RFC 7009), if they may go there. */
export function revocationEndpoint({ metadata }: SignInServer, registration: Registration): string | undefined {
  const url = metadata.revocation_endpoint;
  if (url === undefined || !URL.canParse(url)) return undefined;
  return refusedOrigin(new URL(url).origin, registration) ? undefined : url;
}
