/** How a host registers a toolkit. */
import type { Limit, Toolkit } from "../../tool/types.js";
import type { Approve, PolicyOptions } from "../approve.js";
import type { Bind } from "../arguments/bound.js";
import type { CredentialProvider } from "../auth/credentials.js";
import type { SignRequest } from "../auth/signature.js";

/** What a host may set for one toolkit. Of its policy: what the registry refuses stays refused. */
export interface RegisterOptions extends PolicyOptions {
  /** Exposes `namespace__tool`. */
  readonly namespace?: string;
  /** Takes the place of every server of the toolkit; credentials may go to its origin. */
  readonly baseUrl?: string;
  /**
   * Arguments that no model sees or gives: `{ tenant_id: { env: "TENANT" } }` of every tool that has it,
   * `{ "list_*:limit": { value: 10 } }` of some. Goes before what the tools themselves bind.
   */
  readonly bind?: Bind;
  /** Values of server variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Takes the place of the toolkit's quota. */
  readonly quota?: Limit | readonly Limit[];
  /** Vendor whose limits and headers hold, `github` for one; `false`: none. Default: by the host of its servers. */
  readonly vendor?: string | false;
  /** Instead of the registry's. */
  readonly account?: (context: unknown) => string | undefined;
  /** Instead of the registry's. */
  readonly timeoutMs?: number;
  /** Instead of the registry's. */
  readonly maxWaitMs?: number;
  /** Instead of the registry's. */
  readonly maxQueue?: number;
  /** Instead of the registry's. */
  readonly retries?: number;
  /** Instead of the registry's. */
  readonly cache?: { readonly ttlMs: number; readonly staleMs?: number };
  /** Instead of the registry's. */
  readonly retryBaseMs?: number;
  /** Instead of the registry's. */
  readonly maxResultChars?: number;
  /** Instead of the registry's. */
  readonly coerce?: boolean;
  /** Instead of the registry's. */
  readonly approve?: Approve;
  /** Header by which the API takes a key for each write, `Idempotency-Key` for one; a tool's own goes before it. */
  readonly idempotencyHeader?: string;
  /** By tool: those of the toolkit that are tried with the same arguments where it is not available. */
  readonly fallback?: Readonly<Record<string, readonly string[]>>;
  /** Instead of the registry's: the same toolkit under two namespaces may have two accounts. */
  readonly credentials?: CredentialProvider;
  /** Instead of the registry's. */
  readonly sign?: SignRequest;
}

/** A toolkit as it was registered. */
export interface Registration extends RegisterOptions {
  readonly toolkit: Toolkit;
}
