/** The header families in which upstreams tell what is left of a quota. */
import { countOf, resetMs } from "./reset.js";
import type { Level } from "./told.js";

export type Header = (name: string) => string | undefined;

/** `now`: by the upstream's clock where it says what time it is, in milliseconds since 1970. */
export function levelsIn(header: Header, now: number, restorePerSecond = 0): readonly Level[] {
  return [
    ...structured(header("ratelimit")),
    ...TRIPLES.flatMap((triple) => levelOf(header, triple, now)),
    ...shopify(header("x-shopify-shop-api-call-limit"), restorePerSecond),
  ];
}

interface Triple {
  readonly name: string;
  readonly remaining: string;
  /** The first that is there and makes sense. */
  readonly resets: readonly string[];
}

const family = (prefix: string, name = prefix): Triple => ({
  name,
  remaining: `${prefix}-remaining`,
  resets: [`${prefix}-reset-after`, `${prefix}-reset`, `${prefix}-resettime`],
});

const suffixed = (unit: string): Triple => ({
  name: unit,
  remaining: `x-ratelimit-remaining-${unit}`,
  resets: [`x-ratelimit-reset-${unit}`],
});

/** draft-ietf-httpapi-ratelimit-headers up to 07, GitHub, Discord and many more, OpenAI, Anthropic. */
const TRIPLES: readonly Triple[] = [
  family("ratelimit"),
  family("x-ratelimit"),
  family("x-rate-limit"),
  suffixed("requests"),
  suffixed("tokens"),
  ...["requests", "tokens", "input-tokens", "output-tokens"].map((unit) => family(`anthropic-ratelimit-${unit}`, unit)),
];

function levelOf(header: Header, { name, remaining, resets }: Triple, now: number): Level[] {
  const left = countOf(header(remaining));
  if (left === undefined) return [];
  for (const reset of resets) {
    const ms = resetMs(header(reset), now);
    if (ms !== undefined) return [{ name, remaining: left, resetMs: ms }];
  }
  return [];
}

/** Most items of a structured header that are read. */
const MAX_ITEMS = 10;

/**
 * draft-ietf-httpapi-ratelimit-headers from 08 on: `"hour";r=50;t=30, "day";r=900;t=4000`; and the one-header form of
 * older drafts: `limit=100, remaining=50, reset=30`.
 */
function structured(value: string | undefined): Level[] {
  if (value === undefined || value.length > 2000) return [];
  if (value.includes("remaining=")) {
    const fields = new Map(value.split(",").map((part) => pair(part)));
    return level("ratelimit", fields.get("remaining"), fields.get("reset"));
  }
  return value
    .split(",")
    .slice(0, MAX_ITEMS)
    .flatMap((item, i) => {
      const [name = "", ...parameters] = item.split(";");
      const fields = new Map(parameters.map((part) => pair(part)));
      return level(name.trim().slice(0, 60) || String(i), fields.get("r"), fields.get("t"));
    });
}

function pair(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function level(name: string, left: string | undefined, seconds: string | undefined): Level[] {
  const remaining = countOf(left);
  const reset = countOf(seconds);
  if (remaining === undefined || reset === undefined || reset > 31 * 24 * 3600) return [];
  return [{ name, remaining, resetMs: reset * 1000 }];
}

/** `32/40`: used and allowed, of a bucket. */
function shopify(value: string | undefined, perSecond: number): Level[] {
  const [, used, most] = /^(\d{1,9})\/(\d{1,9})$/.exec(value ?? "") ?? [];
  if (used === undefined || most === undefined || perSecond === 0) return [];
  return [bucketLevel("bucket", Number(most) - Number(used), Number(most), perSecond)];
}

export function bucketLevel(name: string, remaining: number, most: number, perSecond: number): Level {
  const perMs = perSecond / 1000;
  return { name, remaining, most, perMs, resetMs: Math.max(0, most - remaining) / perMs };
}
