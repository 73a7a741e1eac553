/** `<limit>/<interval>`, as extensions, config and flags write it. */
import type { Quota } from "../tool/types.js";

export const QUOTA_FORM = "<limit>/<interval>, such as 2/500ms or 5000/1h";

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const FORM = /^\s*(\d{1,12})\s*\/\s*(?:(\d{1,12})\s*)?(ms|s|m|min|h|d)\s*$/;

/** Also `{limit, interval}`, in milliseconds. */
export function readQuota(value: unknown): Quota | undefined {
  if (typeof value === "object" && value !== null && "limit" in value && "interval" in value) {
    const { limit, interval } = value;
    return checked(Number(limit), typeof interval === "number" ? interval : Number.NaN);
  }
  const [, limit, count = "1", unit = ""] = (typeof value === "string" && FORM.exec(value)) || [];
  if (limit === undefined) return undefined;
  return checked(Number(limit), Number(count) * (UNITS[unit] ?? Number.NaN));
}

function checked(limit: number, interval: number): Quota | undefined {
  return Number.isSafeInteger(limit) && limit > 0 && Number.isSafeInteger(interval) && interval > 0
    ? { limit, interval }
    : undefined;
}

/** A word that may name a vendor; which ones the runtime knows is the runtime's matter. */
export function isVendor(value: unknown): value is string {
  return typeof value === "string" && /^[a-z][a-z-]{1,30}$/.test(value);
}
