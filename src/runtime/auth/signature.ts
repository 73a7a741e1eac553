/** What is computed for each request: HTTP Message Signatures (RFC 9421), AWS, HMAC of whatever kind. The host does it. */

/** A request as it will go out, credentials and all, but for what signs it. */
export interface UnsignedRequest {
  readonly method: string;
  readonly url: string;
  /** By lower-case name. `host` and `content-length` are added on sending. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly toolkit: string;
  /** As exposed by the registry. */
  readonly tool: string;
  /** What the caller passed as `context`. */
  readonly context: unknown;
  readonly signal: AbortSignal;
}

/** Takes the place of headers, and of pairs of the query, that have the same name. */
export interface Signature {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** Called for each request to an origin that credentials may go to, each attempt and each redirect within it. */
export type SignRequest = (request: UnsignedRequest) => Signature | Promise<Signature>;
