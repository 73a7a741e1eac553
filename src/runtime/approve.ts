/** What may be called at all, and what a person is asked before something happens that cannot be undone. */
import type { Effect } from "../tool/types.js";
import type { RequestPreview } from "./http/send/shown.js";
import type { ToolSummary } from "./registry/describe.js";

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
  /** SHA-256 of exactly this call, its request and its caller: an approval holds for it and for no other, once. */
  readonly hash: string;
  readonly context: unknown;
}

export type Approve = (request: ApprovalRequest) => boolean | Promise<boolean>;

/** Which tools may be called, by whom, and who approves. */
export interface PolicyOptions {
  /** Only tools whose effect is `read`. */
  readonly readOnly?: boolean;
  /** Exposed names, or the tools' own, `*` for any characters; when given, nothing else may be called. */
  readonly allow?: readonly string[];
  /** The same; goes before `allow`. */
  readonly deny?: readonly string[];
  /** Whether a caller may know of a tool: of one that it may not, there is no such tool for it. Default: all may. */
  readonly visible?: (tool: ToolSummary, context: unknown) => boolean;
  /**
   * Asked for each irreversible call. Without it such calls answer `approval_required`, with the request and its hash in
   * `error.details`: the same call with `approved: <hash>` goes through.
   */
  readonly approve?: Approve;
}
