/** What a person is asked before something happens that cannot be undone. */
import type { Effect } from "../tool/types.js";
import type { RequestPreview } from "./http/shown.js";

/** One irreversible call that waits for a person. */
export interface ApprovalRequest {
  readonly tool: string;
  readonly toolkit: string;
  readonly effect: Effect;
  readonly description: string;
  /** A copy, as validated: integers beyond 2^53 are BigInt. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What would be sent, credentials redacted; absent where the tool is a function. */
  readonly request?: RequestPreview;
  /** SHA-256 of exactly this call, its request and its caller: an approval holds for it and for no other, each time. */
  readonly hash: string;
  readonly context: unknown;
}

export type Approve = (request: ApprovalRequest) => boolean | Promise<boolean>;
