/** What goes out and what comes back. */
import type { ClientCertificate } from "../auth/credentials.js";
import type { ToolError } from "../call/errors.js";
import type { Flight } from "../quota/meters/flight.js";

/** A request as it goes out, signed; where it goes is said beside it. */
export interface SignedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly signal: AbortSignal;
  /** Shown to this origin alone, on connections of its own. */
  readonly certificate?: ClientCertificate;
  /** Of the answer, decoded. */
  readonly maxBytes: number;
  /** Told when the request is written, and when the head of the answer has come. */
  readonly flight?: Flight;
  /** Told of an answer when its head has come; what it gives back is told of the body, decoded, piece by piece. */
  readonly hear?: (status: number, header: Answer["header"]) => Hearing | undefined;
}

export type Hearing = (chunk: Uint8Array) => void;

/** An answer, or as much of it as the limit lets in. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  header(name: string): string | undefined;
  /** Content encodings are undone. */
  readonly bytes: Uint8Array;
  /** Why `bytes` are not all of the body: it is too large, or cannot be decoded. */
  readonly problem?: ToolError;
}
