/** What may be called at all, and what a person has to approve. */
import type { Effect } from "../../tool/types.js";
import { aborted, onAbort } from "../abort.js";
import type { ApprovalRequest, Approve } from "../approve.js";
import type { Arguments, Call, Middleware } from "../call.js";
import { copyPlain } from "../copy.js";
import type { ToolSummary } from "../describe.js";
import { ToolError } from "../errors.js";
import { globs } from "../globs.js";
import type { RequestPreview } from "../http/shown.js";
import type { Scopes } from "../scope.js";
import { canonical } from "../validate/unique.js";

/** Which tools may be called, by whom, and who approves. */
export interface PolicyOptions {
  /** Only tools whose effect is `read`. */
  readonly readOnly?: boolean;
  /** Exposed names, `*` for any characters; when given, nothing else may be called. */
  readonly allow?: readonly string[];
  /** Exposed names, `*` for any characters; goes before `allow`. */
  readonly deny?: readonly string[];
  /** Whether a caller may know of a tool: of one that it may not, there is no such tool for it. Default: all may. */
  readonly visible?: (tool: ToolSummary, context: unknown) => boolean;
  /**
   * Asked for each irreversible call. Without it such calls answer `approval_required`, with the request and its hash in
   * `error.details`: the same call with `approved: <hash>` goes through.
   */
  readonly approve?: Approve;
}

/** Why a tool may not be called, whoever approves; `undefined`: it may. */
export type Rule = (tool: { readonly name: string; readonly effect: Effect }) => string | undefined;

export function ruleOf({ readOnly, allow, deny }: PolicyOptions): Rule {
  const allowed = allow && globs(allow);
  const denied = deny && globs(deny);
  return ({ name, effect }) => {
    if (readOnly && effect !== "read") return `it may change something (${effect}), and only reads are allowed here`;
    const out = denied?.(name) || allowed?.(name) === false;
    return out ? "it is not among the tools that may be called here" : undefined;
  };
}

/** What holds whether or not anybody approves: a dry run is under it as well. */
export function permit(rule: Rule): Middleware {
  return async (call, next) => {
    const why = rule({ name: call.name, effect: call.tool.effect });
    if (why !== undefined) throw refused(call, why);
    return next(call);
  };
}

/** Asks for each irreversible call. `draft`: the request that it would send; reads no credential. */
export function approval(approve: Approve | undefined, draft: Draft, { approved }: Scopes): Middleware {
  return async (call, next) => {
    if (call.tool.effect === "irreversible") await askFor(call, call.approve ?? approve, draft, approved(call));
    return next(call);
  };
}

type Draft = (call: Call) => Promise<RequestPreview | undefined>;

async function askFor(
  call: Call,
  approve: Approve | undefined,
  draft: Draft,
  caller: readonly unknown[],
): Promise<void> {
  const { toolkit, namespace } = call.registration;
  const { createHash } = await import("node:crypto");
  const request = await draft(call);
  const line = request ? [request.method, request.url] : [];
  // The arguments stand for the body: that of a form has a boundary, which is another one each time.
  const exact = canonical([toolkit.name, namespace ?? null, call.tool.name, call.args, line, caller]);
  const details = { hash: createHash("sha256").update(exact).digest("hex"), ...(request && { request }) };
  if (call.approved === details.hash) return;
  if (call.approved !== undefined) {
    const message = `${call.name} was approved with other arguments, for another address or another caller: not this call. Nothing was sent.`;
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
  if ((await answered(approve, asked, call.signal)) === true) return;
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
