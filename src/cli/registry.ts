/** Flags of `call` and `run` → a registry that holds the toolkits of the folders. */
import type { BindProblem, CallEvent, Registry, RegistryOptions } from "../runtime/index.js";
import { parseBinding } from "../tool/binding.js";
import type { BoundSource } from "../tool/types.js";
import { isVendor, VENDORS } from "../tool/vendors.js";
import { askApproval } from "./approval.js";
import { openAudit } from "./audit.js";
import type { Invocation } from "./command.js";
import { readEnvironment } from "./environment.js";
import { loadToolkits, registerAll } from "./loader/toolkit.js";
import * as o from "./options.js";
import { UsageError } from "./usage.js";

/** `asks`: a person at the terminal is asked to approve. With several folders, the toolkit's name is the namespace. */
export async function openRegistry(
  folders: readonly string[],
  { flags, terminal }: Invocation,
  asks: boolean,
): Promise<Registry> {
  const env = readEnvironment(flags.get(o.envFile) ?? [], terminal.env, terminal.cwd);
  const toolkits = await loadToolkits(folders, terminal.cwd);
  const runtime = await import("../runtime/index.js");
  const audit = flags.get(o.audit);
  const settings = {
    env,
    readOnly: flags.on(o.readOnly),
    allow: flags.get(o.allow),
    deny: flags.get(o.deny),
    timeoutMs: flags.get(o.timeout),
    retries: flags.get(o.retries),
    retryBaseMs: flags.get(o.retryBase),
    quota: flags.get(o.limits),
    maxConcurrent: flags.get(o.concurrency),
    maxWaitMs: flags.get(o.maxWait),
    maxResultChars: flags.get(o.maxResult),
    onCall: flags.on(o.trace) ? (event: CallEvent) => terminal.say(`${JSON.stringify(event)}\n`) : undefined,
    audit: audit === undefined ? undefined : openAudit(audit, terminal.cwd, runtime),
    approve: flags.on(o.yes) ? () => true : asks && terminal.interactive ? askApproval(terminal) : undefined,
  };
  const vendor = vendorOf(flags.get(o.vendor));
  const url = flags.get(o.redis);
  const redis = url === undefined ? undefined : await (await import("./redis.js")).openRedis(url, runtime);
  const shared = redis && { shared: { store: redis.store } };
  const registry = runtime.createRegistry({ ...present<RegistryOptions>(settings), ...shared });
  const baseUrl = flags.get(o.baseUrl);
  const bindings = bindingsOf(flags.get(o.bind) ?? []);
  const used = new Map<string, number>();
  registerAll(toolkits, (toolkit, options) => {
    const own = bindings.filter(([key]) => runtime.bindsIn(key, toolkit, options.namespace));
    for (const [key] of own) used.set(key, (used.get(key) ?? 0) + 1);
    const bind = own.length > 0 && { bind: Object.fromEntries(own) };
    registry.register(toolkit, { ...options, ...bind, ...vendor, ...(baseUrl !== undefined && { baseUrl }) });
  });
  const lost = bindings.find(([key]) => !used.has(key));
  if (lost) throw new UsageError(`--bind ${lost[0]} is meant for no tool here`, "toolgen list shows their names.");
  if (bindings.length > 0) checkBindings(bindings, await registry.verify(), used);
  return redis === undefined ? registry : { ...registry, close: () => registry.close().then(redis.close) };
}

function vendorOf(given: string | undefined): { readonly vendor?: string | false } {
  if (given === undefined) return {};
  if (given === "none") return { vendor: false };
  if (isVendor(given)) return { vendor: given };
  throw new UsageError(
    `--vendor: nothing is known of the limits of ${JSON.stringify(given)}`,
    `Known are ${VENDORS.join(", ")}; none leaves them out.`,
  );
}

/** `used`: in how many toolkits each may have its place; it need not have one in each of them. */
function checkBindings(
  bindings: readonly (readonly [string, BoundSource])[],
  problems: readonly BindProblem[],
  used: ReadonlyMap<string, number>,
): void {
  for (const [key, from] of bindings) {
    if ("context" in from) {
      throw new UsageError(
        `--bind ${key}=context:${from.context}: calls of a command have no context`,
        "Bind it to a constant, or to a variable with env:NAME. In code, a call has the context that it is given.",
      );
    }
    const nowhere = problems.filter(({ bind, reason }) => bind === key && reason === "nowhere");
    const [first] = nowhere;
    if (first && nowhere.length === used.get(key)) {
      throw new UsageError(
        `--bind ${key}: ${first.message}`,
        "toolgen list <dir> --format json shows their arguments.",
      );
    }
  }
  const unfit = problems.find(({ reason }) => reason === "unfit");
  if (unfit) throw new UsageError(`--bind: ${unfit.message}`, "Bind what the argument takes.");
}

/** As the registry takes them: by `arg` or `tool:arg`. */
function bindingsOf(texts: readonly string[]): readonly (readonly [string, BoundSource])[] {
  return texts.flatMap((text) => {
    const binding = parseBinding(text);
    return binding ? [[binding.tool === undefined ? binding.arg : `${binding.tool}:${binding.arg}`, binding.from]] : [];
  });
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Without the keys that are undefined: the registry tells absent from undefined. */
function present<T extends object>(values: Loose<T>): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
