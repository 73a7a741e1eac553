/** Calls that nobody waits for: begun, looked at, waited for, cancelled. They live in this process's memory alone. */
import { randomUUID } from "node:crypto";
import type { Progress } from "../../tool/types.js";
import type { ToolResult } from "../call/result.js";
import type { Clock } from "../clock.js";

/** `pending`: waits for its quota, or for an approval. */
export type TaskState = "pending" | "running" | "completed" | "failed" | "cancelled";

export interface Task {
  readonly id: string;
  /** The name that was asked for. */
  readonly tool: string;
  readonly state: TaskState;
  /** Since `start`, until now or until it had its result. */
  readonly elapsedMs: number;
  /** The latest that is known of each. */
  readonly progress?: Progress;
}

export interface Tasks {
  /** `undefined`: there is no such task, or it has expired. */
  status(id: string): Task | undefined;
  /** Waits for the end. `undefined`: there is no such task, or it has expired. */
  result(id: string): Promise<ToolResult | undefined>;
  /** False: there is nothing to cancel. What the upstream has begun may go on there. */
  cancel(id: string): boolean;
  /** In the order of their starts. */
  list(): readonly Task[];
}

export interface TaskOptions {
  /** Longest time of a task whose tool and start say nothing of it; `timeoutMs` of registry and toolkit are not for tasks. Default: 1 h. */
  readonly timeoutMs?: number;
  /** How long a task is known after its end. Default: 1 h. */
  readonly keepMs?: number;
  /** Most tasks that are known after their end; the ones that ended first go. Default: 1,000. */
  readonly keep?: number;
}

/** What a task tells while it runs. */
export interface TaskEvents {
  readonly signal: AbortSignal;
  readonly onAttempt: () => void;
  readonly onProgress: (progress: Progress) => void;
}

interface Entry {
  readonly id: string;
  readonly tool: string;
  readonly startedAt: number;
  readonly controller: AbortController;
  readonly result: Promise<ToolResult>;
  state: TaskState;
  endedAt?: number;
  progress?: Progress;
}

const HOUR_MS = 3_600_000;

/** Of a task whose tool says nothing of it. */
export const TASK_TIMEOUT_MS: number = HOUR_MS;

export class TaskList implements Tasks {
  readonly #clock: Clock;
  readonly #keepMs: number;
  readonly #keep: number;
  readonly #running = new Map<string, Entry>();
  /** In the order of their ends. */
  readonly #ended = new Map<string, Entry>();

  constructor({ keepMs = HOUR_MS, keep = 1000 }: TaskOptions, clock: Clock) {
    this.#clock = clock;
    this.#keepMs = keepMs;
    this.#keep = keep;
  }

  /** `run` never rejects. */
  start(tool: string, run: (events: TaskEvents) => Promise<ToolResult>): Task {
    const controller = new AbortController();
    const early: { progress?: Progress; begun?: true } = {};
    let entry: Entry | undefined;
    const result = run({
      signal: controller.signal,
      onAttempt: () => {
        early.begun = true;
        if (entry?.state === "pending") entry.state = "running";
      },
      onProgress: (progress) => {
        early.progress = { ...early.progress, ...progress };
        if (entry) entry.progress = early.progress;
      },
    });
    const made: Entry = {
      id: randomUUID(),
      tool,
      startedAt: this.#clock.now(),
      controller,
      result,
      state: early.begun ? "running" : "pending",
      ...(early.progress && { progress: early.progress }),
    };
    entry = made;
    this.#running.set(made.id, made);
    result.then((settled) => this.#end(made, settled));
    return this.#show(made);
  }

  status(id: string): Task | undefined {
    const entry = this.#find(id);
    return entry && this.#show(entry);
  }

  async result(id: string): Promise<ToolResult | undefined> {
    return this.#find(id)?.result;
  }

  cancel(id: string): boolean {
    const entry = this.#running.get(id);
    entry?.controller.abort();
    return entry !== undefined;
  }

  list(): readonly Task[] {
    this.#forget();
    return [...this.#running.values(), ...this.#ended.values()]
      .sort((a, b) => a.startedAt - b.startedAt)
      .map((entry) => this.#show(entry));
  }

  /** Cancels what runs; resolves when all of it has ended. */
  async close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.all(running.map(({ result }) => result));
  }

  #find(id: string): Entry | undefined {
    this.#forget();
    return this.#running.get(id) ?? this.#ended.get(id);
  }

  #end(entry: Entry, result: ToolResult): void {
    entry.state = result.ok ? "completed" : result.error.code === "cancelled" ? "cancelled" : "failed";
    entry.endedAt = this.#clock.now();
    this.#running.delete(entry.id);
    this.#ended.set(entry.id, entry);
    this.#forget();
  }

  /** Looked at when someone asks: a timer for each would keep a process busy with nothing. */
  #forget(): void {
    const limit = this.#clock.now() - this.#keepMs;
    for (const { id, endedAt = 0 } of this.#ended.values()) {
      if (endedAt > limit && this.#ended.size <= this.#keep) return;
      this.#ended.delete(id);
    }
  }

  #show({ id, tool, state, startedAt, endedAt, progress }: Entry): Task {
    const elapsedMs = Math.round((endedAt ?? this.#clock.now()) - startedAt);
    return { id, tool, state, elapsedMs, ...(progress && { progress }) };
  }
}
