/** Strict upstreams on virtual time, and calls to send to them. */
import { vi } from "vitest";
import type { Call, CallMeta, Outcome } from "../../../../src/runtime/call/call.js";
import { ToolError } from "../../../../src/runtime/call/errors.js";
import type { Registration } from "../../../../src/runtime/registry/registration.js";
import type { AnyTool, Quota } from "../../../../src/tool/types.js";

/** mulberry32: the same numbers on every run. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Counts a request when it arrives; false: over the limit. */
export type Judge = (now: number) => boolean;

export function slidingLog({ limit, interval }: Quota): Judge {
  const log: number[] = [];
  return (now) => {
    while ((log[0] ?? now) <= now - interval) log.shift();
    if (log.length >= limit) return false;
    log.push(now);
    return true;
  };
}

export function fixedWindow({ limit, interval }: Quota, phase: number): Judge {
  let window = Number.NaN;
  let count = 0;
  return (now) => {
    const current = Math.floor((now + phase) / interval);
    if (current !== window) count = 0;
    window = current;
    return ++count <= limit;
  };
}

export function bucket({ limit, interval }: Quota): Judge {
  let level = limit;
  let last = performance.now();
  return (now) => {
    level = Math.min(limit, level + ((now - last) * limit) / interval);
    last = now;
    if (level < 1) return false;
    level--;
    return true;
  };
}

/** A request takes `base` and some jitter each way, and is judged in between. */
export function upstream(judge: Judge, random: () => number, base = 25, jitter = 10) {
  const seen = { accepted: 0, rejected: 0, arrivals: [] as number[] };
  const way = (): number => base - jitter * Math.log(1 - random());
  const send = async ({ meta: { flight } }: Call): Promise<Outcome> => {
    flight?.sent();
    await sleep(way());
    const now = performance.now();
    seen.arrivals.push(now);
    const ok = judge(now);
    if (ok) seen.accepted++;
    else seen.rejected++;
    await sleep(way());
    flight?.answered();
    if (!ok) throw new ToolError("upstream_error", "429", { status: 429 });
    return { data: null };
  };
  return { seen, send };
}

const meta = (): CallMeta => ({ attempts: 0, queuedMs: 0, notes: [], caveats: [] });

export function toolNamed(name: string, more: Partial<AnyTool> = {}): AnyTool {
  return {
    name,
    description: name,
    effect: "read",
    input: { type: "object" },
    http: { method: "GET", path: "/" },
    ...more,
  } as AnyTool;
}

export const registered = (quota?: Quota, more: Partial<Registration> = {}): Registration => ({
  toolkit: { name: "shop", tools: {}, ...(quota && { quota }) },
  ...more,
});

export function callOf(registration: Registration, more: Partial<Call> = {}): Call {
  return {
    name: "get",
    tool: toolNamed("get"),
    registration,
    args: {},
    signal: new AbortController().signal,
    context: undefined,
    meta: meta(),
    redactor: { add: () => {}, text: (t) => t, value: (v) => v },
    ...more,
  };
}

/** Everything that time is read from or waited with, p-throttle's included. */
export const useVirtualTime = (): void => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
};

/** Points: `cost` of each request; a bucket that holds `burst` and refills `rate` a second. */
export function pointBucket(rate: number, burst: number): (now: number, cost: number) => boolean {
  let level = burst;
  let last = performance.now();
  return (now, cost) => {
    level = Math.min(burst, level + ((now - last) * rate) / 1000);
    last = now;
    if (level < cost - 1e-6) return false;
    level -= cost;
    return true;
  };
}

/** Points in any `interval`. */
export function pointLog({ limit, interval }: Quota): (now: number, cost: number) => boolean {
  const log: [number, number][] = [];
  let sum = 0;
  return (now, cost) => {
    while ((log[0]?.[0] ?? now) <= now - interval) sum -= log.shift()?.[1] ?? 0;
    if (sum + cost > limit) return false;
    log.push([now, cost]);
    sum += cost;
    return true;
  };
}
