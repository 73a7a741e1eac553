/** One call on its way inward. Nothing here knows of headers: those exist only below the credential line. */
import type { AnyTool } from "../../tool/types.js";
import type { Approve } from "../approve.js";
import type { Redactor } from "../auth/redact.js";
import type { Watch } from "../observe/watch.js";
import type { Flight } from "../quota/meters/flight.js";
import type { Told } from "../quota/told/told.js";
import type { Registration } from "../registry/registration.js";
import type { Throttle } from "../throttle.js";

/**
 * Own properties only; made by `parseJson` or by the host. Integers beyond 2^53 are BigInt from `validate` inward,
 * so that they are sent with exactly their digits.
 */
export type Arguments = Readonly<Record<string, unknown>>;

/** Counters that the middleware fills in, outermost to innermost; they become the result's `meta`. */
export interface CallMeta {
  status?: number;
  /** Requests sent: whoever sends one adds one, right before. */
  attempts: number;
  queuedMs: number;
  cached?: boolean;
  truncated?: string;
  /** What the upstream said of its quotas with the last answer: whoever reads that answer says it. Not for results. */
  told?: Told | undefined;
  /** Of the request that is made now: whoever sends it says when it is sent and answered. Not for results. */
  flight?: Flight;
  readonly notes: string[];
  /** Notes that the model has to know to read the result: they stand in its text as well. */
  readonly caveats: string[];
}

export interface Call {
  /** As exposed by the registry. */
  readonly name: string;
  readonly tool: AnyTool;
  readonly registration: Registration;
  readonly args: Arguments;
  readonly signal: AbortSignal;
  /** Instead of the registry's. */
  readonly timeoutMs?: number;
  /** When the signal will be aborted at the latest, by the clock's `now()`. Waits that would pass it are not begun. */
  readonly deadline?: number;
  /** Of one logical write, the same for every attempt; absent: the executor makes one where the API takes one. */
  readonly idempotencyKey?: string;
  /** Hash of the one call that a person has approved. */
  readonly approved?: string;
  /** Name in its toolkit of the tool that was asked for, where this one stands in for it. */
  readonly asked?: string;
  /** Told of each run of a function that changes something: it may outlast the call. */
  readonly running?: (run: Promise<unknown>) => void;
  /** The caller's own, handed to credential providers, policies and hand-written tools. */
  readonly context: unknown;
  /** Instead of the registry's. */
  readonly approve?: Approve;
  readonly meta: CallMeta;
  /** Whoever wants to know what happens; absent: nobody does. */
  readonly watch?: Watch;
  /** Where the upstream only says that it has begun, the call lasts until it has ended. */
  readonly wait?: boolean;
  /** Path and query on the tool's origin, in the place of its own: where an upstream said to ask for the status. */
  readonly at?: string;
  /** Learns each credential that the executor uses, and takes them out of whatever leaves. */
  readonly redactor: Redactor;
}

/** What an executor gives back. Failures are thrown as `ToolError`. */
export interface Outcome {
  /** JSON; integers beyond 2^53 are strings of digits. `undefined`: nothing came. */
  readonly data: unknown;
  /** Text for the model where it is not the JSON of `data`. */
  readonly text?: string;
  /** What the answer says of the upstream's limits. */
  readonly throttle?: Throttle;
  /** Of calls that wait for the end. */
  readonly reply?: Reply;
}

/** An HTTP answer, as far as it may be one about an operation that goes on. */
export interface Reply {
  readonly status: number;
  readonly origin: string;
  /** It came from another address than was asked (RFC 9110, section 15.4.4). */
  readonly redirected: boolean;
  readonly retryAfterMs?: number;
  /** Path and query of the status, or of the result, on the same origin. */
  readonly target?: string;
  /** The origin of that address, where it is another one. */
  readonly foreign?: string;
}

export type Next = (call: Call) => Promise<Outcome>;

/** One layer of the onion: does one job and calls `next`, or answers by itself. */
export type Middleware = (call: Call, next: Next) => Promise<Outcome>;
