/** Counters of each tool, since the registry was made. */
import type { ErrorCode } from "../call/errors.js";
import type { ToolResult } from "../call/result.js";

/** What `registry.stats()` tells of one tool. */
export interface ToolStats {
  /** As exposed by the registry. */
  readonly tool: string;
  /** Calls that have their result. */
  readonly calls: number;
  readonly ok: number;
  /** Failed calls by code. */
  readonly errors: Readonly<Partial<Record<ErrorCode, number>>>;
  /** Results that were kept from an earlier call. */
  readonly cached: number;
  /** Requests sent; more than `calls`: some were sent again. */
  readonly attempts: number;
  /** Of all calls together. */
  readonly durationMs: number;
  /** Of all calls together, for quotas. */
  readonly waitedMs: number;
  /** Of the slowest call. */
  readonly longestMs: number;
}

interface Counters {
  calls: number;
  ok: number;
  readonly errors: Map<ErrorCode, number>;
  cached: number;
  attempts: number;
  durationMs: number;
  waitedMs: number;
  longestMs: number;
}

export class Stats {
  readonly #tools = new Map<string, Counters>();

  /** Only of tools that there are: what a model makes up is not remembered. */
  add(result: ToolResult): void {
    const { tool, meta } = result;
    const counters = this.#tools.get(tool) ?? blank();
    this.#tools.set(tool, counters);
    counters.calls++;
    if (result.ok) counters.ok++;
    else counters.errors.set(result.error.code, (counters.errors.get(result.error.code) ?? 0) + 1);
    if (meta.cached) counters.cached++;
    counters.attempts += meta.attempts;
    counters.durationMs += meta.durationMs;
    counters.waitedMs += meta.queuedMs;
    counters.longestMs = Math.max(counters.longestMs, meta.durationMs);
  }

  /** Sorted by name, by code point. */
  all(): readonly ToolStats[] {
    return [...this.#tools]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([tool, { errors, ...counters }]) => ({ tool, ...counters, errors: Object.fromEntries(errors) }));
  }
}

function blank(): Counters {
  return { calls: 0, ok: 0, errors: new Map(), cached: 0, attempts: 0, durationMs: 0, waitedMs: 0, longestMs: 0 };
}
