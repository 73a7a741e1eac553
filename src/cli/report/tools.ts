/** The table of `toolgen list`. */
import type { Effect, Toolkit } from "../../tool/types.js";
import type { Paint } from "../terminal.js";
import { count, printable } from "./words.js";

export interface ToolRow {
  /** As `call` and `run` take it. */
  readonly name: string;
  readonly effect: Effect;
  readonly description: string;
}

export interface ToolGroup {
  readonly toolkit: Toolkit;
  readonly rows: readonly ToolRow[];
  /** Tools that a search left out. */
  readonly hidden: number;
}

interface Page {
  readonly paint: Paint;
  /** Descriptions are cut to fit; absent: whole. */
  readonly width: number | undefined;
}

export function toolTable(groups: readonly ToolGroup[], page: Page): string {
  const all = groups.flatMap((g) => g.rows);
  const name = Math.max(0, ...all.map((r) => r.name.length));
  const effect = Math.max(0, ...all.map((r) => r.effect.length));
  const ink = { read: page.paint.green, write: page.paint.yellow, irreversible: page.paint.red };
  const line = (r: ToolRow): string => {
    const text = cut(printable(firstLine(r.description)), page.width && page.width - name - effect - 6);
    return `  ${page.paint.bold(r.name)}${" ".repeat(name - r.name.length)}  ${ink[r.effect](r.effect)}${" ".repeat(effect - r.effect.length)}  ${text}`;
  };
  const blocks = groups.map((g) => [headline(g, page.paint), ...g.rows.map((r) => line(r).trimEnd())].join("\n"));
  return `${blocks.join("\n\n")}\n`;
}

function headline({ toolkit, rows, hidden }: ToolGroup, paint: Paint): string {
  const total = rows.length + hidden;
  const facts = [
    toolkit.title === toolkit.name ? undefined : toolkit.title,
    hidden > 0 ? `${rows.length} of ${count(total, "tool")}` : count(total, "tool"),
    ...Object.values(toolkit.servers ?? {}).map((s) => s.url),
  ].filter((f) => f !== undefined && f !== "");
  return `${paint.bold(paint.cyan(toolkit.name))}  ${paint.dim(facts.join(" · "))}`;
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? "";

function cut(text: string, width: number | undefined): string {
  if (width === undefined || text.length <= Math.max(20, width)) return text;
  return `${text.slice(0, Math.max(20, width) - 1).trimEnd()}…`;
}
