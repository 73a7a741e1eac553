/** One request and its answer: addresses checked and pinned, redirects within the origin only, sizes counted. */
import { ReadFault } from "./fault.js";
import { tooLarge } from "./file.js";
import { AddressRefused, pinnedLookup, type Resolve, resolveByDns } from "./lookup.js";
import { shownUrl } from "./origin.js";
import { collect } from "./stream.js";

export type Fetch = typeof globalThis.fetch;

export interface FetchOptions {
  readonly timeoutMs: number;
  /** In place of the network. */
  readonly fetch?: Fetch | undefined;
  readonly resolveHost?: Resolve | undefined;
  /** Host names that the user gave as the document's own address. */
  readonly trusted: ReadonlySet<string>;
}

export interface Outgoing {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the body of an answer that is no success is of interest. */
  readonly keepsErrors?: boolean;
}

export interface Incoming {
  /** After redirects. */
  readonly url: URL;
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Throws `ReadFault` where there is no whole answer; the status is for the caller to judge. */
export type Exchange = (url: URL, outgoing: Outgoing, limit: number) => Promise<Incoming>;

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function createExchange(options: FetchOptions): Exchange {
  let send: Promise<Fetch> | undefined;

  async function follow(
    url: URL,
    outgoing: Outgoing,
    limit: number,
    signal: AbortSignal,
    hops: number,
  ): Promise<Incoming> {
    send ??= options.fetch ? Promise.resolve(options.fetch) : pinnedFetch(options);
    const fetch = await send;
    const { method, headers, body, keepsErrors = false } = outgoing;
    const response = await fetch(url.href, {
      method,
      redirect: "manual",
      credentials: "omit",
      headers,
      ...(body !== undefined && { body }),
      signal,
    });
    if (REDIRECTS.has(response.status)) {
      await response.body?.cancel();
      return follow(nextUrl(url, response.headers.get("location"), hops), outgoing, limit, signal, hops + 1);
    }
    const { status } = response;
    const contentType = response.headers.get("content-type") ?? "";
    const length = Number(response.headers.get("content-length"));
    if ((!response.ok && !keepsErrors) || length > limit) {
      await response.body?.cancel();
      if (response.ok) throw tooLarge(length, limit);
      return { url, status, contentType, bytes: new Uint8Array() };
    }
    const bytes = response.body ? await collect(response.body, limit) : new Uint8Array();
    return { url, status, contentType, bytes };
  }

  // A server that does not answer is not waited for again.
  const dead = new Map<string, string>();
  return async (url, outgoing, limit) => {
    const known = dead.get(url.origin);
    if (known !== undefined) throw new ReadFault("FETCH_FAILED", `${shownUrl(url)}: ${known}`);
    try {
      return await follow(url, outgoing, limit, AbortSignal.timeout(options.timeoutMs), 0);
    } catch (cause) {
      if (cause instanceof ReadFault) throw cause;
      const reason = reasonOf(cause, options.timeoutMs);
      dead.set(url.origin, reason);
      throw new ReadFault("FETCH_FAILED", `${shownUrl(url)}: ${reason}`, {}, cause);
    }
  };
}

function nextUrl(from: URL, location: string | null, hops: number): URL {
  const shown = shownUrl(from);
  if (hops >= MAX_REDIRECTS) throw new ReadFault("FETCH_FAILED", `${shown}: more than ${MAX_REDIRECTS} redirects`);
  const next = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!next) throw new ReadFault("FETCH_FAILED", `${shown} redirects to nowhere`);
  if (next.origin !== from.origin || next.username !== "" || next.password !== "") {
    throw new ReadFault("FETCH_FAILED", `${shown} redirects to another origin: ${shownUrl(next)}`, {
      fix: "Name the address that it redirects to, if you trust it.",
    });
  }
  next.hash = "";
  return next;
}

async function pinnedFetch(options: FetchOptions): Promise<Fetch> {
  const { Agent, fetch } = await import("undici");
  const lookup = pinnedLookup(options.resolveHost ?? resolveByDns, options.trusted);
  const dispatcher = new Agent({ connect: { lookup }, pipelining: 1, keepAliveTimeout: 1_000 });
  // undici's own types of fetch and those of Node differ in what is not used here.
  return ((url: string, init: object) => fetch(url, { ...init, dispatcher })) as unknown as Fetch;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  for (let cause = error, i = 0; cause instanceof Error && i < 5; cause = cause.cause, i++) {
    if (cause instanceof AddressRefused) return `refused: ${cause.message}`;
    if (cause.name === "TimeoutError") return `no whole answer within ${timeoutMs} ms`;
    if (cause instanceof AggregateError && cause.errors.length > 0) cause.cause ??= cause.errors[0];
    if ("code" in cause && typeof cause.code === "string" && (WHY.has(cause.code) || /^E[A-Z_]+$/.test(cause.code))) {
      return `${WHY.get(cause.code) ?? "the connection failed"} (${cause.code})`;
    }
  }
  return "the connection failed";
}

const UNTRUSTED = "its certificate is not trusted";
const WHY = new Map([
  ["ENOTFOUND", "there is no such host"],
  ["EAI_AGAIN", "the name of the host cannot be looked up now"],
  ["ECONNREFUSED", "nothing listens there"],
  ["ECONNRESET", "the connection was cut"],
  ["EHOSTUNREACH", "there is no way to that host"],
  ["ENETUNREACH", "there is no network"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", UNTRUSTED],
  ["SELF_SIGNED_CERT_IN_CHAIN", UNTRUSTED],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", UNTRUSTED],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", UNTRUSTED],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is another host's"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "it does not speak TLS; http, not https?"],
  ["UND_ERR_SOCKET", "the connection was cut"],
]);
