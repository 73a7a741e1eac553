/** Limits as flags, config files and documents write them. */
import { LONGEST_MS, parseMilliseconds } from "./duration.js";
import { nearest } from "./nearest.js";
import type { Effect, Limit, LimitPart, LimitTerms } from "./types.js";

export const LIMIT_FORM = "<limit>/<interval>, such as 2/500ms or 5000/1h, with +<burst> behind it for a bucket";

/** What keeps a text from being a limit: its form, that nothing gets through, or that no timer is so long. */
export type LimitFault = "form" | "nothing" | "long";

/** `2/500ms`, `10/s`: so many calls in any such interval. `10/1s+20`: a bucket that gets 10 a second and holds 20. */
export function parseLimitText(text: string): Limit | LimitFault {
  const [, count = "", interval = "", burst] = /^(\d{1,9})\/([^+]+)(?:\+(\d{1,9}))?$/.exec(text) ?? [];
  const ms = parseMilliseconds(/^[a-z]/.test(interval) ? `1${interval}` : interval);
  const limit = Number(count);
  if (count === "" || ms === undefined) return "form";
  if (limit < 1 || ms < 1 || Number(burst ?? 1) < 1) return "nothing";
  if (ms > LONGEST_MS) return "long";
  return burst === undefined ? { limit, interval: ms } : { rate: (limit / ms) * 1000, burst: Number(burst) };
}

/** A text, or an object as the runtime has it, where an interval may be a text as well. A text that comes back says what is wrong. */
export function readLimit(value: unknown): Limit | string {
  if (typeof value === "string") {
    const limit = parseLimitText(value.replaceAll(/\s+/g, "").replace(/min$/, "m"));
    if (limit === "nothing") return `${shown(value)} lets nothing through`;
    if (limit === "long") return `${shown(value)}: the longest interval is 24 days`;
    return limit === "form" ? `${shown(value)} is no ${LIMIT_FORM}` : limit;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${shown(value)} is no ${LIMIT_FORM}`;
  const given = new Map<string, unknown>(Object.entries(value));
  const kind = KINDS.find(({ keys: [first] }) => given.has(first));
  if (!kind) return `${shown(value)} has none of limit, rate and concurrency`;
  const known = [...kind.keys, ...TERMS];
  const unknown = [...given.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const [near] = nearest(unknown, known, 1);
    return `${shown(value)} has an unknown key ${unknown}: ${near ? `did you mean ${near}?` : `it takes ${known.join(", ")}`}`;
  }
  const terms = readTerms(given);
  const limit = typeof terms === "string" ? terms : kind.read(given, terms);
  return typeof limit === "string" ? `${shown(value)}: ${limit}` : limit;
}

/** More than one says: a list. They hold all at once. */
export function readLimits(value: unknown): Limit | readonly Limit[] | string {
  if (!Array.isArray(value)) return readLimit(value);
  if (value.length === 0 || value.length > MAX_LIMITS) return `give 1 to ${MAX_LIMITS} limits`;
  const limits: Limit[] = [];
  for (const one of value) {
    const limit = readLimit(one);
    if (typeof limit === "string") return limit;
    limits.push(limit);
  }
  const [first] = limits;
  return limits.length === 1 && first ? first : limits;
}

const MAX_LIMITS = 20;
const TERMS: readonly string[] = ["unit", "costs", "per"];
const EFFECTS: readonly string[] = ["read", "write", "irreversible"] satisfies readonly Effect[];

type Given = ReadonlyMap<string, unknown>;

interface Kind {
  /** The first one tells it from the others; all are needed. */
  readonly keys: readonly [string, ...string[]];
  read(given: Given, terms: LimitTerms): Limit | string;
}

const KINDS: readonly Kind[] = [
  {
    keys: ["limit", "interval"],
    read: (given, terms) => {
      const limit = given.get("limit");
      const interval = readInterval(given.get("interval"));
      if (!isCount(limit)) return `limit is no whole number, 1 or more`;
      return interval === undefined
        ? `interval is no time from 1ms to 24 days, such as "1m" or 60000`
        : { limit, interval, ...terms };
    },
  },
  {
    keys: ["rate", "burst"],
    read: (given, terms) => {
      const [rate, burst] = [given.get("rate"), given.get("burst")];
      if (!isAmount(rate) || rate === 0) return "rate is no number of calls a second above 0";
      if (!isAmount(burst) || burst < 1) return "burst is no number, 1 or more";
      return (burst / rate) * 1000 > LONGEST_MS ? "it takes more than 24 days to fill up" : { rate, burst, ...terms };
    },
  },
  {
    keys: ["concurrency"],
    read: (given, terms) => {
      const concurrency = given.get("concurrency");
      return isCount(concurrency) ? { concurrency, ...terms } : "concurrency is no whole number, 1 or more";
    },
  },
];

function readInterval(value: unknown): number | undefined {
  const ms = typeof value === "string" ? parseMilliseconds(value) : value;
  return isAmount(ms) && ms > 0 && ms <= LONGEST_MS ? ms : undefined;
}

function readTerms(given: Given): LimitTerms | string {
  const [unit, costs, per] = [given.get("unit"), given.get("costs"), given.get("per")];
  if (unit !== undefined && unit !== "call" && unit !== "point") return "unit is neither call nor point";
  if (costs !== undefined && !isCosts(costs)) return "costs are no numbers, 0 or more, of read, write, irreversible";
  if (per !== undefined && !isParts(per)) return "per is no list of tool, method, arg:<name>";
  return { ...(unit && { unit }), ...(costs && { costs }), ...(per && { per }) };
}

function isCosts(value: unknown): value is NonNullable<LimitTerms["costs"]> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([effect, cost]) => EFFECTS.includes(effect) && isAmount(cost));
}

function isParts(value: unknown): value is readonly LimitPart[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(
    (part) => typeof part === "string" && /^(?:tool|method|arg:[A-Za-z_][A-Za-z0-9_]{0,63})$/.test(part),
  );
}

const isAmount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
