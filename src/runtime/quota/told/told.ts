/** What an upstream says of its quotas with one answer. */
export interface Told {
  /** This request was refused because of a quota, whatever the status. */
  readonly refused: boolean;
  /** When to come back, in milliseconds from the answer. */
  readonly retryAfterMs?: number;
  /** Whether a repetition makes sense, where the upstream says so itself. */
  readonly retry?: boolean;
  /** Who is to wait; absent: as the vendor's profile has it, else the account. */
  readonly scope?: "account" | "tool";
  /** Name of the quota that this tool counts for: GitHub's `search`. */
  readonly resource?: string;
  readonly levels: readonly Level[];
  /** Points that the call did cost. */
  readonly cost?: number;
  /** Points that had to be there for it, where that is more. */
  readonly asked?: number;
}

/** The state of one limit of the upstream's. */
export interface Level {
  /** Which, where several are told of: `requests`, `tokens`. */
  readonly name: string;
  readonly remaining: number;
  /** Until the limit is whole again, if nobody uses it. */
  readonly resetMs: number;
  /** Points that come back each millisecond: a bucket. */
  readonly perMs?: number;
  readonly most?: number;
}
