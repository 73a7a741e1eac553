/** All tools of an agent, from however many toolkits: look-up, description and calls. */
import type { AnyTool, Tool, Toolkit } from "../tool/types.js";
import { dispatch } from "./batch/dispatch.js";
import { order } from "./batch/plan.js";
import { type Task, TaskList, type Tasks } from "./batch/tasks.js";
import { eitherOf } from "./call/abort.js";
import { type Asking, callOf, ofBatch, wholeLimit } from "./call/asking.js";
import { fallbacks, insteadOf, mayFallBack, tryOthers } from "./call/fallback.js";
import { createLayers } from "./call/layers.js";
import type { ToolResult } from "./call/result.js";
import { whoOf } from "./call/scope.js";
import { begin, failure, success } from "./call/settle.js";
import { systemClock } from "./clock.js";
import { DEFAULT_MAX_CHARS } from "./cut.js";
import { createFileStore, type FileStore } from "./http/files.js";
import type { RequestPreview } from "./http/send/shown.js";
import { asked, BATCH_CALL, checkOptions, REGISTER, REGISTRY, refusal } from "./known.js";
import { DEFAULT_TIMEOUT_MS } from "./middleware/deadline.js";
import { Observer } from "./observe/observer.js";
import type { ToolStats } from "./observe/stats.js";
import type { BatchCall, CallOptions, RegistryOptions } from "./options.js";
import { Catalog, type Entry, loadTool, unloaded } from "./registry/catalog.js";
import { Closing, type Running } from "./registry/closing.js";
import type { DescribeOptions, ToolDescription, ToolSummary } from "./registry/describe.js";
import type { RegisterOptions } from "./registry/registration.js";
import type { BindProblem } from "./registry/verify.js";

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
   * How long a call of this tool with this `context` would wait for its quota now, in whole milliseconds, if every answer
   * came at once. Of one that is not loaded yet, what it waits for with all of its toolkit. 0: it would go at once, or
   * there is no such tool for this caller.
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

/** What came of one call of one tool. */
interface Answered {
  readonly result: ToolResult;
  /** Of a failure: what it is made of. */
  readonly thrown: unknown;
  readonly entry: Entry | undefined;
}

const DEFAULT_CONCURRENCY = 8;

/** A model's name of a tool may be anything. */
const isTool = (target: string | AnyTool | null): target is AnyTool => typeof target === "object" && target !== null;

/** An empty registry. Throws `RangeError` where a limit cannot be kept, `TypeError` where an option means nothing. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  checkOptions(options, REGISTRY, "createRegistry");
  const { clock = systemClock, maxResultChars = DEFAULT_MAX_CHARS, concurrency = DEFAULT_CONCURRENCY } = options;
  const catalog = new Catalog();
  const files = createFileStore();
  const listeners = new Set<() => void>();
  const observer = new Observer(options, maxResultChars);
  const tasks = new TaskList(options.tasks ?? {}, clock);
  const closing = new Closing();
  const { run, show, quotas, sender, validatorsOf, rules, check } = createLayers(options, files, clock);
  const shownTo = (context: unknown) => (entry: Entry) => rules.shows(entry, context);
  /** For whoever may not know of it, there is no such tool. */
  const known = (entry: Entry, context: unknown): Entry => {
    if (rules.knows(entry, context)) return entry;
    throw catalog.unknown(entry.name, shownTo(context));
  };

  const maxChars = (entry: Entry | undefined): number => entry?.registration.maxResultChars ?? maxResultChars;

  async function call(target: string | AnyTool, args: unknown, given: Asking = {}): Promise<ToolResult> {
    const from = clock.now();
    const { result, thrown, entry } = await callOne(target, args, given);
    const tool = entry?.loaded;
    if (!tool || !mayFallBack(thrown, tool)) return result;
    const until = from + wholeLimit(tool, entry, given, options);
    const others = fallbacks(entry.base, tool, entry.registration).filter((name) => {
      const other = catalog.get(name);
      return other !== undefined && rules.shows(other, given.context);
    });
    return tryOthers(result, others, until, clock, async (other, leftMs) => {
      const second = await callOne(other, args, { ...given, standsFor: entry, leftMs });
      return second.result;
    });
  }

  async function callOne(target: string | AnyTool, args: unknown, given: Asking): Promise<Answered> {
    const begun = begin(isTool(target) ? target.name : target, given.id);
    const { name, id, redactor, meta } = begun;
    const { context, onProgress, task } = given;
    const watch = observer.begin({ name, id, args, context, redactor, ...(onProgress && { onProgress }), ...task });
    if (given.standsFor) meta.caveats.push(insteadOf(given.standsFor.name, name));
    let entry: Entry | undefined;
    let result: ToolResult;
    let thrown: unknown;
    let running: Running | undefined;
    try {
      running = closing.begin(given.signal);
      entry = isTool(target) ? await catalog.findTool(target) : catalog.find(target, shownTo(context));
      watch.found({ toolkit: entry.registration.toolkit.name, effect: entry.source.effect });
      // Not before `call` has given back its promise, whether or not the tool is loaded.
      const tool = await (known(entry, context).loaded ?? loadTool(entry));
      if (given.refused) throw given.refused;
      const made = callOf(entry, tool, args, begun, { ...given, signal: running.signal }, options);
      result = success(begun, made, await run({ ...made, watch }), maxChars(entry));
    } catch (cause) {
      thrown = cause;
      result = failure(begun, cause, maxChars(entry));
    } finally {
      running?.end();
    }
    watch.end(result, () => whoOf(context, entry?.registration.account ?? options.account));
    return { result, thrown, entry };
  }

  function start(name: string, args: unknown, given: Asking): Task {
    return tasks.start(name, ({ signal, onAttempt, onProgress }) =>
      call(name, args, {
        ...given,
        signal: eitherOf(given.signal, signal),
        task: { onAttempt },
        onProgress: (progress) => {
          onProgress(progress);
          given.onProgress?.(progress);
        },
      }),
    );
  }

  async function preview(name: string, args: unknown, given: Asking): Promise<RequestPreview | ToolResult> {
    const begun = begin(name, given.id);
    let running: Running | undefined;
    try {
      running = closing.begin(given.signal);
      const entry = known(catalog.find(name, shownTo(given.context)), given.context);
      if (given.refused) throw given.refused;
      const tool = entry.loaded ?? (await loadTool(entry));
      const { data } = await show(callOf(entry, tool, args, begun, { ...given, signal: running.signal }, options));
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
      if (closing.signal.aborted)
        throw new Error(`Toolkit "${toolkit.name}" cannot be registered: the registry is closed.`);
      checkOptions(given, REGISTER, "register");
      catalog.add(toolkit, { ...(options.sign && { sign: options.sign }), ...given }, check);
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
      if (!entry || !rules.shows(entry, given.context)) return undefined;
      const { describeTool } = await import("./registry/describe.js");
      return describeTool(entry.name, entry.registration.toolkit.name, await loadTool(entry), given);
    },
    call: ((target: string | AnyTool, args: unknown, given?: CallOptions) =>
      call(target, args, asked(given))) as Registry["call"],
    start: (name, args, given) => start(name, args, asked(given)),
    tasks,
    async verify() {
      const { verify } = await import("./registry/verify.js");
      return verify(catalog.all(), validatorsOf);
    },
    stats: () => observer.stats.all(),
    async dispatchMany(calls, given = {}) {
      const plan = order(calls, catalog, options.env ?? process.env, given.context);
      // Reads begin at once: calls that came together reach a quota in their order.
      const waits = plan instanceof Promise ? await plan : plan;
      const holdMs = given.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
      const { signal } = given;
      return dispatch(
        calls,
        { concurrency, waits, holdMs, clock, closed: closing.signal, ...(signal && { signal }) },
        (one, at, running, refused) =>
          call(one.name, one.arguments, {
            ...asked(given),
            ...refusal(one, BATCH_CALL, "a call of a batch"),
            ...ofBatch(one, at, given),
            running,
            ...(refused && { refused }),
          }),
      );
    },
    preview: (name, args, given) => preview(name, args, asked(given)),
    waitTime(name, context) {
      const entry = catalog.get(name);
      if (!entry || !rules.shows(entry, context)) return 0;
      return Math.ceil(quotas.waitTime(entry.registration, entry.loaded ?? unloaded(entry), context));
    },
    async close() {
      await closing.close();
      await tasks.close();
      await quotas.close();
      await sender.close();
    },
  };
}
