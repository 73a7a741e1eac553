/** What may be called at all, and what a person has to approve. */
import type { Effect } from "../../tool/types.js";
import type { ApprovalRequest, Approve, PolicyOptions } from "../approve.js";
import { copyPlain } from "../arguments/copy.js";
import { aborted, onAbort } from "../call/abort.js";
import type { Arguments, Call, Middleware } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { nothingDone } from "../call/outcome.js";
import type { Scopes } from "../call/scope.js";
import { globs } from "../globs.js";
import type { RequestPreview } from "../http/send/shown.js";
import { type Entry, summaryOf } from "../registry/catalog.js";
import type { Registration } from "../registry/registration.js";
import { canonical } from "../validate/unique.js";
import type { Approvals } from "./approvals.js";

/** Why a tool may not be called, whoever approves; `undefined`: it may. */
export type Rule = (tool: Judged) => string | undefined;

/** A tool as it is exposed, by its own name, and where it was registered. */
export interface Judged extends Pick<Entry, "name" | "base" | "registration"> {
  readonly effect: Effect;
}

/** What a registry and a toolkit say: what one of them refuses stays refused. */
export interface Rules {
  readonly rule: Rule;
  /** Whether whoever calls with this `context` may know of a tool. */
  readonly knows: (entry: Entry, context: unknown) => boolean;
  /** Nobody is told of what cannot be called. */
  readonly shows: (entry: Entry, context: unknown) => boolean;
  /** Reads what one toolkit says. Throws where it cannot be read: for `register`. */
  readonly check: (registration: Registration) => void;
}

export function rulesOf(options: PolicyOptions): Rules {
  const all = ruleOf(options);
  const own = new WeakMap<Registration, Rule>();
  const check = (registration: Registration): void => void own.set(registration, ruleOf(registration));
  // Nothing but true lets someone know: a host that gives a promise, or nothing, shows what it would hide.
  const sees = (by: PolicyOptions, entry: Entry, context: unknown): boolean =>
    by.visible === undefined || by.visible(summaryOf(entry), context) === true;
  const knows = (entry: Entry, context: unknown): boolean =>
    sees(options, entry, context) && sees(entry.registration, entry, context);
  const rule: Rule = (tool) => all(tool) ?? own.get(tool.registration)?.(tool);
  const shows = (entry: Entry, context: unknown): boolean => {
    const { name, base, registration, source } = entry;
    return rule({ name, base, registration, effect: source.effect }) === undefined && knows(entry, context);
  };
  return { rule, knows, shows, check };
}

function ruleOf({ readOnly, allow, deny }: PolicyOptions): Rule {
  const allowed = allow && globs(allow);
  const denied = deny && globs(deny);
  return ({ name, base, effect }) => {
    if (readOnly && effect !== "read") return `it may change something (${effect}), and only reads are allowed here`;
    const out = denied?.(name) || denied?.(base) || (allowed && !allowed(name) && !allowed(base));
    return out ? "it is not among the tools that may be called here" : undefined;
  };
}

/** What holds whether or not anybody approves: a dry run is under it as well. */
export function permit(rule: Rule): Middleware {
  return async (call, next) => {
    const { name, tool, registration } = call;
    const why = rule({ name, base: tool.name, effect: tool.effect, registration });
    if (why !== undefined) throw refused(call, why);
    return next(call);
  };
}

/** Asks for each irreversible call; an approval by hash is for one that does something. `draft`: the request that it would send; reads no credential. */
export function approval(approve: Approve | undefined, draft: Draft, { approved }: Scopes): Middleware {
  let approvals: Approvals | undefined;
  return async (call, next) => {
    if (call.tool.effect !== "irreversible") return next(call);
    approvals ??= new (await import("./approvals.js")).Approvals();
    const asks = call.approve ?? call.registration.approve ?? approve;
    const giveBack = await askFor(call, asks, draft, approved(call), approvals);
    try {
      return await next(call);
    } catch (cause) {
      if (nothingDone(cause)) giveBack?.();
      throw cause;
    }
  };
}

type Draft = (call: Call) => Promise<RequestPreview | undefined>;

async function askFor(
  call: Call,
  approve: Approve | undefined,
  draft: Draft,
  caller: readonly unknown[],
  approvals: Approvals,
): Promise<(() => void) | undefined> {
  const { toolkit, namespace } = call.registration;
  const request = await draft(call);
  const line = request ? [request.method, request.url] : [];
  // The arguments stand for the body: that of a form has a boundary, which is another one each time.
  const exact = canonical([toolkit.name, namespace ?? null, call.tool.name, call.args, line, caller]);
  const details = { hash: approvals.hashOf(exact), ...(request && { request }) };
  if (call.approved === details.hash) return approvals.use(exact);
  if (call.approved !== undefined) {
    const message = approvals.wasUsed(exact, call.approved)
      ? `${call.name} was approved for one call, which has been made: not for this one. Nothing was sent.`
      : `${call.name} was approved with other arguments, for another address or another caller: not this call. Nothing was sent.`;
    throw new ToolError("approval_required", message, { hint: "Ask for this call's approval.", details });
  }
  if (!approve) {
    const hint = "A person has to approve it: ask for that, or choose a tool whose effect can be undone.";
    const message = `${call.name} cannot be undone, and nobody has approved this call. Nothing was sent.`;
    throw new ToolError("approval_required", message, { hint, details });
  }
  const copy = copyPlain(call.args);
  const asked: ApprovalRequest = {
    tool: call.name,
    toolkit: toolkit.name,
    effect: call.tool.effect,
    description: call.tool.description,
    // A copy: whoever is asked cannot change what is sent.
    arguments: copy.ok ? call.redactor.value(copy.value as Arguments) : {},
    ...(request && { request }),
    hash: details.hash,
    context: call.context,
  };
  if ((await answered(approve, asked, call.signal)) === true) return undefined;
  const hint = "Do not try the same call again: ask what is wanted instead.";
  throw new ToolError("approval_denied", `${call.name} was not approved. Nothing was sent.`, { hint, details });
}

/** A person may take any time; the caller need not wait for it. */
function answered(approve: Approve, request: ApprovalRequest, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const release = onAbort(signal, () => reject(aborted(signal)));
    const failed = (cause: unknown): void => {
      const message = `${request.tool} was not called: asking for the approval failed.`;
      reject(new ToolError("approval_required", message, {}, { cause }));
    };
    Promise.resolve(request).then(approve).then(resolve, failed).finally(release);
  });
}

function refused(call: Call, why: string): ToolError {
  return new ToolError("approval_denied", `${call.name} was not called: ${why}.`, {
    hint: "Use another tool, or do without.",
  });
}
