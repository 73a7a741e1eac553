/** Limits as configured: whether they can be kept, what a call counts, and for whom they are counted. */
import type { AnyTool, Limit } from "../../tool/types.js";
import type { Call } from "../call/call.js";
import { MAX_TIMER_MS } from "../clock.js";

/** One limit, or several that hold at once. */
export type Limits = Limit | readonly Limit[];

export function listOf(limits: Limits | undefined): readonly Limit[] {
  if (limits === undefined) return [];
  return Array.isArray(limits) ? (limits as readonly Limit[]) : [limits as Limit];
}

/** All limits of a tool's own. */
export function limitsOfTool({ quota, rateLimit }: Pick<AnyTool, "quota" | "rateLimit">): readonly Limit[] {
  return rateLimit ? [...listOf(quota), rateLimit] : listOf(quota);
}

/** Refuses what could not be kept, in words for whoever configured it. `where` names it: `toolkit "github"`. */
export function checkLimits(limits: Limits, where: string): void {
  for (const limit of listOf(limits)) {
    if ("rate" in limit) checkRate(limit.rate, limit.burst, where);
    else if ("concurrency" in limit) checkCount(limit.concurrency, where, "at a time");
    else checkWindow(limit.limit, limit.interval, where);
    for (const cost of Object.values(limit.costs ?? {})) checkCost(cost, where);
  }
}

/** The same of all that a tool says for itself. */
export function checkTool(
  { quota, rateLimit, cost }: Pick<AnyTool, "quota" | "rateLimit" | "cost">,
  name: string,
): void {
  checkLimits(quota ?? [], `tool "${name}"`);
  checkLimits(rateLimit ?? [], `tool "${name}"`);
  checkCost(cost, `tool "${name}"`);
}

/** A cost below 0 would give back what others took; one without an end would never go. */
export function checkCost(cost: number | undefined, where: string): void {
  if (cost === undefined || (Number.isFinite(cost) && cost >= 0)) return;
  throw new RangeError(`The quota of ${where} counts ${cost} for a call: give a number, 0 or more.`);
}

function checkWindow(limit: number, interval: number, where: string): void {
  checkCount(limit, where);
  if (!Number.isFinite(interval) || interval <= 0) {
    throw new RangeError(`The quota of ${where} has an interval of ${interval} ms: give a time longer than 0.`);
  }
  if (interval > MAX_TIMER_MS) {
    throw new RangeError(
      `The quota of ${where} has an interval of ${interval} ms, but timers end at ${MAX_TIMER_MS} ms (24.8 days): give a smaller limit in a shorter interval.`,
    );
  }
}

function checkCount(limit: number, where: string, when = ""): void {
  if (Number.isInteger(limit) && limit >= 1) return;
  const calls = when === "" ? `${limit} calls` : `${limit} calls ${when}`;
  throw new RangeError(`The quota of ${where} allows ${calls}: give a whole number, 1 or more.`);
}

function checkRate(rate: number, burst: number, where: string): void {
  if (!Number.isFinite(rate) || rate <= 0) {
    throw new RangeError(`The quota of ${where} has a rate of ${rate} calls a second: give a number above 0.`);
  }
  if (!Number.isFinite(burst) || burst < 1) {
    throw new RangeError(`The quota of ${where} has a burst of ${burst} calls: give a number, 1 or more.`);
  }
  if ((burst / rate) * 1000 > MAX_TIMER_MS) {
    throw new RangeError(`The quota of ${where} takes more than 24.8 days to fill up: give a higher rate.`);
  }
}

/** The most that a limit lets through at once. */
export function sizeOf(limit: Limit): number {
  if ("rate" in limit) return limit.burst;
  return "concurrency" in limit ? limit.concurrency : limit.limit;
}

/** The limit counts what a call costs, and says no number of its own for it. */
export function inPoints(limit: Limit, { effect }: Pick<AnyTool, "effect">): boolean {
  return limit.unit === "point" && limit.costs?.[effect] === undefined;
}

/** What a call counts. More than the limit has counts as all of it: it goes alone, rather than never. */
export function costOf(limit: Limit, tool: Pick<AnyTool, "effect" | "cost">): number {
  const own = limit.costs?.[tool.effect] ?? (limit.unit === "point" ? (tool.cost ?? 1) : 1);
  return Math.min(own, sizeOf(limit));
}

/** For whom a limit is counted, as text: calls with the same share it. */
export function partOf(limit: Limit, { tool, args }: Pick<Call, "tool" | "args">): string {
  if (!limit.per) return "";
  return JSON.stringify(limit.per.map((part) => textOf(part, tool, args)));
}

function textOf(part: string, tool: AnyTool, args: Call["args"]): string {
  if (part === "tool") return tool.name;
  if (part === "method") return "http" in tool ? tool.http.method : "graphql" in tool ? tool.graphql.operation : "";
  const name = part.slice("arg:".length);
  // What a model says is kept as a key for a while: short.
  return Object.hasOwn(args, name) ? String(args[name]).slice(0, 200) : "";
}
