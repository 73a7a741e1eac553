/** What a host may set, for a registry, a toolkit and a call. */
import type { Limit, Progress } from "../tool/types.js";
import type { Approve, PolicyOptions } from "./approve.js";
import type { CredentialProvider } from "./auth/credentials.js";
import type { LoginStore } from "./auth/logins/store.js";
import type { SignRequest } from "./auth/signature.js";
import type { TaskOptions } from "./batch/tasks.js";
import type { Clock } from "./clock.js";
import type { CacheOptions } from "./middleware/cache.js";
import type { ObserveOptions } from "./observe/observer.js";
import type { SharingOptions } from "./quota/shared/shared.js";

/** What a host may set for all toolkits. */
export interface RegistryOptions extends PolicyOptions, ObserveOptions {
  /** Default: the environment, `<TOOLKIT>_<SCHEME>`, and the logins of `toolgen login`. */
  readonly credentials?: CredentialProvider;
  /** Where the tokens of `toolgen login` are kept. Default: the keychain, or a folder, of the user at this machine. */
  readonly logins?: LoginStore;
  /** Computes what single requests are signed with: HTTP signatures, AWS and the like. Default: nothing does. */
  readonly sign?: SignRequest;
  /** Instead of `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Instead of a connection pool of the registry's own: a proxy, a client certificate, a test. */
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  /** Of a whole call, waiting and retries included, approval not; tasks have their own. Default: 60 s. */
  readonly timeoutMs?: number;
  /** After the first attempt, where a repetition does no harm. Default: 2. */
  readonly retries?: number;
  /** Default: 500 ms. */
  readonly retryBaseMs?: number;
  /** Takes the place of every toolkit's quota, and of what is known of its vendor. Several limits hold at once. */
  readonly quota?: Limit | readonly Limit[];
  /** Requests of one account that are under way at a time, beside its quota. Default: as many as its quota lets through. */
  readonly maxConcurrent?: number;
  /** Whose quota a call counts for, by its `context`. Default: all calls with one credential provider share a quota. */
  readonly account?: (context: unknown) => string | undefined;
  /** Quotas are kept together with other processes, by a store that all of them reach. */
  readonly shared?: SharingOptions;
  /** Keeps the results of reads, for each account and context by itself. Default: none are kept. */
  readonly cache?: CacheOptions;
  /** Longest stay in a quota's queue. Default: 30 s. */
  readonly maxWaitMs?: number;
  /** Most calls that may wait for one account's quota: what comes then is refused at once. Default: 10,000. */
  readonly maxQueue?: number;
  /** Of a result's `content`, in UTF-16 code units. Default: 50,000. */
  readonly maxResultChars?: number;
  /** Decoded bytes of one answer. Default: 10 MiB. */
  readonly maxResponseBytes?: number;
  /** Read `"10"` as 10 and the like, where it can mean one thing only. Default: true. */
  readonly coerce?: boolean;
  /** Reads of a batch that run side by side. Default: 8. */
  readonly concurrency?: number;
  /** How long tasks may run, and how long they are known afterwards. */
  readonly tasks?: TaskOptions;
}

/** What a host may set for one call, or for all of a batch. */
export interface CallOptions {
  /** Comes back in the result. */
  readonly id?: string;
  readonly signal?: AbortSignal;
  /** Whose call this is: handed to credential providers, the approval and hand-written tools. */
  readonly context?: unknown;
  /** Instead of the toolkit's and the registry's. */
  readonly timeoutMs?: number;
  /**
   * Of one logical write: sent where the API takes such a key; the same key again, for the same tool and caller, gives the
   * first result. Of a batch: its calls have this key with their places after it, `key-1`.
   */
  readonly idempotencyKey?: string;
  /** Instead of the registry's `approve`. */
  readonly approve?: Approve;
  /** The hash that `approval_required` gave for exactly this call of this caller: a person has approved it, once. */
  readonly approved?: string;
  /** Told how far the call is: what hand-written tools say, pieces of answers as they come, the status of long operations. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Where the upstream answers 202 and an address of the status, the call asks there until the operation has ended;
   * otherwise that answer is the result. Default: true for tasks and with `onProgress`.
   */
  readonly wait?: boolean;
}

/** One call of a batch. */
export interface BatchCall {
  readonly name: string;
  readonly arguments?: unknown;
  readonly id?: string;
  /** Of this call alone. */
  readonly signal?: AbortSignal;
  /** Of this call alone. */
  readonly onProgress?: (progress: Progress) => void;
  /** Of this call alone. */
  readonly idempotencyKey?: string;
  /** Of this call alone. */
  readonly approved?: string;
}
