/** What an upstream says of its own limits, in an answer or in a refusal; what it does not say is absent. */
export interface Throttle {
  /** When there is room again, in milliseconds from now. */
  readonly retryAfterMs?: number;
  /** Room that is left, in the upstream's own units: requests, or points of a cost. */
  readonly remaining?: number;
  /** All the room there is in an interval, or in the bucket. */
  readonly limit?: number;
  /** When all of it is there again, in milliseconds from now. */
  readonly resetMs?: number;
  /** Units that come back a second, of a bucket that refills steadily. */
  readonly restorePerSecond?: number;
  /** What this call took, in the same units. */
  readonly cost?: number;
  /** What had to be there for it, where that is told beside: Shopify's requested cost. */
  readonly asked?: number;
}
