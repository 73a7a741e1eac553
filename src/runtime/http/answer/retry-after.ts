/** When an upstream says to come back. */

/** A longer wait is no instruction to a client any more. */
const MAX_MS = 7 * 24 * 3600 * 1000;

/**
 * `Retry-After` (RFC 9110, section 10.2.3) as seconds or as HTTP-date, and `retry-after-ms`; milliseconds from now, not
 * below 0. A date is compared with the upstream's own `Date`, where there is one: clocks differ.
 */
export function retryAfterMs(header: (name: string) => string | undefined, now: number): number | undefined {
  const exact = number(header("retry-after-ms"));
  if (exact !== undefined) return exact;
  const value = header("retry-after")?.trim();
  if (value === undefined || value === "") return undefined;
  const seconds = number(value);
  if (seconds !== undefined) return Math.min(seconds * 1000, MAX_MS);
  if (!/[a-z]/i.test(value)) return undefined;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  const said = Date.parse(header("date") ?? "");
  // Dates have whole seconds: theirs may be up to one second younger than it says.
  return Math.min(Math.max(0, at - (Number.isNaN(said) ? now : Math.min(said, now))), MAX_MS);
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Math.min(Number(text), MAX_MS) : undefined;
}
