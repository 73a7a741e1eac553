/** When a quota is whole again, in all the forms that upstreams write it in. */

const DAY_MS = 24 * 3600 * 1000;
/** Nothing that is further away is a reset. */
const MAX_MS = 31 * DAY_MS;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS };

/**
 * Milliseconds from `now` on. Digits are seconds from now, an epoch in seconds or in milliseconds, or milliseconds from
 * now: whichever is plausible. Also `6m0s`, `12ms`, ISO 8601 and dates. `undefined`: none of these.
 */
export function resetMs(text: string | undefined, now: number): number | undefined {
  const given = text?.trim() ?? "";
  if (given === "" || given.length > 64) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(given) ? plain(Number(given), now) : (duration(given) ?? date(given, now));
  return ms !== undefined && ms <= MAX_MS ? Math.max(0, ms) : undefined;
}

function plain(value: number, now: number): number | undefined {
  if (value >= 1e11) return value - now;
  if (value >= 1e9) return value * 1000 - now;
  const seconds = value * 1000;
  return seconds <= DAY_MS ? seconds : value <= DAY_MS ? value : undefined;
}

/** As Go writes them: `1h2m3.5s`. */
function duration(text: string): number | undefined {
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h|d)){1,5}$/.test(text)) return undefined;
  let sum = 0;
  for (const [, value, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    sum += Number(value) * (UNITS[unit ?? ""] ?? 0);
  }
  return sum;
}

function date(text: string, now: number): number | undefined {
  if (!/^[A-Z0-9]/i.test(text) || !/\d{4}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - now;
}

/** A count that is left; `undefined` where the text is none. */
export function countOf(text: string | undefined): number | undefined {
  const given = text?.trim() ?? "";
  return /^\d{1,30}(?:\.\d{1,9})?$/.test(given) ? Number(given) : undefined;
}
