/** All tools of an agent, from however many toolkits: look-up, description and calls. */
import type { AnyTool, Tool, Toolkit } from "../tool/types.js";
import type { Call } from "./call.js";
import { Catalog, type Entry, loadTool, summaryOf } from "./catalog.js";
import { systemClock } from "./clock.js";
import { Closing, type Running } from "./closing.js";
import { DEFAULT_MAX_CHARS } from "./cut.js";
import type { DescribeOptions, ToolDescription, ToolSummary } from "./describe.js";
import { dispatch } from "./dispatch.js";
import { createFileStore, type FileStore } from "./http/files.js";
import type { RequestPreview } from "./http/shown.js";
import { createLayers } from "./layers.js";
import { Observer } from "./observe/observer.js";
import type { ToolStats } from "./observe/stats.js";
import type { BatchCall, CallOptions, RegistryOptions } from "./options.js";
import { isUnavailable } from "./outcome.js";
import { fallbacks, order } from "./plan.js";
import type { RegisterOptions } from "./registration.js";
import type { ToolResult } from "./result.js";
import { whoOf } from "./scope.js";
import { type Begun, begin, failure, success } from "./settle.js";
import { TASK_TIMEOUT_MS, type Task, type TaskEvents, TaskList, type Tasks } from "./tasks.js";
import type { BindProblem } from "./verify.js";

/** The tools of an agent. */
export interface Registry {
  /** Adds a toolkit, generated or hand-written. Throws where a name is wrong or taken: that is the host's to mend. */
  register(toolkit: Toolkit, options?: RegisterOptions): void;
  /** Takes back a toolkit: the object, its namespace, or else its name. Calls in flight go on. False: there is none. */
  unregister(which: string | Toolkit): boolean;
  /** Calls the listener whenever tools have come or gone; gives back what stops that. */
  onChange(listener: () => void): () => void;
  /** All tools that may be called with this `context`, by exposed name, or those that have all words of `search`. Loads nothing. */
  list(options?: { readonly search?: string; readonly context?: unknown }): readonly ToolSummary[];
  /** A copy of all that is to know of one tool; `undefined` where there is none that may be called. Rejects where its module does not load. */
  describe(name: string, options?: DescribeOptions): Promise<ToolDescription | undefined>;
  /** Never rejects: failures are results. */
  call(name: string, args: unknown, options?: CallOptions): Promise<ToolResult>;
  call<Input, Output>(tool: Tool<Input, Output>, args: Input, options?: CallOptions): Promise<ToolResult<Output>>;
  /** The same call as a task: it runs on while nobody waits for it. */
  start(name: string, args: unknown, options?: CallOptions): Task;
  /** What was started. Tasks live in memory: they end with the process. */
  readonly tasks: Tasks;
  /** Side by side when all tools are reads, otherwise strictly in order. Results come in the order of the calls. */
  dispatchMany(calls: readonly BatchCall[], options?: CallOptions): Promise<ToolResult[]>;
  /** The request that a call would send, credentials redacted; or the failure that it would end in. Nothing is sent. */
  preview(name: string, args: unknown, options?: CallOptions): Promise<RequestPreview | ToolResult>;
  /**
   * How long a call of this tool with this `context` would wait for its quota now, in milliseconds, if every answer came
   * at once; 0 for tools that are not loaded yet, or may not be called.
   */
  waitTime(name: string, context?: unknown): number;
  /**
   * What is bound to arguments that no tool has, or does not fit them; empty: all is well. To be asked at the start: a
   * misspelled binding leaves the choice to the model. Loads tools as far as it takes to know.
   */
  verify(): Promise<readonly BindProblem[]>;
  /** Counters of each tool that was called, since the registry was made. */
  stats(): readonly ToolStats[];
  /** Files that tools take and give by handle. */
  readonly files: FileStore;
  /**
   * Ends the registry: calls and tasks that run or wait answer `cancelled`, so does every later one; connections are
   * closed, and what is held of shared quotas is given back. Nothing of it keeps the process alive.
   */
  close(): Promise<void>;
}

/** A call, or a task of one. */
interface Asking extends CallOptions {
  readonly task?: Pick<TaskEvents, "onAttempt">;
}

const DEFAULT_CONCURRENCY = 8;

/** An empty registry. Throws `RangeError` where a limit in `quota` cannot be kept. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const { clock = systemClock, maxResultChars = DEFAULT_MAX_CHARS, concurrency = DEFAULT_CONCURRENCY } = options;
  const catalog = new Catalog();
  const files = createFileStore();
  const listeners = new Set<() => void>();
  const observer = new Observer(options, maxResultChars);
  const tasks = new TaskList(options.tasks ?? {}, clock);
  const closing = new Closing();
  const { run, show, quotas, sender, validatorsOf, rule } = createLayers(options, files, clock);
  /** Nobody is told of what cannot be called. */
  const shows = (entry: Entry, context: unknown): boolean =>
    rule({ name: entry.name, effect: entry.source.effect }) === undefined &&
    options.visible?.(summaryOf(entry), context) !== false;
  const shownTo = (context: unknown) => (entry: Entry) => shows(entry, context);
  /** For whoever may not know of it, there is no such tool. */
  const hidden = (entry: Entry, context: unknown): boolean => options.visible?.(summaryOf(entry), context) === false;

  async function callOf(
    entry: Entry,
    args: unknown,
    begun: Begun,
    given: Asking & { readonly signal: AbortSignal },
  ): Promise<Call> {
    if (hidden(entry, given.context)) throw catalog.unknown(entry.name, shownTo(given.context));
    const tool = entry.loaded ?? (await loadTool(entry));
    const timeoutMs = given.timeoutMs ?? (given.task && (tool.timeout ?? options.tasks?.timeoutMs ?? TASK_TIMEOUT_MS));
    return {
      name: entry.name,
      tool,
      registration: entry.registration,
      // Whatever it is: `validate` comes first, and lets nothing but an object pass.
      args: args as Call["args"],
      signal: given.signal,
      context: given.context,
      meta: begun.meta,
      redactor: begun.redactor,
      wait: given.wait ?? (given.onProgress !== undefined || given.task !== undefined),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(given.idempotencyKey !== undefined && { idempotencyKey: given.idempotencyKey }),
      ...(given.approve && { approve: given.approve }),
      ...(given.approved !== undefined && { approved: given.approved }),
    };
  }

  async function call(target: string | AnyTool, args: unknown, given: Asking = {}): Promise<ToolResult> {
    const result = await callOne(target, args, given);
    if (result.ok || !isUnavailable(result.error.code, result.error.status)) return result;
    const entry = catalog.get(result.tool);
    // What a write has done is not known.
    if (entry?.loaded?.effect !== "read") return result;
    for (const other of fallbacks(entry)) {
      const second = await callOne(other, args, given);
      if (!second.ok) continue;
      const notes = [...(second.meta.notes ?? []), `${result.tool} is not available just now: this is from ${other}`];
      return { ...second, meta: { ...second.meta, notes } };
    }
    return result;
  }

  async function callOne(target: string | AnyTool, args: unknown, given: Asking): Promise<ToolResult> {
    const begun = begin(typeof target === "object" ? target.name : target, given.id);
    const { name, id, redactor } = begun;
    const { context, onProgress, task } = given;
    const watch = observer.begin({ name, id, args, context, redactor, ...(onProgress && { onProgress }), ...task });
    let entry: Entry | undefined;
    let result: ToolResult;
    let running: Running | undefined;
    try {
      running = closing.begin(given.signal);
      entry = typeof target === "object" ? await catalog.findTool(target) : catalog.find(target, shownTo(context));
      watch.found({ toolkit: entry.registration.toolkit.name, effect: entry.source.effect });
      const made = { ...(await callOf(entry, args, begun, { ...given, signal: running.signal })), watch };
      result = success(begun, made, await run(made), maxResultChars);
    } catch (thrown) {
      result = failure(begun, thrown, maxResultChars);
    } finally {
      running?.end();
    }
    watch.end(result, () => whoOf(context, entry?.registration.account ?? options.account));
    return result;
  }

  function start(name: string, args: unknown, given: CallOptions = {}): Task {
    return tasks.start(name, ({ signal, onAttempt, onProgress }) =>
      call(name, args, {
        ...given,
        signal: given.signal ? AbortSignal.any([given.signal, signal]) : signal,
        task: { onAttempt },
        onProgress: (progress) => {
          onProgress(progress);
          given.onProgress?.(progress);
        },
      }),
    );
  }

  async function preview(name: string, args: unknown, given: CallOptions = {}): Promise<RequestPreview | ToolResult> {
    const begun = begin(name, given.id);
    let running: Running | undefined;
    try {
      running = closing.begin(given.signal);
      const entry = catalog.find(name, shownTo(given.context));
      const { data } = await show(await callOf(entry, args, begun, { ...given, signal: running.signal }));
      return begun.redactor.value(data as RequestPreview);
    } catch (thrown) {
      return failure(begun, thrown, maxResultChars);
    } finally {
      running?.end();
    }
  }

  return {
    files,
    register(toolkit, given = {}) {
      if (closing.closed) throw new Error(`Toolkit "${toolkit.name}" cannot be registered: the registry is closed.`);
      catalog.add(toolkit, { ...(options.sign && { sign: options.sign }), ...given }, quotas.check);
      for (const listener of listeners) listener();
    },
    unregister(which) {
      const found = catalog.remove(which);
      if (found) for (const listener of listeners) listener();
      return found;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    list: ({ search, context } = {}) => catalog.list(search, shownTo(context)),
    async describe(name, given = {}) {
      const entry = catalog.get(name);
      if (!entry || !shows(entry, given.context)) return undefined;
      const { describeTool } = await import("./describe.js");
      return describeTool(entry.name, entry.registration.toolkit.name, await loadTool(entry), given);
    },
    call: call as Registry["call"],
    start,
    tasks,
    async verify() {
      const { verify } = await import("./verify.js");
      return verify(catalog.all(), validatorsOf);
    },
    stats: () => observer.stats.all(),
    async dispatchMany(calls, given = {}) {
      const plan = order(calls, catalog);
      // Reads begin at once: calls that came together reach a quota in their order.
      return dispatch(
        calls,
        concurrency,
        plan instanceof Promise ? await plan : plan,
        ({ name, arguments: args, id, signal, onProgress }) =>
          call(name, args, {
            ...given,
            ...(id !== undefined && { id }),
            ...(signal && { signal }),
            ...(onProgress && { onProgress }),
          }),
      );
    },
    preview,
    waitTime(name, context) {
      const entry = catalog.get(name);
      return entry?.loaded && shows(entry, context) ? quotas.waitTime(entry.registration, entry.loaded, context) : 0;
    },
    async close() {
      await closing.close();
      await tasks.close();
      await quotas.close();
      await sender.close();
    },
  };
}
