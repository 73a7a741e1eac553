/** Outcome or failure → the envelope. Nothing is thrown from here on. */

import type { Call, Outcome } from "./call.js";
import { cutResult, cutText } from "./cut.js";
import { ToolError } from "./errors.js";
import type { ResultMeta, ToolFailure, ToolResult, ToolSuccess } from "./result.js";
import { isRecord } from "./schema.js";

/** What is known of a call from its beginning. */
export type Begun = Pick<Call, "name" | "meta" | "redactor"> & {
  readonly id: string | undefined;
  readonly from: number;
};

export function success(begun: Begun, call: Call, outcome: Outcome, maxChars: number): ToolSuccess {
  const redacted = begun.redactor.value(outcome);
  const { content, truncated } = contentOf(redacted, call, maxChars);
  if (truncated !== undefined) begun.meta.truncated = truncated;
  return {
    ...head(begun),
    ok: true,
    content,
    data: redacted.data === undefined ? null : redacted.data,
    meta: metaOf(begun),
  };
}

function contentOf(
  { data, text }: Outcome,
  { tool, meta }: Call,
  maxChars: number,
): { content: string; truncated?: string } {
  const names = isRecord(tool.input) ? Object.keys(tool.input.properties ?? {}) : [];
  if (text !== undefined) return cutText(text, { maxChars, arguments: names });
  if (data === undefined)
    return { content: meta.status === undefined ? "Done." : `Done: HTTP ${meta.status}, no content.` };
  return cutResult(data, { maxChars, arguments: names, ...(tool.output === undefined ? {} : { schema: tool.output }) });
}

export function failure(begun: Begun, thrown: unknown): ToolFailure {
  const error = thrown instanceof ToolError ? thrown : unexpected(thrown);
  const { hint, issues, status, retryAfterMs, details } = error.facts;
  const result: ToolFailure = {
    ...head(begun),
    ok: false,
    content: [error.message, hint].filter(Boolean).join(" "),
    error: {
      code: error.code,
      message: error.message,
      ...(hint === undefined ? {} : { hint }),
      ...(issues === undefined ? {} : { issues }),
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(details === undefined ? {} : { details }),
    },
    meta: metaOf(begun),
  };
  return begun.redactor.value(result);
}

/** A fault of ours, or of the host's: its words stay inside. */
function unexpected(cause: unknown): ToolError {
  return new ToolError(
    "execution_error",
    "The call failed inside the runtime.",
    { hint: "This is for whoever runs the host: the error's cause says more." },
    { cause },
  );
}

const head = ({ id, name }: Begun): Pick<ToolResult, "id" | "tool"> =>
  id === undefined ? { tool: name } : { id, tool: name };

function metaOf({ meta, from }: Begun): ResultMeta {
  const { notes, ...counters } = meta;
  return { ...counters, durationMs: Math.round(performance.now() - from), ...(notes.length > 0 ? { notes } : {}) };
}
