/** The settings of a tool for the runtime, apart from all else that is known of it. */
import type { ToolSettings } from "./types.js";

/** In the order in which they are printed. */
export const SETTINGS: readonly (keyof ToolSettings)[] = Object.keys({
  quota: true,
  rateLimit: true,
  cost: true,
  timeout: true,
  retries: true,
  maxWaitMs: true,
  idempotent: true,
  cache: true,
  fallback: true,
  locks: true,
} satisfies Record<keyof ToolSettings, true>) as (keyof ToolSettings)[];

/** Those that are given. */
export function settingsOf(of: ToolSettings): ToolSettings {
  return Object.fromEntries(SETTINGS.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]])));
}
