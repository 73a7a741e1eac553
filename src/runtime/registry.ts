/** All tools of an agent, from however many toolkits: look-up, description and calls. */
import type { AnyTool, Tool, Toolkit } from "../tool/types.js";
import { environmentCredentials } from "./auth/environment.js";
import { createRedactor } from "./auth/redact.js";
import type { Call } from "./call.js";
import { Catalog, type Entry, loadTool, summaryOf } from "./catalog.js";
import { systemClock } from "./clock.js";
import { compose } from "./compose.js";
import { DEFAULT_MAX_CHARS } from "./cut.js";
import { type DescribeOptions, describeTool, type ToolDescription, type ToolSummary } from "./describe.js";
import { dispatch } from "./dispatch.js";
import { createFileStore, type FileStore } from "./http/files.js";
import { createLateSender } from "./http/late-sender.js";
import type { RequestPreview } from "./http/shown.js";
import { type Waits, waits } from "./locks.js";
import { cache } from "./middleware/cache.js";
import { choose } from "./middleware/choose.js";
import { DEFAULT_TIMEOUT_MS, deadline } from "./middleware/deadline.js";
import { execute } from "./middleware/execute.js";
import { once } from "./middleware/once.js";
import { approval, permit, ruleOf } from "./middleware/policy.js";
import { prune } from "./middleware/prune.js";
import { quota } from "./middleware/quota.js";
import { retry } from "./middleware/retry.js";
import { validate } from "./middleware/validate.js";
import type { BatchCall, CallOptions, RegisterOptions, RegistryOptions } from "./options.js";
import { isUnavailable } from "./outcome.js";
import { SharedQuotas } from "./quota/shared.js";
import type { ToolResult } from "./result.js";
import { scopes } from "./scope.js";
import { type Begun, failure, success } from "./settle.js";

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
  /** Side by side when all tools are reads, otherwise strictly in order. Results come in the order of the calls. */
  dispatchMany(calls: readonly BatchCall[], options?: CallOptions): Promise<ToolResult[]>;
  /** The request that a call would send, credentials redacted; or the failure that it would end in. Nothing is sent. */
  preview(name: string, args: unknown, options?: CallOptions): Promise<RequestPreview | ToolResult>;
  /**
   * How long a call of this tool with this `context` would wait for its quota now, in milliseconds, if every answer came
   * at once; 0 for tools that are not loaded yet.
   */
  waitTime(name: string, context?: unknown): number;
  /** Files that tools take and give by handle. */
  readonly files: FileStore;
  /** Closes connections. */
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 8;
/** For calls that nobody can cancel. */
const NEVER = new AbortController().signal;

export function createRegistry(options: RegistryOptions = {}): Registry {
  const { clock = systemClock, maxResultChars = DEFAULT_MAX_CHARS, concurrency = DEFAULT_CONCURRENCY } = options;
  const catalog = new Catalog();
  const files = createFileStore();
  const listeners = new Set<() => void>();
  const sender = createLateSender({
    credentials: options.credentials ?? environmentCredentials(options.env ?? process.env, options.logins),
    files,
    clock,
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.maxResponseBytes !== undefined && { maxResponseBytes: options.maxResponseBytes }),
  });
  const waiting = { clock, ...(options.maxWaitMs !== undefined && { maxWaitMs: options.maxWaitMs }) };
  const quotas = quota({
    ...waiting,
    ...(options.quota && { quota: options.quota }),
    ...(options.account && { account: options.account }),
    ...(options.shared && { shared: new SharedQuotas(options.shared, clock) }),
  });
  const retrying = retry({
    ...waiting,
    ...(options.retries !== undefined && { retries: options.retries }),
    ...(options.retryBaseMs !== undefined && { baseMs: options.retryBaseMs }),
  });
  const rule = ruleOf(options);
  /** Nobody is told of what cannot be called. */
  const shows = (entry: Entry, context: unknown): boolean =>
    rule({ name: entry.name, effect: entry.source.effect }) === undefined &&
    options.visible?.(summaryOf(entry), context) !== false;
  /** For whoever may not know of it, there is no such tool. */
  const hidden = (entry: Entry, context: unknown): boolean => options.visible?.(summaryOf(entry), context) === false;
  // Outermost first. Bad input costs no approval, no quota and no look at a credential.
  const judge = [validate({ coerce: options.coerce ?? true }), choose, permit(rule)];
  const limit = deadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, clock);
  const scope = scopes(options.account);
  const keep = [
    once(scope),
    approval(options.approve, (call) => sender.draft(call)),
    cache(options.cache, scope, clock),
  ];
  const run = compose([...judge, ...keep, limit, retrying, prune({ clock }), quotas], execute(sender));
  const show = compose(judge, async (call) => ({ data: await sender.preview(call) }));

  async function callOf(entry: Entry, args: unknown, begun: Begun, given: CallOptions): Promise<Call> {
    if (hidden(entry, given.context)) throw catalog.unknown(entry.name, (other) => shows(other, given.context));
    return {
      name: entry.name,
      tool: entry.loaded ?? (await loadTool(entry)),
      registration: entry.registration,
      // Whatever it is: `validate` comes first, and lets nothing but an object pass.
      args: args as Call["args"],
      signal: given.signal ?? NEVER,
      context: given.context,
      meta: begun.meta,
      redactor: begun.redactor,
      ...(given.timeoutMs !== undefined && { timeoutMs: given.timeoutMs }),
      ...(given.idempotencyKey !== undefined && { idempotencyKey: given.idempotencyKey }),
      ...(given.approve && { approve: given.approve }),
      ...(given.approved !== undefined && { approved: given.approved }),
    };
  }

  async function call(target: string | AnyTool, args: unknown, given: CallOptions = {}): Promise<ToolResult> {
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

  async function callOne(target: string | AnyTool, args: unknown, given: CallOptions): Promise<ToolResult> {
    const begun = begin(typeof target === "object" ? target.name : target, given);
    try {
      const entry = typeof target === "object" ? await catalog.findTool(target) : catalog.find(target);
      const made = await callOf(entry, args, begun, given);
      return success(begun, made, await run(made), maxResultChars);
    } catch (thrown) {
      return failure(begun, thrown, maxResultChars);
    }
  }

  async function preview(name: string, args: unknown, given: CallOptions = {}): Promise<RequestPreview | ToolResult> {
    const begun = begin(name, given);
    try {
      const { data } = await show(await callOf(catalog.find(name), args, begun, given));
      return begun.redactor.value(data as RequestPreview);
    } catch (thrown) {
      return failure(begun, thrown, maxResultChars);
    }
  }

  return {
    files,
    register(toolkit, given = {}) {
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
    list: ({ search, context } = {}) => catalog.list(search, (entry) => shows(entry, context)),
    async describe(name, given = {}) {
      const entry = catalog.get(name);
      if (!entry || !shows(entry, given.context)) return undefined;
      return describeTool(entry.name, entry.registration.toolkit.name, await loadTool(entry), given);
    },
    call: call as Registry["call"],
    async dispatchMany(calls, given = {}) {
      const plan = order(calls, catalog);
      // Reads begin at once: calls that came together reach a quota in their order.
      return dispatch(
        calls,
        concurrency,
        plan instanceof Promise ? await plan : plan,
        ({ name, arguments: args, id, signal }) =>
          call(name, args, { ...given, ...(id !== undefined && { id }), ...(signal && { signal }) }),
      );
    },
    preview,
    waitTime(name, context) {
      const entry = catalog.get(name);
      return entry?.loaded ? quotas.waitTime(entry.registration, entry.loaded, context) : 0;
    },
    async close() {
      await quotas.close();
      await sender.close();
    },
  };
}

/** Tools that stand in for one, by exposed name. */
function fallbacks({ name, base, loaded, registration }: Entry): readonly string[] {
  const { namespace, fallback } = registration;
  const named = [
    ...(loaded?.fallback ?? []),
    ...(fallback && Object.hasOwn(fallback, base) ? (fallback[base] ?? []) : []),
  ];
  const exposed = named.map((other) => (namespace === undefined ? other : `${namespace}__${other}`));
  return exposed.filter((other) => other !== name);
}

/** Reads side by side, anything else in the order of the list, as far as tools do not say what they touch. */
function order(calls: readonly BatchCall[], catalog: Catalog): Waits | Promise<Waits> {
  const entries = calls.map(({ name }) => catalog.get(name));
  if (entries.every((entry) => entry?.source.effect === "read")) return [];
  // One that does not load waits for all, and says so when it is called.
  const loading = entries.map((entry) => entry && loadTool(entry).catch(() => undefined));
  return Promise.all(loading).then((tools) => waits(calls.map(({ arguments: args }, i) => ({ tool: tools[i], args }))));
}

function begin(name: unknown, { id }: CallOptions): Begun {
  return {
    name: String(name),
    id,
    from: performance.now(),
    meta: { attempts: 0, queuedMs: 0, notes: [] },
    redactor: createRedactor(),
  };
}
