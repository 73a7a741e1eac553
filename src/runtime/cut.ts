/** Results that are too long for a model: what remains is valid, and says what was left out and how to ask for less. */
import type { JsonSchema } from "../tool/json-schema.js";
import { Fitter } from "./cut/fit.js";
import { boundary, jsonLength } from "./cut/measure.js";
import { grouped, listed } from "./cut/note.js";
import { visible, visibleJson } from "./visible.js";

/**
 * Of `content`, in UTF-16 code units. Dense JSON has about two and a half to a token: some 20,000 tokens, below the
 * 25,000 that clients accept.
 */
export const DEFAULT_MAX_CHARS = 50_000;

export interface CutOptions {
  /** `content` is never longer, in UTF-16 code units. */
  readonly maxChars: number;
  /** What is kept still fits it, where the whole did and that is possible. */
  readonly schema?: JsonSchema;
  /** Names of the tool's arguments: those that make answers smaller are recommended. */
  readonly arguments?: readonly string[];
}

export interface CutResult {
  /** Always the whole answer: programs get what was sent, only the text for the model has a limit. */
  readonly data: unknown;
  /** JSON, at most `maxChars`; where something was left out, a last line in brackets says so. */
  readonly content: string;
  /** What that line says; absent: `content` is the whole answer. */
  readonly truncated?: string;
  /** What `content` shows, as a value: fits the schema. Absent where nothing was left out, or nothing fits. */
  readonly kept?: unknown;
  /** Characters that nobody would see were taken out of `content`. */
  readonly hidden?: true;
}

/** The text of a JSON value for the model. `undefined` (nothing came) is an empty text. */
export function cutResult(data: unknown, options: CutOptions): CutResult {
  const { maxChars, schema } = options;
  if (data === undefined) return { data, content: "" };
  if (jsonLength(data, maxChars) <= maxChars) return { data, ...seen(data) };
  const reserve = reserveOf(maxChars);
  const room = maxChars - reserve - 1;
  const fitting = schema === undefined ? undefined : attempt(data, room, schema);
  const cut = fitting ?? attempt(data, room);
  if (!cut) {
    const truncated = sentence([`nothing of the result has room in ${grouped(maxChars)} characters`], options);
    return { data, content: mark(truncated, maxChars), truncated };
  }
  const broken = schema !== undefined && !fitting;
  const truncated = sentence(
    broken ? [...cut.notes, "what is left no longer fits the output schema"] : cut.notes,
    options,
  );
  const { content, ...hidden } = seen(cut.value);
  return {
    data,
    content: `${content}\n${mark(truncated, reserve)}`,
    truncated,
    ...hidden,
    ...(!broken && { kept: cut.value }),
  };
}

function seen(value: unknown): Pick<CutResult, "content" | "hidden"> {
  const json = JSON.stringify(value);
  const content = visibleJson(json);
  return content === json ? { content } : { content, hidden: true };
}

/** Text that is no JSON, cut between two characters. */
export function cutText(given: string, options: CutOptions): Pick<CutResult, "content" | "truncated" | "hidden"> {
  const { maxChars } = options;
  const text = visible(given);
  const hidden = text === given ? {} : ({ hidden: true } as const);
  if (text.length <= maxChars) return { content: text, ...hidden };
  const room = Math.max(0, maxChars - reserveOf(maxChars) - 1);
  const kept = text.slice(0, boundary(text, room));
  const truncated = sentence([`${grouped(kept.length)} of ${grouped(text.length)} characters kept`], options);
  const line = mark(truncated, kept === "" ? maxChars : maxChars - kept.length - 1);
  return { content: kept === "" ? line : `${kept}\n${line}`, truncated, ...hidden };
}

function attempt(data: unknown, room: number, schema?: JsonSchema): { value: unknown; notes: string[] } | undefined {
  const fitter = new Fitter(schema);
  const kept = fitter.fit(data, schema === undefined ? [] : [schema], room);
  return kept && { value: kept.value, notes: fitter.notes };
}

/** What the mark may take: little of a small limit, enough of a usual one. */
function reserveOf(maxChars: number): number {
  return Math.max(SHORT_MARK.length, Math.min(600, Math.floor(maxChars / 3)));
}

const SHORT_MARK = "[truncated]";

/** In brackets, and shorter where there is no room. */
function mark(text: string, room: number): string {
  const full = `[Truncated: ${text}]`;
  if (full.length <= room) return full;
  const start = text.slice(0, boundary(text, Math.max(0, room - "[Truncated: …]".length)));
  return start.length < 20 ? SHORT_MARK.slice(0, Math.max(0, room)) : `[Truncated: ${start}…]`;
}

function sentence(notes: readonly string[], { arguments: names = [] }: CutOptions): string {
  return `${listed(notes, "; ")}. ${nextStep(names)}`;
}

/** Arguments by which services let one ask for less, in the order of their use; compared without case and separators. */
const LESS: readonly (readonly string[])[] = [
  ["limit", "perpage", "pagesize", "maxresults", "maxitems", "first", "top", "count", "size"],
  ["page", "pagenumber", "offset", "skip", "cursor", "after", "startingafter", "pagetoken", "startat"],
  ["fields", "select", "columns", "properties"],
  ["filter", "filters", "query", "q", "search", "where", "since", "from", "until", "to", "status", "state", "type"],
];

function nextStep(names: readonly string[]): string {
  const plain = new Map(names.map((name) => [name.toLowerCase().replace(/[^a-z0-9]/g, ""), name]));
  const useful = LESS.flatMap((group) => group.flatMap((word) => plain.get(word) ?? [])).slice(0, 5);
  if (useful.length === 0) return "Ask for something narrower to see the rest.";
  return `To see the rest or less at once, set ${useful.length === 1 ? useful[0] : `${useful.slice(0, -1).join(", ")} or ${useful.at(-1)}`}.`;
}
