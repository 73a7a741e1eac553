/** One call as it is watched: whoever carries it out says here what happens. */
import type { Effect, Progress } from "../../tool/types.js";
import type { ErrorCode } from "../call/errors.js";
import type { AttemptEvent } from "./events.js";

export interface Watch {
  /** Somebody wants to know how far the call is: reading an answer piece by piece is worth it. */
  readonly wantsProgress: boolean;
  progress(progress: Progress): void;
  /** Which tool it is, once that is known. */
  found(tool: Found): void;
  /** Runs one attempt; `waitedMs`: for quotas so far. */
  attempt<T>(over: AttemptEvent["over"], waitedMs: number, run: () => Promise<T>): Promise<T>;
  /** What became of the attempt that runs. */
  answered(outcome: "ok" | ErrorCode, status: number | undefined): void;
}

export interface Found {
  readonly toolkit: string;
  readonly effect: Effect;
}
