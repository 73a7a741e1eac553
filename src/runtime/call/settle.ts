/** Outcome or failure → the envelope. Nothing is thrown from here on, and no credential gets past it. */
import { createRedactor } from "../auth/redact.js";
import { type CutResult, cutResult, cutText } from "../cut.js";
import { isRecord } from "../schema.js";
import { visible } from "../visible.js";
import type { Call, Outcome } from "./call.js";
import { ToolError } from "./errors.js";
import type { ResultMeta, ToolFailure, ToolResult, ToolSuccess } from "./result.js";

/** Of partial data, in characters, however long the errors are. */
const MIN_PARTIAL = 200;

/** What is known of a call from its beginning. */
export interface Begun extends Pick<Call, "name" | "meta" | "redactor"> {
  readonly id: string | undefined;
  /** By `performance.now()`. */
  readonly from: number;
}

export function begin(name: unknown, id: string | undefined): Begun {
  return {
    name: String(name),
    id,
    from: performance.now(),
    meta: { attempts: 0, queuedMs: 0, notes: [], caveats: [] },
    redactor: createRedactor(),
  };
}

export function success(begun: Begun, { tool, meta }: Call, outcome: Outcome, maxChars: number): ToolSuccess {
  // Before it is cut: half a credential is one still.
  const redacted = begun.redactor.value(outcome);
  const lead = leadOf(meta.caveats, maxChars);
  const { content, truncated, hidden } = contentOf(redacted, tool, meta.status, maxChars - lead.length);
  if (truncated !== undefined) meta.truncated = truncated;
  if (hidden) meta.notes.push("characters that cannot be seen were taken out of the text; data has them");
  const { data } = redacted;
  // What hid in a credential kept it from being found.
  const text = hidden ? begun.redactor.text(content) : content;
  return {
    ...head(begun),
    ok: true,
    content: lead + text,
    data: data === undefined ? null : data,
    meta: metaOf(begun, meta.caveats),
  };
}

/** A line for each, unless they would take the room of what they are about. */
function leadOf(caveats: readonly string[], maxChars: number): string {
  const lead = caveats.map((caveat) => `[${caveat}]\n`).join("");
  return lead.length * 2 <= maxChars ? lead : "";
}

function contentOf(
  { data, text }: Outcome,
  tool: Call["tool"],
  status: number | undefined,
  maxChars: number,
): Pick<CutResult, "content" | "truncated" | "hidden"> {
  if (text === undefined && data === undefined) {
    if (status === undefined) return { content: "Done: nothing came back." };
    // RFC 9110, section 15.3.3: it may or may not be done in the end.
    return { content: status === 202 ? "Begun, not done: HTTP 202, no content." : `Done: HTTP ${status}, no content.` };
  }
  const names = isRecord(tool.input) ? Object.keys(tool.input.properties ?? {}) : [];
  const options = { maxChars, arguments: names };
  if (text !== undefined) return cutText(text, options);
  return cutResult(data, tool.output === undefined ? options : { ...options, schema: tool.output });
}

export function failure(begun: Begun, thrown: unknown, maxChars: number): ToolFailure {
  const problem = thrown instanceof ToolError ? thrown : unexpected(thrown);
  const { code, facts } = problem;
  // It may quote what the upstream says.
  const message = visible(problem.message);
  const { hint, issues, status, retryAfterMs, details, partial } = facts;
  const error = {
    code,
    message,
    ...(hint !== undefined && { hint }),
    ...(issues !== undefined && { issues }),
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(details !== undefined && { details }),
  };
  const told = status === undefined || message.includes(String(status)) ? message : `HTTP ${status}: ${message}`;
  const said = hint === undefined ? told : told + (told.includes("\n") ? "\n" : ended(told)) + hint;
  const content = partial === undefined ? said : `${said}\n${partialText(begun, partial, maxChars - said.length)}`;
  return begun.redactor.value({ ...head(begun), ok: false, content, error, meta: metaOf(begun, []) });
}

/** What a service says of itself may be no sentence. */
const ended = (text: string): string => (/[.!?…)]$/.test(text) ? " " : ". ");

const PARTIAL = "Data that came all the same: ";

function partialText({ redactor }: Begun, partial: unknown, room: number): string {
  const options = { maxChars: Math.max(MIN_PARTIAL, room - PARTIAL.length - 1) };
  return PARTIAL + cutResult(redactor.value(partial), options).content;
}

/** A fault of the runtime's or of the host's: its words stay inside, since they may quote anything. */
function unexpected(cause: unknown): ToolError {
  const facts = { hint: "Calling again is unlikely to help. This is for whoever runs the host." };
  return new ToolError("execution_error", "The call failed inside the runtime.", facts, { cause });
}

function head({ id, name }: Begun): Pick<ToolResult, "id" | "tool"> {
  return id === undefined ? { tool: name } : { id, tool: name };
}

function metaOf(
  { meta: { notes: read, caveats: _caveats, told: _, flight: __, ...counters }, from }: Begun,
  caveats: readonly string[],
): ResultMeta {
  const durationMs = Math.round(performance.now() - from);
  const notes = [...read, ...caveats];
  return notes.length > 0 ? { ...counters, durationMs, notes } : { ...counters, durationMs };
}
