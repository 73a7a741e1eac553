import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Call, Middleware, Outcome } from "../../../../src/runtime/call/call.js";
import { ToolError } from "../../../../src/runtime/call/errors.js";
import { quota } from "../../../../src/runtime/middleware/quota.js";
import { type RetryOptions, retry } from "../../../../src/runtime/middleware/retry.js";
import {
  callOf,
  randomFrom,
  registered,
  sleep,
  slidingLog,
  toolNamed,
  upstream,
  useVirtualTime,
} from "../quota/upstream.js";

beforeEach(useVirtualTime);
afterEach(() => {
  vi.useRealTimers();
});

const status = (code: number, retryAfterMs?: number): ToolError =>
  new ToolError("upstream_error", `HTTP ${code}.`, {
    status: code,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
const broken = new ToolError("network_error", "The connection was reset.");
const post = toolNamed("create", { effect: "write", http: { method: "POST", path: "/" } });
const keyed = toolNamed("pay", {
  effect: "write",
  http: { method: "POST", path: "/", idempotencyHeader: "Idempotency-Key" },
});

/** Runs a call against answers in order; an error is thrown, the last one repeats. */
async function run(answers: readonly (ToolError | "ok")[], call: Partial<Call> = {}, options: RetryOptions = {}) {
  const at: number[] = [];
  const start = performance.now();
  const next = async (): Promise<Outcome> => {
    const answer = answers[Math.min(at.length, answers.length - 1)];
    at.push(performance.now() - start);
    if (answer instanceof ToolError) throw answer;
    return { data: "ok" };
  };
  const layer = retry({ random: () => 0.5, ...options });
  const done = layer(callOf(registered(), call), next).then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(600_000);
  const error = await done;
  if (error !== undefined && !(error instanceof ToolError)) throw error;
  return { at, error };
}

describe("a longer wait than a call may wait", () => {
  it.each([
    ["of the registry's", undefined, 1000, 1],
    ["of the registration's, which goes before the registry's", 100, 60_000, 1],
    ["is none where the registration lets it wait longer", 60_000, 100, 2],
  ])("%s", async (_, own, all, sent) => {
    const registration = registered(undefined, own === undefined ? {} : { maxWaitMs: own });
    const { at } = await run([status(429, 2000), "ok"], { registration }, { maxWaitMs: all });
    expect(at).toHaveLength(sent);
  });
});

describe("what is retried", () => {
  const cases: [string, Partial<Call>, ToolError, number][] = [
    ["a read, on a broken connection", {}, broken, 3],
    ["a read, on 408", {}, status(408), 3],
    ["a read, on 429", {}, status(429), 3],
    ["a read, on 502", {}, status(502), 3],
    ["a read, on 503", {}, status(503), 3],
    ["a read, on 504", {}, status(504), 3],
    ["a read, on 420", {}, status(420), 3],
    ["a read, on 529", {}, status(529), 3],
    ["a write that says it may be repeated", { tool: { ...post, idempotent: true } }, broken, 3],
    ["a read, not when it says it may not", { tool: toolNamed("next", { idempotent: false }) }, broken, 1],
    ["as often as the registration says", { registration: registered(undefined, { retries: 4 }) }, status(503), 5],
    ["a read, not on 500", {}, status(500), 1],
    ["a read, not on 404", {}, status(404), 1],
    ["a read, not on an answer that cannot be read", {}, new ToolError("response_invalid", "", { status: 503 }), 1],
    ["a read, not on its time limit", {}, new ToolError("timeout", ""), 1],
    ["T-11 no POST without a key: reset", { tool: post }, broken, 1],
    ["T-11 no POST without a key: 503", { tool: post }, status(503), 1],
    ["T-11 no POST without a key: 429", { tool: post }, status(429, 10), 1],
    ["T-11 a POST of an API that takes keys", { tool: keyed }, broken, 3],
    ["T-11 no POST whose key the API does not take", { tool: post, idempotencyKey: "k" }, broken, 1],
    ["T-11 a PUT", { tool: toolNamed("put", { effect: "write", http: { method: "PUT", path: "/" } }) }, broken, 3],
    [
      "T-11 a DELETE",
      { tool: toolNamed("remove", { effect: "irreversible", http: { method: "DELETE", path: "/" } }) },
      broken,
      3,
    ],
    [
      "a query sent as POST, which only reads",
      { tool: toolNamed("find", { effect: "read", http: { method: "POST", path: "/" } }) },
      broken,
      3,
    ],
  ];
  it.each(cases)("%s", async (_, call, answer, requests) => {
    const { at, error } = await run([answer], call);
    expect(at).toHaveLength(requests);
    expect(error?.code).toBe(answer.code);
  });

  it.each([
    ["x-should-retry: false, on 503", 503, { refused: false, retry: false, levels: [] }, 1],
    ["x-should-retry: true, on 409", 409, { refused: false, retry: true, levels: [] }, 3],
    ["a secondary limit, on 403", 403, { refused: true, levels: [] }, 3],
    ["no right, on 403", 403, { refused: false, levels: [] }, 1],
  ])("T-09 %s", async (_, code, told, requests) => {
    let sent = 0;
    const call = callOf(registered());
    const layer = retry({ random: () => 0.5 });
    const done = layer(call, async () => {
      sent++;
      call.meta.told = told;
      throw status(code);
    }).catch(() => {});
    await vi.advanceTimersByTimeAsync(600_000);
    await done;
    expect(sent).toBe(requests);
  });

  it("stops at the first success", async () => {
    const { at, error } = await run([status(503), "ok"]);
    expect({ error, requests: at.length }).toEqual({ error: undefined, requests: 2 });
  });

  it("never what is no error of ours", async () => {
    const bug = new TypeError("bug");
    await expect(retry()(callOf(registered()), () => Promise.reject(bug))).rejects.toBe(bug);
  });
});

describe("waits", () => {
  it("double from the base, with full jitter, up to the cap", async () => {
    const options = { retries: 4, baseMs: 100, maxDelayMs: 300, random: () => 1 };
    expect((await run([broken], {}, options)).at).toEqual([0, 100, 300, 600, 900]);
    expect((await run([broken], {}, { ...options, random: () => 0 })).at).toEqual([0, 0, 0, 0, 0]);
  });

  it.each([
    ["0", 0, 250],
    ["5", 5000, 5250],
    ["a past date", -3000, 250],
    ["-1", -1000, 250],
    ["NaN", Number.NaN, 250],
    ["nothing", undefined, 250],
  ])("T-08 Retry-After %s: never earlier than told", async (_, told, second) => {
    const { at } = await run([status(429, told), "ok"]);
    expect(at).toEqual([0, second]);
  });

  it("T-08 Retry-After 3600: the error at once, saying when", async () => {
    const { at, error } = await run([status(429, 3_600_000)]);
    expect(at).toEqual([0]);
    expect(error).toMatchObject({
      code: "upstream_error",
      message: "HTTP 429.",
      facts: { status: 429, retryAfterMs: 3_600_000, hint: "Retry after 3600 s." },
    });
  });

  it("T-08 beyond the deadline: the error at once", async () => {
    const { at, error } = await run([status(503, 5000)], { deadline: performance.now() + 4000 });
    expect(at).toEqual([0]);
    expect(error?.facts.hint).toBe("Retry after 5 s.");
  });

  it("end at once when the call is cancelled", async () => {
    const controller = new AbortController();
    const before = performance.now();
    const done = retry()(callOf(registered(), { signal: controller.signal }), () =>
      Promise.reject(status(429, 20_000)),
    );
    setTimeout(() => controller.abort(), 100);
    const failed = done.catch((error: unknown) => [error, performance.now() - before]);
    await vi.advanceTimersByTimeAsync(200);
    expect(await failed).toEqual([expect.objectContaining({ code: "cancelled" }), 100]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("what the caller is told", () => {
  it.each([
    [{}, status(429), "Retry later, and less often."],
    [{}, status(503), "Retry later: this may pass."],
    [{ tool: post }, broken, "It may have been done all the same: find out before you retry it."],
    [{ tool: post }, status(504, 1000), "It may have been done all the same: find out before you retry it."],
    [{ tool: post }, status(429, 2000), "Retry after 2 s."],
  ])("%# a next step", async (call: Partial<Call>, answer, hint) => {
    expect((await run([answer], call)).error?.facts.hint).toBe(hint);
  });

  it("a hint that is there stays", async () => {
    const hinted = (hint: string) => new ToolError("upstream_error", "", { status: 429, hint });
    expect((await run([hinted("You are on the free plan.")])).error?.facts.hint).toBe(
      "You are on the free plan. Retry later, and less often.",
    );
    expect((await run([hinted("Retry tomorrow.")])).error?.facts.hint).toBe("Retry tomorrow.");
    const sure = new ToolError("upstream_error", "", { status: 503, hint: "Nothing was booked: retry it." });
    expect((await run([sure], { tool: post })).error?.facts.hint).toBe("Nothing was booked: retry it.");
  });
});

describe("with a quota below", () => {
  it("T-17 each attempt takes a slot", async () => {
    const registration = registered({ limit: 2, interval: 1000 });
    const again = retry({ retries: 4, baseMs: 0 });
    const paced = quota();
    const at: number[] = [];
    const start = performance.now();
    const next = async (): Promise<Outcome> => {
      at.push(Math.floor((performance.now() - start) / 1000));
      throw status(503);
    };
    const call = callOf(registration);
    const done = again(call, (inner) => paced(inner, next)).catch(() => {});
    await vi.advanceTimersByTimeAsync(5000);
    await done;
    expect(at).toEqual([0, 0, 1, 1, 2]);
    expect(call.meta.queuedMs).toBeGreaterThan(1990);
  });

  it("a call waits once for what the upstream said, and nobody else goes before", async () => {
    const registration = registered({ limit: 20, interval: 1000 });
    const again = retry({ random: () => 0 });
    const paced = quota();
    const { seen, send } = upstream(slidingLog({ limit: 5, interval: 1000 }), randomFrom(5));
    const told = (call: Call): Promise<Outcome> =>
      send(call).catch((error: unknown) => {
        if (error instanceof ToolError) throw status(429, 1000);
        throw error;
      });
    const calls = Array.from({ length: 12 }, () => again(callOf(registration), (call) => paced(call, told)));
    const settled = Promise.allSettled(calls);
    await vi.advanceTimersByTimeAsync(20_000);
    await settled;
    const start = Math.min(...seen.arrivals);
    const early = seen.arrivals.filter((at) => at - start > 300 && at - start < 1000);
    expect(early).toEqual([]);
    expect(seen.accepted).toBeGreaterThanOrEqual(10);
  });
});

describe("T-15 an upstream that is down", () => {
  it("gets at most a tenth more requests than there are calls, and is used again as soon as it is back", async () => {
    const registration = registered();
    const again = retry({ random: randomFrom(2) });
    const paced = quota({ maxWaitMs: 1e9 });
    const layer: Middleware = (call, inner) => again(call, (one) => paced(one, inner));
    const count = { calls: 0, requests: 0, late: 0, failedLate: 0, slowest: 0 };
    const start = performance.now();
    const recovered = 60_000;
    const next = async (): Promise<Outcome> => {
      count.requests++;
      await sleep(5);
      if (performance.now() - start < recovered) throw status(503);
      return { data: null };
    };
    const one = async (): Promise<void> => {
      count.calls++;
      const begun = performance.now() - start;
      const failed = await layer(callOf(registration), next).then(
        () => false,
        () => true,
      );
      if (begun < recovered) return;
      count.late++;
      count.slowest = Math.max(count.slowest, performance.now() - start - begun);
      if (failed) count.failedLate++;
    };
    const calls: Promise<void>[] = [];
    for (let i = 0; i < 6500; i++) {
      calls.push(one());
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(calls);
    expect(count.requests).toBeLessThanOrEqual(count.calls * 1.1 + 10);
    // Of those that came in the five seconds after it was back.
    expect(count.late).toBeGreaterThan(400);
    expect(count.failedLate).toBe(0);
    expect(count.slowest).toBeLessThan(50);
  });

  it("each toolkit has a budget of its own", async () => {
    const layer = retry({ baseMs: 0 });
    const requests = new Map<string, number>();
    const next = async (call: Call): Promise<Outcome> => {
      requests.set(call.name, (requests.get(call.name) ?? 0) + 1);
      throw broken;
    };
    const bad = registered();
    for (let i = 0; i < 100; i++) {
      const done = layer(callOf(bad, { name: "bad" }), next).catch(() => {});
      await vi.advanceTimersByTimeAsync(5);
      await done;
    }
    const done = layer(callOf(registered(), { name: "other" }), next).catch(() => {});
    await vi.advanceTimersByTimeAsync(5);
    await done;
    expect(requests.get("bad")).toBeLessThanOrEqual(120);
    expect(requests.get("other")).toBe(3);
  });
});
