/** The agent loop of `toolgen run`: JSON lines in, JSON lines out. */
import { once } from "node:events";
import { addAbortSignal, type Readable, type Writable } from "node:stream";
import type { ToolResult } from "../runtime/call/result.js";
import type { Progress } from "../tool/types.js";
import { brokenLine, type CallRequest, type Id, readRequest, type SingleRequest } from "./request.js";
import { type Line, splitLines } from "./split.js";

/** What the loop needs of a registry. Neither rejects: failures are results. */
export interface Caller {
  call(name: string, args: unknown, options: Wanted): Promise<ToolResult>;
  dispatchMany(calls: readonly BatchCall[]): Promise<readonly ToolResult[]>;
}

export interface BatchCall extends Wanted {
  readonly name: string;
  readonly arguments: unknown;
}

interface Wanted {
  readonly signal: AbortSignal;
  /** Absent: nobody wants to know how far the call is. */
  readonly onProgress?: (progress: Progress) => void;
  readonly idempotencyKey?: string;
  readonly approved?: string;
}

export interface LineOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly caller: Caller;
  /** Ends the loop: what runs is answered as cancelled. */
  readonly signal: AbortSignal;
  /** Lines in flight; what comes then waits, within bounds, so that it and what runs can be cancelled. */
  readonly concurrency?: number;
  readonly maxLineBytes?: number;
}

const CONCURRENCY = 256;
/** Lines that were read and wait for their turn, and their characters together; beyond that the input waits. */
const MAX_WAITING = 1_000;
const MAX_WAITING_CHARS = 32 * 1024 * 1024;
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const HINT = 'One JSON object a line: {"id":"1","name":"<tool>","arguments":{…}}.';

/** Returns when the input has ended and every call has its line. */
export async function serveLines(options: LineOptions): Promise<void> {
  const { input, signal, concurrency = CONCURRENCY, maxLineBytes = MAX_LINE_BYTES } = options;
  const loop = new Loop(options.caller, options.output, concurrency);
  const stop = (): void => loop.cancelAll();
  signal.addEventListener("abort", stop);
  try {
    for await (const lines of splitLines(addAbortSignal(signal, input), maxLineBytes)) {
      // Lines that came together start in one tick: their calls reach a quota in the order of the lines.
      for (const line of lines) {
        if (signal.aborted) return;
        loop.accept(line);
        if (loop.full) await loop.room();
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await loop.idle();
    signal.removeEventListener("abort", stop);
  }
}

/** Resolves when its lines are written. */
type Work = () => Promise<void>;

class Loop {
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: { readonly work: Work; readonly chars: number }[] = [];
  #waitingChars = 0;
  #hasRoom = (): void => {};
  readonly #concurrency: number;
  readonly #caller: Caller;
  readonly #output: Writable;
  /** By id; one that is used twice at a time cancels both. */
  readonly #cancels = new Map<Id, Set<AbortController>>();

  constructor(caller: Caller, output: Writable, concurrency: number) {
    this.#concurrency = concurrency;
    this.#caller = caller;
    this.#output = output;
  }

  accept(line: Line): void {
    if ("text" in line && line.text.trim() === "") return;
    const request = "fault" in line ? brokenLine(line.fault) : readRequest(line.text);
    if (request.kind === "cancel") {
      this.#cancel(request.id);
      return;
    }
    const work = request.kind === "batch" ? this.#batch(request.items) : this.#single(request);
    if (this.#running.size < this.#concurrency) {
      this.#start(work);
      return;
    }
    const chars = "text" in line ? line.text.length : 0;
    this.#waitingChars += chars;
    this.#waiting.push({ work, chars });
  }

  get full(): boolean {
    return this.#waiting.length >= MAX_WAITING || this.#waitingChars >= MAX_WAITING_CHARS;
  }

  /** For one at a time. */
  room(): Promise<void> {
    return new Promise((resolve) => {
      this.#hasRoom = resolve;
    });
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  cancelAll(): void {
    for (const id of this.#cancels.keys()) this.#cancel(id);
  }

  #start(work: Work): void {
    const done = work().finally(() => {
      this.#running.delete(done);
      const next = this.#waiting.shift();
      if (!next) return;
      this.#waitingChars -= next.chars;
      this.#start(next.work);
      if (!this.full) this.#hasRoom();
    });
    this.#running.add(done);
  }

  #cancel(id: Id): void {
    for (const controller of this.#cancels.get(id) ?? []) controller.abort();
  }

  /** From here on it can be cancelled, whether or not it is its turn. */
  #single(request: Exclude<SingleRequest, { kind: "cancel" }>): Work {
    if (request.kind === "broken") return () => this.#write(request.id, failure(request.name, request.message));
    const { id, name, args } = request;
    const controller = this.#open(id);
    return async () => {
      const result = await settle(name, this.#caller.call(name, args, this.#wanted(request, controller)));
      this.#close(id, controller);
      await this.#write(id, result);
    };
  }

  /** Broken items are answered in their places; the others keep their order among themselves. */
  #batch(items: readonly SingleRequest[]): Work {
    for (const item of items) if (item.kind === "cancel") this.#cancel(item.id);
    const calls = items
      .filter((item) => item.kind === "call")
      .map((item) => ({ item, controller: this.#open(item.id) }));
    const ready = calls.map(({ item, controller }) => ({
      name: item.name,
      arguments: item.args,
      ...this.#wanted(item, controller),
    }));
    return async () => {
      const results = (await settleAll(ready, this.#caller)).values();
      for (const { item, controller } of calls) this.#close(item.id, controller);
      for (const item of items) {
        if (item.kind === "broken") await this.#write(item.id, failure(item.name, item.message));
        const result = item.kind === "call" ? results.next().value : undefined;
        if (result) await this.#write(item.id, result);
      }
    };
  }

  #wanted({ id, progress, idempotencyKey, approved }: CallRequest, { signal }: AbortController): Wanted {
    return {
      signal,
      ...(progress && { onProgress: (update: Progress) => this.#tell(id, update) }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(approved !== undefined && { approved }),
    };
  }

  /** A reader that is slow misses some: the result will hold it all. */
  #tell(id: Id, progress: Progress): void {
    if (!this.#output.writableNeedDrain)
      this.#output.write(`{"id":${written(id)},"progress":${JSON.stringify(progress)}}\n`);
  }

  #open(id: Id): AbortController {
    const controller = new AbortController();
    const others = this.#cancels.get(id) ?? new Set();
    this.#cancels.set(id, others.add(controller));
    return controller;
  }

  #close(id: Id, controller: AbortController): void {
    const open = this.#cancels.get(id);
    open?.delete(controller);
    if (open?.size === 0) this.#cancels.delete(id);
  }

  /** One write a line, so that lines never mix; waits while the reader is slow. */
  async #write(id: Id, result: ToolResult): Promise<void> {
    const { id: _, ...rest } = result;
    const line = `{"id":${written(id)},${JSON.stringify(rest).slice(1)}\n`;
    if (!this.#output.write(line)) await once(this.#output, "drain");
  }
}

const written = (id: Id): string => (typeof id === "bigint" ? id.toString() : JSON.stringify(id));

async function settleAll(calls: readonly BatchCall[], caller: Caller): Promise<readonly ToolResult[]> {
  if (calls.length === 0) return [];
  const results = caller.dispatchMany(calls);
  return Promise.all(
    calls.map(({ name }, i) =>
      settle(
        name,
        results.then((all) => all[i]),
      ),
    ),
  );
}

/** A registry that breaks its word must not end the loop for the other calls. */
async function settle(name: string, result: Promise<ToolResult | undefined>): Promise<ToolResult> {
  try {
    const settled = await result;
    if (settled !== undefined) return settled;
    throw new Error("The call has no result");
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    return { ...failure(name, ""), content: what, error: { code: "execution_error", message: what } };
  }
}

function failure(tool: string, message: string): ToolResult & { readonly ok: false } {
  const meta = { durationMs: 0, attempts: 0, queuedMs: 0 };
  const error = { code: "invalid_arguments", message, hint: HINT } as const;
  return { tool, ok: false, content: `${message}. ${HINT}`, error, meta };
}
