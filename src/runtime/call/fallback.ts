/** What is tried where a tool is not available: others of its toolkit, within the time of the one call. */
import type { AnyTool, Effect, Toolkit } from "../../tool/types.js";
import type { Clock } from "../clock.js";
import type { Registration } from "../registry/registration.js";
import { ToolError } from "./errors.js";
import { isUnavailable, nothingDone } from "./outcome.js";
import { reads } from "./repeatable.js";
import type { ResultMeta, ToolResult } from "./result.js";

const RANK: Readonly<Record<Effect, number>> = { read: 0, write: 1, irreversible: 2 };

/** Why these tools cannot stand in for one of a toolkit; `undefined`: they can. */
export function wrongFallback(base: string, names: readonly string[], { tools }: Toolkit): string | undefined {
  const own = Object.hasOwn(tools, base) ? tools[base] : undefined;
  if (!own) return "there is no such tool";
  for (const name of names) {
    const other = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (!other) return `its fallback ${JSON.stringify(name)} is no tool of its toolkit`;
    // Whoever asks for a read has not asked for a write.
    if (RANK[other.effect] > RANK[own.effect]) {
      return `its fallback ${name} does more than it does (${other.effect} rather than ${own.effect})`;
    }
  }
  return undefined;
}

/** Throws where the names that a registration gives are wrong. */
export function checkFallback({ fallback = {}, toolkit }: Registration): void {
  for (const [base, names] of Object.entries(fallback)) {
    const wrong = wrongFallback(base, names, toolkit);
    if (wrong !== undefined) throw new Error(`fallback of toolkit "${toolkit.name}": ${base}: ${wrong}.`);
  }
}

/** Exposed names of those that stand in for a tool. */
export function fallbacks(
  base: string,
  { fallback: own = [] }: AnyTool,
  { fallback = {}, namespace }: Registration,
): readonly string[] {
  const named = [...own, ...(Object.hasOwn(fallback, base) ? (fallback[base] ?? []) : [])];
  const others = [...new Set(named)].filter((other) => other !== base);
  return others.map((other) => (namespace === undefined ? other : `${namespace}__${other}`));
}

/** Another may be tried: the tool could not do it now, and it is a read, or has done nothing. */
export function mayFallBack(error: unknown, tool: AnyTool): boolean {
  if (!(error instanceof ToolError)) return false;
  const away = isUnavailable(error) || error.code === "credentials_missing";
  return away && (reads(tool) || nothingDone(error));
}

/** What the model and the host are told of an answer that another tool gave. */
export const insteadOf = (asked: string, other: string): string =>
  `${asked} is not available just now: this is from ${other}`;

/** Tries one after the other until one succeeds, as long as there is time; else the first failure stands. */
export async function tryOthers(
  first: ToolResult,
  others: readonly string[],
  until: number,
  clock: Clock,
  tryOne: (other: string, leftMs: number) => Promise<ToolResult>,
): Promise<ToolResult> {
  let meta = first.meta;
  for (const other of others) {
    const left = until - clock.now();
    if (left <= 0) break;
    const second = await tryOne(other, left);
    if (second.ok) return { ...second, tool: first.tool, meta: { ...second.meta, ...spent(meta, second.meta) } };
    const note = `${other} was tried instead: ${second.error.code}`;
    meta = { ...meta, ...spent(meta, { ...second.meta, notes: [note] }) };
  }
  return { ...first, meta };
}

/** By both of them; each reads the same arguments, and notes the same of them. */
function spent(one: ResultMeta, two: ResultMeta): Omit<ResultMeta, "status"> {
  return {
    durationMs: one.durationMs + two.durationMs,
    attempts: one.attempts + two.attempts,
    queuedMs: one.queuedMs + two.queuedMs,
    notes: [...new Set([...(one.notes ?? []), ...(two.notes ?? [])])],
  };
}
