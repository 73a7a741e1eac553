/** Title and description of a tool: the document's words, cleaned and capped, and never none. */
import { cap, cleanLine, cleanText } from "../read/text.js";

export interface Described {
  /** How its document calls it, cleaned: `GET /pets`, `Query.pets`. */
  readonly said: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
}

const MAX_DESCRIPTION = 1_024;
const MAX_TITLE = 80;

export interface Texts {
  readonly title?: string;
  readonly description: string;
}

/** `said`: what the config or `x-toolgen-description` says instead. */
export function describe(operation: Described, toolName: string, said: string | undefined): Texts {
  const summary = cleanLine(operation.summary ?? "");
  const title = summary === "" || summary.length > MAX_TITLE ? undefined : summary.replace(/(?<!\.)\.$/, "");
  const own = said === undefined ? together(summary, cleanText(operation.description ?? "")) : cleanText(said);
  const text = own === "" ? fallback(operation, toolName) : own;
  const marked = operation.deprecated && !/deprecated/i.test(text) ? `Deprecated. ${text}` : text;
  return { ...(title !== undefined && title !== "" && { title }), description: cap(marked, MAX_DESCRIPTION) };
}

/** The summary leads, unless the description says the same. */
function together(summary: string, description: string): string {
  if (summary === "" || description === "") return summary || description;
  // Only the beginning is compared: descriptions are long.
  const [short, long] = [plain(summary), plain(description.slice(0, summary.length + 40))];
  if (long.startsWith(short)) return description;
  if (description.length <= summary.length && short.startsWith(long)) return summary;
  return `${/[.!?:]$/.test(summary) ? summary : `${summary}.`}\n${description}`;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function fallback({ said }: Described, toolName: string): string {
  const words = toolName.replace(/_[0-9a-f]{6}$/, "").replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${said}).`;
}

/** Names in documents have no end, and may hold anything. */
export function saidShort(name: string): string {
  return cleanLine(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
