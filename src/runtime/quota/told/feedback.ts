/** One answer → what it says of quotas, by status, headers and body. */
import { retryAfterMs } from "../../http/answer/retry-after.js";
import type { Throttle } from "../../throttle.js";
import { bucketLevel, type Header, levelsIn } from "./headers.js";
import { countOf } from "./reset.js";
import type { Told } from "./told.js";
import type { Vendor } from "./vendor.js";

/** RFC 6585 section 4, and what others use for the same: Twitter's 420, 529 of Notion and Anthropic. */
const REFUSALS: ReadonlySet<number> = new Set([420, 429, 529]);
/** Where it is an invitation to come back, and for everyone. */
const WAITS: ReadonlySet<number> = new Set([...REFUSALS, 403, 503]);
/** GitHub's words for limits that no header tells of. */
const SECONDARY = /secondary rate limit|abuse detection/i;
/** Characters of a body that are looked at for words. */
const LOOKED_AT = 2000;

/** `text`: the beginning of the body of an error. `now`: in milliseconds since 1970. */
export function toldIn(status: number, header: Header, text: string, vendor: Vendor | undefined, now: number): Told {
  const said = Date.parse(header("date") ?? "");
  const theirs = Number.isNaN(said) ? now : said;
  const levels = levelsIn(header, theirs, vendor?.restorePerSecond);
  const secondary = status === 403 && SECONDARY.test(text.slice(0, LOOKED_AT));
  const empty = levels.filter(({ remaining }) => remaining === 0);
  const spent = status === 403 && header("retry-after") === undefined && empty.length > 0;
  const refused = REFUSALS.has(status) || secondary || spent;
  const named = WAITS.has(status) ? (retryAfterMs(header, now) ?? secondsIn(header, text)) : undefined;
  const wait = refused ? (named ?? longest(empty) ?? floorOf(vendor, secondary)) : named;
  const retry = wordOf(header("x-should-retry") ?? header("stripe-should-retry"));
  const resource = header("x-ratelimit-resource") ?? header("x-ratelimit-bucket");
  const scope = scopeOf(header);
  return {
    refused,
    levels,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(retry === undefined ? {} : { retry }),
    ...(resource === undefined ? {} : { resource: resource.slice(0, 100) }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** `Retry-After` under another name, or in the body as Discord has it; seconds, fractions too. */
function secondsIn(header: Header, text: string): number | undefined {
  const other = countOf(header("x-ratelimit-retry-after"));
  const inBody = /"retry_after"\s*:\s*(\d{1,6}(?:\.\d{1,9})?)/.exec(text.slice(0, LOOKED_AT))?.[1];
  const seconds = other ?? countOf(inBody);
  return seconds === undefined ? undefined : Math.min(seconds, 7 * 24 * 3600) * 1000;
}

function longest(levels: Told["levels"]): number | undefined {
  return levels.length === 0 ? undefined : Math.max(...levels.map((level) => level.resetMs));
}

/** GitHub asks for a minute where it says nothing. */
function floorOf(vendor: Vendor | undefined, secondary: boolean): number | undefined {
  return secondary ? (vendor?.floorMs ?? 60_000) : vendor?.floorMs;
}

function wordOf(text: string | undefined): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** Discord's; Jira names the limit that was hit. */
function scopeOf(header: Header): Told["scope"] {
  if (header("x-ratelimit-global") === "true" || header("x-ratelimit-scope") === "global") return "account";
  const reason = header("ratelimit-reason");
  if (reason !== undefined) return /burst|per-issue/.test(reason) ? "tool" : "account";
  return header("x-ratelimit-scope") === undefined ? undefined : "tool";
}

/** Adds what the body of an answer says; `refused`: it came with an error. Where headers tell as well, they do it once. */
export function withThrottle(
  told: Told | undefined,
  throttle: Throttle | undefined,
  refused: boolean,
): Told | undefined {
  if (!throttle) return told;
  const { levels = [], retryAfterMs } = told ?? {};
  const wait = retryAfterMs ?? (refused ? throttle.retryAfterMs : undefined);
  const cost = refused ? 0 : throttle.cost;
  return {
    ...told,
    refused: told?.refused === true || refused,
    levels: [...levels, ...levelsOf(throttle, levels.length === 0)],
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(cost === undefined ? {} : { cost }),
    ...(throttle.asked === undefined ? {} : { asked: throttle.asked }),
  };
}

function levelsOf({ remaining, limit, resetMs, restorePerSecond = 0 }: Throttle, alone: boolean): Told["levels"] {
  if (remaining === undefined) return [];
  if (limit !== undefined && restorePerSecond > 0) return [bucketLevel("graphql", remaining, limit, restorePerSecond)];
  return alone && resetMs !== undefined ? [{ name: "graphql", remaining, resetMs }] : [];
}
