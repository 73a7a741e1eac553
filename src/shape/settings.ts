/** Settings of single tools that are the runtime's matter: durations, limits, what may be repeated or kept. */
import type { ToolSettings } from "../ir/types.js";
import { isReservedHeader } from "../read/header.js";
import { LONGEST_MS, parseMilliseconds } from "../tool/duration.js";
import { readLimit, readLimits } from "../tool/limit.js";
import { nearest } from "../tool/nearest.js";

/** A text says what is wrong. */
export type Reader<T> = (value: unknown) => T | string;

/** As tools have them, under the names that flags have. */
export interface ConfiguredSettings extends Omit<ToolSettings, "maxWaitMs"> {
  /** In milliseconds. */
  readonly maxWait?: number;
  /** Header that carries a key for each write; false: none does, whatever the document declares. */
  readonly idempotencyHeader?: string | false;
}

export const runtimeReaders: Readonly<Record<string, Reader<ConfiguredSettings>>> = {
  quota: (value) => {
    const quota = readLimits(value);
    return typeof quota === "string" ? quota : { quota };
  },
  rateLimit: (value) => {
    const rateLimit = readLimit(value);
    if (typeof rateLimit === "string") return rateLimit;
    return "rate" in rateLimit ? { rateLimit } : `${shown(value)} is no { rate, burst }, and no text such as 10/1s+20`;
  },
  cost: (cost) =>
    typeof cost === "number" && Number.isFinite(cost) && cost >= 0
      ? { cost }
      : `${shown(cost)} is no number of points, 0 or more`,
  timeout: (value) => {
    const timeout = readDuration(value);
    return timeout === undefined ? `${shown(value)} is no ${DURATION_FORM}` : { timeout };
  },
  retries: (retries) =>
    typeof retries === "number" && Number.isSafeInteger(retries) && retries >= 0 && retries <= MAX_RETRIES
      ? { retries }
      : `${shown(retries)} is no whole number from 0 to ${MAX_RETRIES}`,
  maxWait: (value) => {
    const maxWait = value === 0 || value === "0s" ? 0 : readDuration(value);
    return maxWait === undefined ? `${shown(value)} is no ${DURATION_FORM}` : { maxWait };
  },
  idempotent: (idempotent) =>
    typeof idempotent === "boolean" ? { idempotent } : `${shown(idempotent)} is not true or false`,
  idempotencyHeader: (value) => {
    if (value === false) return { idempotencyHeader: value };
    return isKeyHeader(value) ? { idempotencyHeader: value } : `${shown(value)} is no header that may carry a key`;
  },
  cache: (value) => {
    const cache = readCache(value);
    return typeof cache === "string" ? cache : { cache };
  },
  fallback: (value) => {
    const fallback = typeof value === "string" ? [value] : value;
    return isTexts(fallback) ? { fallback } : `${shown(value)} is no list of tools`;
  },
  locks: (locks) => (isTexts(locks) ? { locks } : `${shown(locks)} is no list of texts such as repo:{owner}/{repo}`),
};

const MAX_RETRIES = 20;
const DURATION_FORM = "time from 1ms to 24 days: 30s, or a number of milliseconds";

function readDuration(value: unknown): number | undefined {
  const ms = typeof value === "string" ? parseMilliseconds(value) : value;
  return typeof ms === "number" && Number.isSafeInteger(ms) && ms >= 1 && ms <= LONGEST_MS ? ms : undefined;
}

const CACHE_KEYS = ["ttl", "stale", "ttlMs", "staleMs"];

/** `5m`, `{ ttl: "5m", stale: "1h" }`, or in milliseconds as the runtime has it. */
function readCache(value: unknown): NonNullable<ToolSettings["cache"]> | string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const ttlMs = readDuration(value);
    return ttlMs === undefined ? `${shown(value)} is no ${DURATION_FORM}` : { ttlMs };
  }
  const given = new Map<string, unknown>(Object.entries(value));
  const unknown = [...given.keys()].find((key) => !CACHE_KEYS.includes(key));
  if (unknown !== undefined) return `${unknown} is no key of it: ${nearest(unknown, CACHE_KEYS, 1)[0] ?? "ttl"} is`;
  const ttlMs = readDuration(given.get("ttl") ?? given.get("ttlMs"));
  const stale = given.get("stale") ?? given.get("staleMs");
  const staleMs = readDuration(stale);
  if (ttlMs === undefined) return `ttl is no ${DURATION_FORM}`;
  if (stale !== undefined && staleMs === undefined) return `stale is no ${DURATION_FORM}`;
  return { ttlMs, ...(staleMs !== undefined && { staleMs }) };
}

/** A field name of HTTP that neither decides how a message travels nor holds a credential. */
export function isKeyHeader(name: unknown): name is string {
  return (
    typeof name === "string" &&
    /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name) &&
    !isReservedHeader(name) &&
    !/^(?:authorization|content-.*|accept-.*)$/i.test(name)
  );
}

function isTexts(value: unknown): value is readonly string[] {
  const isText = (one: unknown): boolean => typeof one === "string" && one.trim() !== "" && one.length <= 200;
  return Array.isArray(value) && value.length > 0 && value.length <= 20 && value.every(isText);
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
