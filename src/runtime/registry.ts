/** All tools of an agent, from however many toolkits: look-up, description and calls. */
import type { AnyTool, CatalogEntry, Quota, Tool, Toolkit } from "../tool/types.js";
import { type CredentialProvider, environmentCredentials } from "./auth/credentials.js";
import { createRedactor } from "./auth/redact.js";
import type { Call, Next, Registration } from "./call.js";
import { type Clock, systemClock } from "./clock.js";
import { compose } from "./compose.js";
import { DEFAULT_MAX_CHARS } from "./cut.js";
import { describeTool, type ToolDescription, type ToolSummary } from "./describe.js";
import { ToolError } from "./errors.js";
import { createFileStore, type FileStore } from "./http/files.js";
import type { RequestPreview } from "./http/preview.js";
import { createSender } from "./http/sender.js";
import { DEFAULT_TIMEOUT_MS, deadline } from "./middleware/deadline.js";
import { execute } from "./middleware/execute.js";
import { type PolicyOptions, policy } from "./middleware/policy.js";
import { quota } from "./middleware/quota.js";
import { retry } from "./middleware/retry.js";
import { validate } from "./middleware/validate.js";
import { nearest } from "./nearest.js";
import type { ToolResult } from "./result.js";
import { type Begun, failure, success } from "./settle.js";

export interface RegistryOptions extends PolicyOptions {
  /** Default: the environment, `<TOOLKIT>_<SCHEME>`. */
  readonly credentials?: CredentialProvider;
  /** Instead of `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Instead of a connection pool of the registry's own: a proxy, a client certificate, a test. */
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  /** Of a whole call, waiting and retries included. Default: 60 s. */
  readonly timeoutMs?: number;
  /** After the first attempt, where a repetition does no harm. Default: 2. */
  readonly retries?: number;
  /** Default: 500 ms. */
  readonly retryBaseMs?: number;
  /** Takes the place of every toolkit's quota. */
  readonly quota?: Quota;
  /** Longest stay in a quota's queue. Default: 30 s. */
  readonly maxWaitMs?: number;
  /** Of a result's `content`, in UTF-16 code units. Default: 50,000. */
  readonly maxResultChars?: number;
  /** Decoded bytes of one answer. Default: 10 MiB. */
  readonly maxResponseBytes?: number;
  /** Read `"10"` as 10 and the like, where it can mean one thing only. Default: true. */
  readonly coerce?: boolean;
  /** Reads of a batch that run side by side. Default: 8. */
  readonly concurrency?: number;
}

export interface RegisterOptions {
  /** Exposes `namespace__tool`. */
  readonly namespace?: string;
  /** Takes the place of every server of the toolkit; credentials may go to its origin. */
  readonly baseUrl?: string;
  /** Values of server variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Takes the place of the toolkit's quota. */
  readonly quota?: Quota;
}

export interface CallOptions {
  /** Comes back in the result. */
  readonly id?: string;
  readonly signal?: AbortSignal;
  /** Whose call this is: handed to credential providers, the approval and hand-written tools. */
  readonly context?: unknown;
  /** Instead of the registry's. */
  readonly timeoutMs?: number;
  /** Of one logical write, where the API takes such a key. */
  readonly idempotencyKey?: string;
}

export interface BatchCall {
  readonly name: string;
  readonly arguments?: unknown;
  readonly id?: string;
  /** Of this call alone. */
  readonly signal?: AbortSignal;
}

export interface Registry {
  /** Adds a toolkit, generated or hand-written. Throws where a name is wrong or taken: that is the host's to mend. */
  register(toolkit: Toolkit, options?: RegisterOptions): void;
  /** Takes back what was registered under this namespace, or else this toolkit's name. False: there is none. */
  unregister(name: string): boolean;
  /** All tools, by exposed name. Loads nothing. */
  list(): readonly ToolSummary[];
  /** A copy of all that is to know of one tool; `undefined` where there is none. Throws where its module does not load. */
  describe(name: string): Promise<ToolDescription | undefined>;
  /** Never throws: failures are results. */
  call(name: string, args: unknown, options?: CallOptions): Promise<ToolResult>;
  call<Input, Output>(tool: Tool<Input, Output>, args: Input, options?: CallOptions): Promise<ToolResult<Output>>;
  /** Side by side when all tools are reads, otherwise strictly in order. Results come in the order of the calls. */
  dispatchMany(calls: readonly BatchCall[], options?: CallOptions): Promise<ToolResult[]>;
  /** The request that a call would send, credentials redacted; or the failure that it would end in. Nothing is sent. */
  preview(name: string, args: unknown, options?: CallOptions): Promise<RequestPreview | ToolResult>;
  /** How long a call of this tool would wait for its quota now, in milliseconds; 0 for tools that are not loaded yet. */
  waitTime(name: string): number;
  /** Files that tools take and give by handle. */
  readonly files: FileStore;
  /** Closes connections. */
  close(): Promise<void>;
}

interface Entry {
  readonly name: string;
  readonly base: string;
  readonly registration: Registration;
  readonly source: CatalogEntry | AnyTool;
  loaded?: AnyTool;
  /** Shared by the calls that wait for it, so that they go on in their order. */
  loading?: Promise<AnyTool>;
}

const NAME = /^[a-z][a-z0-9_]{0,47}$/;

export function createRegistry(options: RegistryOptions = {}): Registry {
  const clock = options.clock ?? systemClock;
  const files = createFileStore();
  const sender = createSender({
    credentials: options.credentials ?? environmentCredentials(options.env ?? process.env),
    files,
    clock,
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.maxResponseBytes !== undefined && { maxResponseBytes: options.maxResponseBytes }),
  });
  const { maxWaitMs, maxResultChars = DEFAULT_MAX_CHARS } = options;
  const waiting = maxWaitMs === undefined ? {} : { maxWaitMs };
  const quotas = quota({ clock, ...waiting, ...(options.quota && { quota: options.quota }) });
  const before = [validate({ coerce: options.coerce ?? true })];
  const run = compose(
    [
      ...before,
      policy(options),
      deadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, clock),
      retry({
        clock,
        ...waiting,
        ...(options.retries !== undefined && { retries: options.retries }),
        ...(options.retryBaseMs !== undefined && { baseMs: options.retryBaseMs }),
      }),
      quotas,
    ],
    execute(sender),
  );
  const entries = new Map<string, Entry>();

  const find = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry) return entry;
    const close = nearest(name, entries.keys(), 3);
    throw new ToolError("unknown_tool", `There is no tool ${JSON.stringify(name.slice(0, 80))}.`, {
      hint: close.length > 0 ? `Did you mean ${close.join(", ")}?` : "List the tools, and use one of their names.",
    });
  };

  /** The entry that a tool object was registered under; its module may have to be loaded to know. */
  const entryOf = async (tool: AnyTool): Promise<Entry> => {
    for (const entry of entries.values()) {
      if (entry.base === tool.name && (entry.loaded ?? (await load(entry))) === tool) return entry;
    }
    throw new ToolError("unknown_tool", `The tool ${tool.name} is in no toolkit that was registered.`, {
      hint: "Register its toolkit first.",
    });
  };

  const begin = (name: string, callOptions: CallOptions): Begun => ({
    name,
    id: callOptions.id,
    from: performance.now(),
    meta: { attempts: 0, queuedMs: 0, notes: [] },
    redactor: createRedactor(),
  });

  const callOf = async (entry: Entry, args: unknown, begun: Begun, o: CallOptions): Promise<Call> => ({
    name: entry.name,
    tool: entry.loaded ?? (await load(entry)),
    registration: entry.registration,
    // Whatever it is: `validate` comes first, and lets nothing but an object pass.
    args: args as Call["args"],
    signal: o.signal ?? NEVER,
    context: o.context,
    meta: begun.meta,
    redactor: begun.redactor,
    ...(o.timeoutMs !== undefined && { timeoutMs: o.timeoutMs }),
    ...(o.idempotencyKey !== undefined && { idempotencyKey: o.idempotencyKey }),
  });

  async function call(target: string | AnyTool, args: unknown, callOptions: CallOptions = {}): Promise<ToolResult> {
    const begun = begin(typeof target === "string" ? target : target.name, callOptions);
    try {
      const entry = typeof target === "string" ? find(target) : await entryOf(target);
      const made = await callOf(entry, args, begun, callOptions);
      return success(begun, made, await run(made), maxResultChars);
    } catch (thrown) {
      return failure(begun, thrown);
    }
  }

  return {
    files,
    register(toolkit, registerOptions = {}) {
      const added = entriesOf(toolkit, registerOptions);
      for (const { name, registration } of added) {
        const other = entries.get(name);
        if (other) {
          throw new Error(
            `Toolkit "${registration.toolkit.name}" and toolkit "${other.registration.toolkit.name}" both have a tool "${name}": register one of them with a namespace.`,
          );
        }
      }
      if (added[0]) quotas.check(added[0].registration);
      for (const entry of added) entries.set(entry.name, entry);
    },
    unregister(name) {
      const gone = [...entries.values()].filter(
        ({ registration }) => (registration.namespace ?? registration.toolkit.name) === name,
      );
      for (const entry of gone) entries.delete(entry.name);
      return gone.length > 0;
    },
    list: () => [...entries.values()].map(summaryOf).sort((a, b) => (a.name < b.name ? -1 : 1)),
    async describe(name) {
      const entry = entries.get(name);
      return entry && describeTool(entry.name, entry.registration.toolkit.name, entry.loaded ?? (await load(entry)));
    },
    call: call as Registry["call"],
    dispatchMany: (calls, batchOptions = {}) =>
      dispatch(
        calls,
        (one) =>
          call(one.name, one.arguments ?? {}, {
            ...batchOptions,
            ...(one.id !== undefined && { id: one.id }),
            ...(one.signal && { signal: one.signal }),
          }),
        {
          reads: calls.every(({ name }) => entries.get(name)?.source.effect === "read"),
          limit: options.concurrency ?? 8,
        },
      ),
    async preview(name, args, callOptions = {}) {
      const begun = begin(name, callOptions);
      try {
        let preview: RequestPreview | undefined;
        const look: Next = async (made) => {
          preview = await sender.preview(made);
          return { data: null };
        };
        await compose(before, look)(await callOf(find(name), args, begun, callOptions));
        if (preview) return preview;
        throw new ToolError("unsupported", `${name} sends no request that could be shown.`);
      } catch (thrown) {
        return failure(begun, thrown);
      }
    },
    waitTime(name) {
      const entry = entries.get(name);
      return entry?.loaded ? quotas.waitTime(entry.registration, entry.loaded) : 0;
    },
    close: () => sender.close(),
  };
}

/** For calls that nobody can cancel. */
const NEVER = new AbortController().signal;

function entriesOf(toolkit: Toolkit, { namespace, baseUrl, variables, quota: own }: RegisterOptions): Entry[] {
  for (const [what, name] of [
    ["toolkit", toolkit.name],
    ["namespace", namespace],
  ] as const) {
    if (name !== undefined && !NAME.test(name))
      throw new Error(`${JSON.stringify(name)} is no name for a ${what}: it has to match ${NAME.source}.`);
  }
  if (baseUrl !== undefined && !/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : "")) {
    throw new Error(`The base URL of toolkit "${toolkit.name}" is no absolute http or https URL.`);
  }
  const registration: Registration = {
    toolkit,
    ...(namespace !== undefined && { namespace }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(variables && { variables }),
    ...(own && { quota: own }),
  };
  return Object.entries(toolkit.tools).map(([base, source]) => {
    if (!NAME.test(base))
      throw new Error(
        `Toolkit "${toolkit.name}": ${JSON.stringify(base)} is no name for a tool: it has to match ${NAME.source}.`,
      );
    if ("name" in source && source.name !== base)
      throw new Error(`Toolkit "${toolkit.name}": the tool under "${base}" calls itself "${source.name}".`);
    const name = namespace === undefined ? base : `${namespace}__${base}`;
    return { name, base, registration, source, ...(!("load" in source) && { loaded: source }) };
  });
}

function load(entry: Entry): Promise<AnyTool> {
  entry.loading ??= loadModule(entry).catch((cause: unknown) => {
    delete entry.loading;
    throw cause;
  });
  return entry.loading;
}

async function loadModule(entry: Entry): Promise<AnyTool> {
  if (!("load" in entry.source)) return entry.source;
  const tool = await entry.source.load();
  if (tool?.name !== entry.base) throw new Error(`the module of ${entry.name} does not hold that tool`);
  entry.loaded = tool;
  return tool;
}

function summaryOf({ name, registration, source }: Entry): ToolSummary {
  const { title, description, effect, tags } = source;
  return {
    name,
    toolkit: registration.toolkit.name,
    ...(title !== undefined && { title }),
    description,
    effect,
    ...(tags && { tags: [...tags] }),
  };
}

async function dispatch(
  calls: readonly BatchCall[],
  one: (call: BatchCall) => Promise<ToolResult>,
  { reads, limit }: { readonly reads: boolean; readonly limit: number },
): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < calls.length; i = next++) {
      const call = calls[i];
      if (call) results[i] = await one(call);
    }
  };
  await Promise.all(Array.from({ length: reads ? Math.max(1, Math.min(limit, calls.length)) : 1 }, work));
  return results;
}
