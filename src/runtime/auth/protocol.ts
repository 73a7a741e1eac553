/** What all requests to an authorization server have in common; oauth4webapi makes them. */
import type * as OAuth from "oauth4webapi";
import { ToolError } from "../call/errors.js";
import { readBody } from "../http/send/host-fetch.js";
import type { Registration } from "../registry/registration.js";
import type { OAuthClient } from "./credentials.js";
import { isLoopback, refusedOrigin } from "./origin.js";

export type Fetch = typeof globalThis.fetch;

const TIMEOUT_MS = 30_000;
/** Of an authorization server's answer. */
const MAX_BYTES = 256 * 1024;

/** A place that may be sent secrets; throws where the operator has not approved of it. `what` names it in errors. */
export function approvedEndpoint(text: string | undefined, what: string, registration: Registration): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new ToolError("credentials_missing", `Not sent: there is no ${what} that can be used.`);
  }
  const refusal = refusedOrigin(url.origin, registration);
  if (refusal) {
    const message = `Not sent: the ${what} cannot be asked, since ${refusal.reason}.`;
    throw new ToolError("credentials_missing", message, { hint: refusal.hint });
  }
  return url;
}

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly [OAuth.allowInsecureRequests]: boolean;
  readonly [OAuth.customFetch]: (url: string, init: object) => Promise<Response>;
}

/** An endpoint that does not answer as one should; the message is made for those who see it. */
export class EndpointFault extends Error {
  override readonly name = "EndpointFault";
}

export function requestOptions(oauth: typeof OAuth, url: URL, fetch: Fetch, signal?: AbortSignal): RequestOptions {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
  return {
    signal: both,
    [oauth.allowInsecureRequests]: isLoopback(url.hostname),
    // Not left to `fetch`: one of the host's may not heed a signal, and a lock waits for the answer.
    [oauth.customFetch]: (input, init) => inTime(fetch(input, init as RequestInit).then(bounded), both),
  };
}

function inTime<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => {
      const timedOut = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
      reject(timedOut ? new EndpointFault("no answer in time") : signal.reason);
    };
    if (signal.aborted) return late();
    signal.addEventListener("abort", late, { once: true });
    pending.then(resolve, reject).finally(() => signal.removeEventListener("abort", late));
  });
}

/** RFC 6749, section 2.3.1: basic, unless the server's metadata knows only the body. */
export function clientAuth(
  oauth: typeof OAuth,
  { clientSecret }: OAuthClient,
  methods: readonly string[] = [],
): OAuth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  const inBody = methods.includes("client_secret_post") && !methods.includes("client_secret_basic");
  return inBody ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

/** `application/x-www-form-urlencoded` to the letter, as oauth4webapi writes a client's secret in a header. */
export function formEncoded(text: string): string {
  return encodeURIComponent(text)
    .replace(/[-_.!~*'()]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

/** Status and code of what a server answered (RFC 6749, section 5.2). Not its description: it may repeat the secret. */
export function refusalOf(oauth: typeof OAuth, cause: unknown): { status: number; error: string } | undefined {
  if (!(cause instanceof oauth.ResponseBodyError)) return undefined;
  const known = /^[A-Za-z0-9_.-]{1,60}$/.test(cause.error);
  return { status: cause.status, error: known ? cause.error : "error" };
}

/** The same answer with its body at hand, if that is of a sane size. */
async function bounded(response: Response): Promise<Response> {
  const { status, headers } = response;
  const { bytes, problem } = await readBody(response, MAX_BYTES);
  if (problem) throw new EndpointFault("its answer is too long");
  const body = bytes.length === 0 ? null : new Uint8Array(bytes);
  const clean = new Headers(headers);
  clean.delete("content-encoding");
  // Stands beside `invalid_client` (RFC 6749, section 5.2); with it, the library does not read what was said.
  clean.delete("www-authenticate");
  return new Response(body, { status, headers: clean });
}
