/** Durations as flags, config files and documents write them. */
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Timers hold no more: a longer delay would fire at once. */
export const LONGEST_MS: number = 2 ** 31 - 1;

/** `500ms`, `30s`, `1.5m`, `1h`, `2d` → milliseconds; undefined where it is none. */
export function parseMilliseconds(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,15}(?:\.\d{1,6})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  return factor === undefined ? undefined : Math.round(Number(number) * factor);
}
