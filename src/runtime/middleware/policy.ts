/** What may be called at all, and what a person has to approve. */
import { createHash } from "node:crypto";
import picomatch from "picomatch";
import { stringifyJson } from "../../json/stringify.js";
import type { Effect } from "../../tool/types.js";
import type { Arguments, Call, Middleware } from "../call.js";
import { ToolError } from "../errors.js";

/** One irreversible call that waits for a person. */
export interface ApprovalRequest {
  readonly tool: string;
  readonly toolkit: string;
  readonly effect: Effect;
  readonly description: string;
  readonly arguments: Arguments;
  /** Of exactly this call: an approval holds for it and for no other. */
  readonly hash: string;
  readonly context: unknown;
}

export interface PolicyOptions {
  /** Only tools whose effect is `read`. */
  readonly readOnly?: boolean;
  /** Globs over exposed names; when given, nothing else may be called. */
  readonly allow?: readonly string[];
  /** Globs over exposed names. */
  readonly deny?: readonly string[];
  /** Asked for each irreversible call; without it such calls answer `approval_required`. */
  readonly approve?: (request: ApprovalRequest) => boolean | Promise<boolean>;
}

export function policy(options: PolicyOptions): Middleware {
  const allowed = options.allow && picomatch([...options.allow]);
  const denied = options.deny && picomatch([...options.deny]);
  return async (call, next) => {
    const { effect } = call.tool;
    if (options.readOnly && effect !== "read")
      throw refused(call, `it may change something (${effect}), and only reads are allowed here`);
    if ((allowed && !allowed(call.name)) || denied?.(call.name))
      throw refused(call, "it is not among the tools that are allowed here");
    if (effect === "irreversible") await approved(call, options.approve);
    return next(call);
  };
}

async function approved(call: Call, approve: PolicyOptions["approve"]): Promise<void> {
  const hash = createHash("sha256")
    .update(stringifyJson([call.name, call.args]))
    .digest("hex");
  if (!approve) {
    throw new ToolError(
      "approval_required",
      `${call.name} cannot be undone, and nobody has approved this call. Nothing was sent.`,
      {
        hint: "A person has to approve it; ask for that, or choose a tool that can be undone.",
        details: { hash },
      },
    );
  }
  const request: ApprovalRequest = {
    tool: call.name,
    toolkit: call.registration.toolkit.name,
    effect: call.tool.effect,
    description: call.tool.description,
    arguments: call.args,
    hash,
    context: call.context,
  };
  if (await approve(request)) return;
  throw new ToolError("approval_denied", `${call.name} was not approved. Nothing was sent.`, {
    hint: "Do not try the same call again; ask what is wanted instead.",
    details: { hash },
  });
}

function refused(call: Call, why: string): ToolError {
  return new ToolError("approval_denied", `${call.name} was not called: ${why}.`, {
    hint: "Use another tool, or do without.",
  });
}
