/** Text of a flag → its value. What does not fit is a `UsageError` that shows how it is written. */
import { parseBinding } from "../tool/binding.js";
import { LONGEST_MS, parseMilliseconds } from "../tool/duration.js";
import { parseLimitText, readLimit } from "../tool/limit.js";
import { nearest } from "../tool/nearest.js";
import type { Limit } from "../tool/types.js";
import { isVendor, VENDORS, type VendorName } from "../tool/vendors.js";
import { UsageError } from "./usage.js";

/** `500ms`, `30s`, `1.5m`, `1h` → milliseconds. */
export function parseDuration(text: string): number {
  const ms = parseMilliseconds(text);
  if (ms === undefined)
    throw new UsageError(`"${text}" is not a duration`, "Write a number with a unit: 500ms, 30s, 2m or 1h.");
  if (ms > LONGEST_MS) throw new UsageError(`"${text}" is too long`, "The longest duration is 24 days.");
  return ms;
}

/**
 * `2/500ms`, `5000/1h`, `10/s`: so many calls in an interval; `10/1s+20`: a bucket that gets 10 calls each second and
 * holds 20; `{"concurrency": 5}`: any limit of the runtime, as JSON.
 */
export function parseLimit(text: string): Limit {
  if (text.startsWith("{")) return parseLimitJson(text);
  const limit = parseLimitText(text);
  switch (limit) {
    case "form":
      throw new UsageError(`"${text}" is not a quota`, "Write calls per interval: 2/500ms, 10/1s or 5000/1h.");
    case "nothing":
      throw new UsageError(`"${text}" lets nothing through`, "A quota needs at least 1 call in at least 1ms.");
    case "long":
      throw new UsageError(`The interval of "${text}" is too long`, "The longest interval is 24 days.");
    default:
      return limit;
  }
}

function parseLimitJson(text: string): Limit {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${text} is no JSON`, cause instanceof Error ? cause.message : "Check its quotes.");
  }
  const limit = readLimit(value);
  if (typeof limit !== "string") return limit;
  throw new UsageError(limit, 'Write {"concurrency": 5} or {"limit": 900, "interval": "1m", "unit": "point"}.');
}

/** A limit, or the name of a vendor whose limits the runtime knows. */
export function parseQuota(text: string): Limit | VendorName {
  if (isVendor(text)) return text;
  if (!/^[A-Za-z][A-Za-z_-]*$/.test(text)) return parseLimit(text);
  const [near] = nearest(text, VENDORS, 1);
  throw new UsageError(
    `Nothing is known of the limits of "${text}"`,
    near ? `Did you mean ${near}?` : `Known are ${[...VENDORS].sort().join(", ")}.`,
  );
}

/** A field name of HTTP (RFC 9110 §5.1). */
export function parseHeaderName(text: string): string {
  if (/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(text)) return text;
  throw new UsageError(`"${text}" is no name of a header`, "Write the name alone: Idempotency-Key.");
}

/** Digits → a whole number. */
export function parseCount(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new UsageError(`"${text}" is not a whole number`, "Write digits only: 0, 3, 2000.");
  return value;
}

/** A whole number, 1 or more. */
export function parseAtATime(text: string): number {
  const value = parseCount(text);
  if (value >= 1) return value;
  throw new UsageError(`"${text}" lets nothing through`, "Write 1 or more: so many requests go at a time.");
}

/** 1 to 65535. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new UsageError(`"${text}" is not a port`, "Write a number from 1 to 65535.");
}

/** An http(s) address without credentials. */
export function parseHttpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`"${text}" is not an http(s) URL`, "Write it in full: https://api.example.com/v1.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      "A URL with credentials in it is not taken",
      "Put them into the environment; see `toolgen call --help`.",
    );
  }
  return text;
}

/** `redis://` or `rediss://`. It may hold a password: it is told nowhere. */
export function parseRedisUrl(text: string): string {
  if (URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol) && new URL(text).host !== "") return text;
  throw new UsageError("This is not the address of a Redis", "Write redis://127.0.0.1:6379, or rediss:// for TLS.");
}

/** Scheme, host and port: `https://auth.example.com`. */
export function parseOrigin(text: string): string {
  const { origin, pathname, search, hash } = new URL(parseHttpUrl(text));
  if (pathname !== "/" || search !== "" || hash !== "") {
    throw new UsageError(`"${text}" is more than an origin`, `Leave out what follows the host: ${origin}.`);
  }
  return origin;
}

/** What an `Authorization: Bearer` header can hold. */
export function parseToken(text: string): string {
  if (/^[!-~]+$/.test(text)) return text;
  if (text === "") throw new UsageError("The value is empty", "Give one, or leave the flag out.");
  throw new UsageError(
    "The token has characters that no header holds",
    "Use letters, digits and punctuation of ASCII.",
  );
}

/** A host name, or an address, as the `Host` header has it, without the port. */
export function parseHostName(text: string): string {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
  if (
    url !== undefined &&
    url.host === url.hostname &&
    /^[^/?#@]+$/.test(text) &&
    !/:\d+$/.test(text.replace(/^\[.*\]$/, ""))
  )
    return url.hostname;
  throw new UsageError(`"${text}" is no host name`, "Write the name alone: tools.example.com.");
}

/** `bearer`, `basic` or `header:<Name>`. */
export function parseAuth(text: string): string {
  if (/^(?:bearer|basic|header:[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100})$/.test(text)) return text;
  throw new UsageError(`"${text}" is no way to send a credential`, "Write bearer, basic, or header:X-Api-Key.");
}

/** GraphQL, 2.1.9 Names: `Type.field`. */
export function parseTypeField(text: string): string {
  if (/^[_A-Za-z][_0-9A-Za-z]*\.[_A-Za-z][_0-9A-Za-z]*$/.test(text)) return text;
  throw new UsageError(`"${text}" is not a field of a type`, "Write it as the schema names it: Issue.title.");
}

/** `tenant_id=env:TENANT`, `list_*:limit=10`; as it was given. */
export function parseBound(text: string): string {
  if (parseBinding(text)) return text;
  throw new UsageError(`"${text}" binds nothing`, "Write tenant_id=env:TENANT, user=context:user.id or limit=10.");
}

export interface HostPort {
  readonly host?: string;
  readonly port: number;
}

/** `8080`, `0.0.0.0:8080`, `[::1]:8080`. */
export function parseHostPort(text: string): HostPort {
  const [, host, digits = ""] = /^(?:(\[[0-9a-f:]+\]|[^:[\]\s]+):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535) throw new UsageError(`"${text}" is no port`, "Write 8080 or 127.0.0.1:8080.");
  return { port, ...(host !== undefined && { host: host.replace(/^\[|\]$/g, "") }) };
}
