/** What may be called at all, and what a person has to approve. */
import { aborted, onAbort } from "../abort.js";
import type { ApprovalRequest, Approve } from "../approve.js";
import type { Arguments, Call, Middleware } from "../call.js";
import { copyPlain } from "../copy.js";
import { ToolError } from "../errors.js";
import { canonical } from "../validate/unique.js";

export interface PolicyOptions {
  /** Only tools whose effect is `read`. */
  readonly readOnly?: boolean;
  /** Exposed names, `*` for any characters; when given, nothing else may be called. */
  readonly allow?: readonly string[];
  /** Exposed names, `*` for any characters; goes before `allow`. */
  readonly deny?: readonly string[];
  /** Asked for each irreversible call; without it such calls answer `approval_required`. */
  readonly approve?: Approve;
}

/** What holds whether or not anybody approves: a dry run is under it as well. */
export function permit(options: PolicyOptions): Middleware {
  const allowed = options.allow && names(options.allow);
  const denied = options.deny && names(options.deny);
  return async (call, next) => {
    const { effect } = call.tool;
    if (options.readOnly && effect !== "read") {
      throw refused(call, `it may change something (${effect}), and only reads are allowed here`);
    }
    if (denied?.(call.name) || allowed?.(call.name) === false) {
      throw refused(call, "it is not among the tools that may be called here");
    }
    return next(call);
  };
}

/** Asks for each irreversible call. */
export function approval(approve: Approve | undefined): Middleware {
  return async (call, next) => {
    if (call.tool.effect === "irreversible") await askFor(call, call.approve ?? approve);
    return next(call);
  };
}

async function askFor(call: Call, approve: Approve | undefined): Promise<void> {
  const { toolkit, namespace, baseUrl } = call.registration;
  const { createHash } = await import("node:crypto");
  const exact = canonical([toolkit.name, namespace ?? null, baseUrl ?? null, call.tool.name, call.args]);
  const details = { hash: createHash("sha256").update(exact).digest("hex") };
  if (!approve) {
    const hint = "A person has to approve it: ask for that, or choose a tool whose effect can be undone.";
    const message = `${call.name} cannot be undone, and nobody has approved this call. Nothing was sent.`;
    throw new ToolError("approval_required", message, { hint, details });
  }
  const copy = copyPlain(call.args);
  const request: ApprovalRequest = {
    tool: call.name,
    toolkit: toolkit.name,
    effect: call.tool.effect,
    description: call.tool.description,
    // A copy: whoever is asked cannot change what is sent.
    arguments: copy.ok ? call.redactor.value(copy.value as Arguments) : {},
    hash: details.hash,
    context: call.context,
  };
  if ((await answered(approve, request, call.signal)) === true) return;
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

function names(globs: readonly string[]): (name: string) => boolean {
  const patterns = globs.map((glob) => glob.split("*"));
  return (name) => patterns.some((parts) => fits(name, parts));
}

/** In linear time: between two stars, the first place that fits is as good as any. */
function fits(name: string, [first = "", ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
