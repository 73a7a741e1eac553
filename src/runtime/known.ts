/** Which keys options may have: one that means nothing is a mistake, and in a policy lets through what was to be kept out. */

import { nearest } from "../tool/nearest.js";
import type { PolicyOptions } from "./approve.js";
import { ToolError } from "./call/errors.js";
import type { BatchCall, CallOptions, RegistryOptions } from "./options.js";
import type { RegisterOptions } from "./registry/registration.js";

/** Each key of a type: what is added to it, or taken from it, has to be so here. */
type Keys<T> = { readonly [K in keyof Required<T>]: true };

const POLICY: Keys<PolicyOptions> = { readOnly: true, allow: true, deny: true, visible: true, approve: true };

export const REGISTRY: Keys<RegistryOptions> = {
  ...POLICY,
  credentials: true,
  logins: true,
  sign: true,
  env: true,
  fetch: true,
  clock: true,
  timeoutMs: true,
  retries: true,
  retryBaseMs: true,
  quota: true,
  maxConcurrent: true,
  account: true,
  shared: true,
  cache: true,
  maxWaitMs: true,
  maxQueue: true,
  maxResultChars: true,
  maxResponseBytes: true,
  coerce: true,
  concurrency: true,
  tasks: true,
  onCall: true,
  audit: true,
  telemetry: true,
};

export const REGISTER: Keys<RegisterOptions> = {
  ...POLICY,
  namespace: true,
  baseUrl: true,
  bind: true,
  variables: true,
  quota: true,
  vendor: true,
  account: true,
  timeoutMs: true,
  maxWaitMs: true,
  maxQueue: true,
  retries: true,
  retryBaseMs: true,
  cache: true,
  maxResultChars: true,
  coerce: true,
  idempotencyHeader: true,
  fallback: true,
  credentials: true,
  sign: true,
};

const CALL: Keys<CallOptions> = {
  id: true,
  signal: true,
  context: true,
  timeoutMs: true,
  idempotencyKey: true,
  approve: true,
  approved: true,
  onProgress: true,
  wait: true,
};

export const BATCH_CALL: Keys<BatchCall> = {
  name: true,
  arguments: true,
  id: true,
  signal: true,
  onProgress: true,
  idempotencyKey: true,
  approved: true,
};

/** Options that are a number from 0 up, of whatever takes them: NaN is no limit, and would be kept as none. */
const NUMBERS: readonly (readonly [key: string, inner?: string])[] = [
  ["timeoutMs"],
  ["retries"],
  ["retryBaseMs"],
  ["maxConcurrent"],
  ["maxWaitMs"],
  ["maxQueue"],
  ["maxResultChars"],
  ["maxResponseBytes"],
  ["concurrency"],
  ["tasks", "timeoutMs"],
  ["tasks", "keepMs"],
  ["tasks", "keep"],
  ["cache", "ttlMs"],
  ["cache", "staleMs"],
  ["cache", "maxChars"],
];

/**
 * Throws `TypeError` where options have a key that nobody reads, `RangeError` where a number is none. `who` takes them.
 */
export function checkOptions(options: object, known: object, who: string): void {
  const wrong = strange(options, known);
  if (wrong !== undefined) throw new TypeError(`${who} takes no ${wrong}`);
  const astray = noNumber(options);
  if (astray !== undefined) throw new RangeError(`${who} takes ${astray}`);
}

function noNumber(options: object): string | undefined {
  for (const path of NUMBERS) {
    const [key, inner] = path;
    // Each call comes by here.
    if (!Object.hasOwn(options, key)) continue;
    const given = own(options, key);
    const value = inner === undefined ? given : own(given, inner);
    if (value === undefined || (typeof value === "number" && value >= 0)) continue;
    const what = typeof value === "number" ? String(value) : value === null ? "null" : `a ${typeof value}`;
    return `a number from 0 up for ${path.join(".")}, and this is ${what}.`;
  }
  return undefined;
}

const own = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;

interface Refusal {
  /** Why a call is not to be made. */
  readonly refused?: ToolError;
}

/** The same for what never rejects: the error that the call ends in. */
export function refusal(options: object, known: object, who: string): Refusal {
  const wrong = strange(options, known);
  const astray = noNumber(options);
  if (wrong === undefined && astray === undefined) return {};
  const message = `Nothing was called: ${who} takes ${wrong === undefined ? astray : `no ${wrong}`}`;
  return { refused: new ToolError("execution_error", message, { hint: "This is for whoever runs the host." }) };
}

/** The options of a call, and why it is not to be made. */
export const asked = (given: CallOptions = {}): CallOptions & Refusal => ({
  ...given,
  ...refusal(given, CALL, "call"),
});

function strange(options: object, known: object): string | undefined {
  const wrong = Object.keys(options).find((key) => !Object.hasOwn(known, key));
  if (wrong === undefined) return undefined;
  const [near] = nearest(wrong, Object.keys(known), 1);
  const name = JSON.stringify(wrong.slice(0, 80));
  return near === undefined ? `${name}; it takes ${Object.keys(known).join(", ")}.` : `${name}. Did you mean ${near}?`;
}
