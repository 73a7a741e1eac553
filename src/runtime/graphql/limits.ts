/** What the answers of GraphQL services say of their limits. */

import { retryAfterMs } from "../http/answer/retry-after.js";
import type { Answer } from "../http/message.js";
import { isRecord } from "../schema.js";
import type { Throttle } from "../throttle.js";

/** GitHub: "wait at least one minute" after a secondary limit that names no time. */
const SECONDARY_MS = 60_000;

/** `undefined`: the answer says nothing of limits. `now`: by the wall clock. */
export function limitsOf(
  answer: Answer,
  body: Readonly<Record<string, unknown>>,
  refused: boolean,
  now: number,
): Throttle | undefined {
  const said = {
    ...fromHeaders(answer, now),
    ...fromData(body["data"], now),
    ...fromCost(body["extensions"], refused),
  };
  const told = retryAfterMs(answer.header, now);
  const wait = told ?? said.retryAfterMs ?? (refused ? guess(said, body["errors"]) : undefined);
  const throttle = wait === undefined ? said : { ...said, retryAfterMs: wait };
  return Object.keys(throttle).length > 0 ? throttle : undefined;
}

/** Without a time of its own, a spent limit is there again when it is reset. */
function guess({ remaining, resetMs }: Throttle, errors: unknown): number | undefined {
  if (remaining === 0 && resetMs !== undefined) return resetMs;
  const texts = Array.isArray(errors) ? errors.map((error) => (isRecord(error) ? String(error["message"]) : "")) : [];
  return texts.some((text) => /secondary rate/i.test(text.slice(0, 300))) ? SECONDARY_MS : undefined;
}

/** GitHub: `x-ratelimit-*`, reset in epoch seconds. Linear: `x-ratelimit-complexity-*`, in epoch milliseconds. */
function fromHeaders({ header }: Answer, now: number): Throttle {
  const read = (name: string): number | undefined =>
    number(header(`x-ratelimit-complexity-${name}`) ?? header(`x-ratelimit-${name}`));
  return facts({
    limit: read("limit"),
    remaining: read("remaining"),
    resetMs: fromEpoch(read("reset"), now),
    cost: number(header("x-complexity")),
  });
}

/** GitHub's `rateLimit { limit cost remaining resetAt }`, where a document asks for it. */
function fromData(data: unknown, now: number): Throttle {
  const rate = isRecord(data) && Object.hasOwn(data, "rateLimit") ? data["rateLimit"] : undefined;
  if (!isRecord(rate)) return {};
  const reset = typeof rate["resetAt"] === "string" ? Date.parse(rate["resetAt"]) : Number.NaN;
  return facts({
    limit: number(rate["limit"]),
    remaining: number(rate["remaining"]),
    cost: number(rate["cost"]),
    resetMs: Number.isNaN(reset) ? undefined : Math.max(0, reset - now),
  });
}

/** Shopify's `extensions.cost`: a bucket of points that refills steadily. */
function fromCost(extensions: unknown, refused: boolean): Throttle {
  const cost = isRecord(extensions) ? extensions["cost"] : undefined;
  if (!isRecord(cost)) return {};
  const status = isRecord(cost["throttleStatus"]) ? cost["throttleStatus"] : {};
  const requested = number(cost["requestedQueryCost"]);
  const remaining = number(status["currentlyAvailable"]);
  const rate = number(status["restoreRate"]);
  const missing = requested !== undefined && remaining !== undefined ? Math.max(0, requested - remaining) : undefined;
  return facts({
    limit: number(status["maximumAvailable"]),
    remaining,
    restorePerSecond: rate,
    cost: number(cost["actualQueryCost"]) ?? requested,
    asked: requested,
    retryAfterMs: refused && missing !== undefined && rate ? Math.ceil((missing / rate) * 1000) : undefined,
  });
}

function facts(said: { readonly [Key in keyof Throttle]: Throttle[Key] | undefined }): Throttle {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** Not below 0; digits that came as text count. */
function number(value: unknown): number | undefined {
  const found = typeof value === "string" && /^\d{1,15}(?:\.\d{1,6})?$/.test(value) ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : undefined;
}

/** Beyond the year 2286 in seconds: milliseconds. */
function fromEpoch(value: number | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  return Math.max(0, (value > 1e10 ? value : value * 1000) - now);
}
