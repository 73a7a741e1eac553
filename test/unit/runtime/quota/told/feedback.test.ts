import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Outcome } from "../../../../../src/runtime/call/call.js";
import { ToolError } from "../../../../../src/runtime/call/errors.js";
import { quota } from "../../../../../src/runtime/middleware/quota.js";
import { toldIn, withThrottle } from "../../../../../src/runtime/quota/told/feedback.js";
import { PROFILES } from "../../../../../src/runtime/quota/told/profiles.js";
import type { Told } from "../../../../../src/runtime/quota/told/told.js";
import { vendorOf } from "../../../../../src/runtime/quota/told/vendor.js";
import type { AnyTool } from "../../../../../src/tool/types.js";
import { callOf, randomFrom, registered, sleep, toolNamed, useVirtualTime } from "../upstream.js";

const NOW = Date.parse("2026-11-30T12:00:00Z");

type Headers = Readonly<Record<string, string>>;

function told(status: number, headers: Headers, text = "", vendor?: string): Told {
  const header = (name: string): string | undefined => (Object.hasOwn(headers, name) ? headers[name] : undefined);
  return toldIn(
    status,
    header,
    text,
    PROFILES.find((p) => p.vendor === vendor),
    NOW,
  );
}

describe("T-07 what is left, in every form", () => {
  const left = (resetMs: number, remaining = 5, name = "x-ratelimit") => [{ name, remaining, resetMs }];
  const x = (reset: string): Headers => ({ "x-ratelimit-remaining": "5", "x-ratelimit-reset": reset });
  const cases: [string, Headers, unknown][] = [
    ["an epoch in seconds", x(String(NOW / 1000 + 30)), left(30_000)],
    ["an epoch in seconds, with a fraction", x(String(NOW / 1000 + 30.5)), left(30_500)],
    ["an epoch in milliseconds", x(String(NOW + 30_000)), left(30_000)],
    ["an epoch that is past", x(String(NOW / 1000 - 30)), left(0)],
    ["seconds", x("30"), left(30_000)],
    ["milliseconds that cannot be seconds", x("600000"), left(600_000)],
    ["ISO 8601", x("2026-11-30T12:00:30Z"), left(30_000)],
    ["an HTTP date", x("Mon, 30 Nov 2026 12:00:30 GMT"), left(30_000)],
    ["a human date", x("Mon Nov 30 2026 12:00:30 GMT+0000"), left(30_000)],
    ["6m0s", x("6m0s"), left(360_000)],
    ["12ms", x("12ms"), left(12)],
    ["1h2m3.5s", x("1h2m3.5s"), left(3_723_500)],
    ["garbage", x("soon"), []],
    ["nothing", x(""), []],
    ["a negative number", x("-5"), []],
    ["10^18", x("1000000000000000000"), []],
    ["a month and more", { ratelimit: '"month";r=5;t=31536000' }, []],
    ["a text that never ends", x("1s".repeat(5000)), []],
    ["a remainder that is none", { "x-ratelimit-remaining": "many", "x-ratelimit-reset": "30" }, []],
    ["a negative remainder", { "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "30" }, []],
    [
      "by the upstream's own clock",
      { ...x(String(NOW / 1000 + 3630)), date: "Mon, 30 Nov 2026 13:00:00 GMT" },
      left(30_000),
    ],
    ["the older draft", { "ratelimit-remaining": "5", "ratelimit-reset": "30" }, left(30_000, 5, "ratelimit")],
    ["the draft in one header", { ratelimit: "limit=100, remaining=5, reset=30" }, left(30_000, 5, "ratelimit")],
    [
      "structured fields",
      { ratelimit: '"hour";r=5;t=30, "day";r=900;t=4000' },
      [...left(30_000, 5, '"hour"'), ...left(4_000_000, 900, '"day"')],
    ],
    ["structured fields without a time", { ratelimit: '"hour";r=5' }, []],
    [
      "OpenAI's",
      {
        "x-ratelimit-remaining-requests": "5",
        "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-remaining-tokens": "900",
        "x-ratelimit-reset-tokens": "6m0s",
      },
      [...left(1000, 5, "requests"), ...left(360_000, 900, "tokens")],
    ],
    [
      "Anthropic's",
      {
        "anthropic-ratelimit-input-tokens-remaining": "7",
        "anthropic-ratelimit-input-tokens-reset": "2026-11-30T12:00:09Z",
      },
      left(9000, 7, "input-tokens"),
    ],
    [
      "Discord's: the time that is exact",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1", "x-ratelimit-reset-after": "0.25" },
      left(250, 0),
    ],
    [
      "two families at once",
      { ...x("30"), "ratelimit-remaining": "9", "ratelimit-reset": "60" },
      [...left(60_000, 9, "ratelimit"), ...left(30_000)],
    ],
  ];
  it.each(cases)("%s", (_, headers, levels) => {
    expect(told(200, headers).levels).toEqual(levels);
  });

  it("Shopify's bucket of calls", () => {
    const { levels } = told(200, { "x-shopify-shop-api-call-limit": "32/40" }, "", "shopify");
    expect(levels).toEqual([{ name: "bucket", remaining: 8, most: 40, perMs: 0.002, resetMs: 16_000 }]);
  });
});

describe("T-08 when to come back", () => {
  const cases: [string, Headers, number | undefined][] = [
    ["0", { "retry-after": "0" }, 0],
    ["5", { "retry-after": "5" }, 5000],
    ["a date", { "retry-after": "Mon, 30 Nov 2026 12:00:07 GMT" }, 7000],
    ["a past date", { "retry-after": "Mon, 30 Nov 2026 11:00:00 GMT" }, 0],
    ["-1", { "retry-after": "-1" }, undefined],
    ["NaN", { "retry-after": "NaN" }, undefined],
    ["3600", { "retry-after": "3600" }, 3_600_000],
    ["retry-after-ms", { "retry-after-ms": "150", "retry-after": "1" }, 150],
    ["another name", { "x-ratelimit-retry-after": "3" }, 3000],
    ["missing, with a remainder of 0", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "40" }, 40_000],
    ["missing", {}, undefined],
  ];
  it.each(cases)("%s", (_, headers, wait) => {
    expect(told(429, headers).retryAfterMs).toBe(wait);
  });

  it("in Discord's body, with a fraction", () => {
    const headers = { "x-ratelimit-scope": "shared" };
    const said = told(429, headers, '{"message":"…","retry_after":1.337,"global":false}', "discord");
    expect(said).toMatchObject({ refused: true, retryAfterMs: 1337, scope: "tool" });
  });
});

describe("T-09 what kind of no it is", () => {
  const secondary = '{"message":"You have exceeded a secondary rate limit. Please wait."}';
  const cases: [string, Told, Partial<Told>][] = [
    ["GitHub's secondary limit", told(403, {}, secondary, "github"), { refused: true, retryAfterMs: 60_000 }],
    ["… with a time", told(403, { "retry-after": "7" }, secondary, "github"), { refused: true, retryAfterMs: 7000 }],
    [
      "GitHub's primary limit",
      told(403, {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(NOW / 1000 + 90),
        "x-ratelimit-resource": "search",
      }),
      { refused: true, retryAfterMs: 90_000, resource: "search" },
    ],
    ["no right", told(403, {}, '{"message":"Forbidden"}', "github"), { refused: false }],
    ["420", told(420, { "retry-after": "2" }), { refused: true, retryAfterMs: 2000 }],
    ["429", told(429, {}), { refused: true }],
    ["503 with a time", told(503, { "retry-after": "2" }), { refused: false, retryAfterMs: 2000 }],
    ["503", told(503, {}), { refused: false }],
    ["529", told(529, {}), { refused: true }],
    ["500 with a time", told(500, { "retry-after": "2" }), { refused: false }],
    ["x-should-retry", told(429, { "x-should-retry": "false" }), { refused: true, retry: false }],
    ["Stripe's", told(409, { "stripe-should-retry": "true" }), { refused: false, retry: true }],
    ["another word", told(409, { "x-should-retry": "maybe" }), { refused: false }],
    [
      "Discord's global limit",
      told(429, { "x-ratelimit-global": "true", "retry-after": "1" }),
      { scope: "account", refused: true },
    ],
  ];
  it.each(cases)("%s", (_, said, want) => {
    const { levels: __, ...rest } = said;
    expect(rest).toMatchObject(want);
    if (!("retryAfterMs" in want) && !("scope" in want)) expect(rest.retryAfterMs).toBeUndefined();
  });
});

describe("T-09 what a GraphQL body says", () => {
  const heard: Told = { refused: false, levels: [] };
  it("a refusal with status 200: Shopify's bucket, no points spent", () => {
    const throttle = { retryAfterMs: 700, remaining: 30, limit: 1000, restorePerSecond: 100, cost: 100 };
    expect(withThrottle(heard, throttle, true)).toEqual({
      refused: true,
      retryAfterMs: 700,
      cost: 0,
      levels: [{ name: "graphql", remaining: 30, most: 1000, perMs: 0.1, resetMs: 9700 }],
    });
  });

  it("the actual cost of an answer", () => {
    expect(withThrottle(undefined, { cost: 12 }, false)).toEqual({ refused: false, levels: [], cost: 12 });
  });

  it("what headers said already, once", () => {
    const levels = [{ name: "x-ratelimit", remaining: 3, resetMs: 1000 }];
    expect(withThrottle({ ...heard, levels }, { remaining: 3, resetMs: 1000 }, false)).toEqual({ ...heard, levels });
    expect(withThrottle(heard, { remaining: 3, resetMs: 1000 }, false)?.levels).toEqual([
      { name: "graphql", remaining: 3, resetMs: 1000 },
    ]);
  });
});

describe("vendors", () => {
  const at = (url: string, vendor?: string | false) =>
    vendorOf({
      toolkit: { name: "shop", tools: {}, servers: { default: { url } } },
      ...(vendor !== undefined && { vendor }),
    })?.vendor;
  it.each([
    ["https://api.github.com", "github"],
    ["https://api.github.com.evil.test", undefined],
    ["https://acme.myshopify.com/admin", "shopify"],
    ["https://myshopify.com", undefined],
    ["https://acme.atlassian.net/rest", "jira"],
    ["https://slack.com/api", "slack"],
    ["/relative", undefined],
    ["http://127.0.0.1:8080", undefined],
  ])("%s is %s", (url, vendor) => expect(at(url)).toBe(vendor));

  it("are what the host says they are", () => {
    expect(at("http://127.0.0.1", "stripe")).toBe("stripe");
    expect(at("https://api.github.com", false)).toBeUndefined();
  });

  it.each<[string, Partial<AnyTool>, Record<string, unknown>, Record<string, unknown>, number, boolean]>([
    ["openai: models apart", {}, { model: "a" }, { model: "b" }, 500, true],
    ["openai: one model", {}, { model: "a" }, { model: "a" }, 500, false],
    ["google: 1,200 reads of a user", { effect: "read" }, {}, {}, 1200, false],
    ["google: 60 writes of a user", { effect: "write" }, {}, {}, 60, false],
    ["stripe: 25 of an endpoint", {}, {}, {}, 25, false],
    ["slack: 20 of a method", {}, {}, {}, 20, false],
    ["notion: 180 a minute", {}, {}, {}, 180, false],
    ["discord: 50 a second", {}, {}, {}, 50, false],
    ["github: 80 that create content", { effect: "write" }, {}, {}, 80, false],
    ["github: 900 reads a minute", { effect: "read" }, {}, {}, 900, false],
  ])("%s", async (what, more, args, others, limit, free) => {
    const [vendor = ""] = what.split(":");
    const layer = quota({ clock: { now: () => 0, after: () => () => {} }, maxWaitMs: 0 });
    const registration = registered(undefined, { vendor });
    const tool = toolNamed("get", more);
    const run = (given: Record<string, unknown>) =>
      layer(callOf(registration, { tool, args: given }), async () => ({ data: 1 })).then(
        () => true,
        () => false,
      );
    for (let i = 0; i < limit; i++) expect(await run(args)).toBe(true);
    const next = Promise.race([run(others), sleep(50).then(() => false)]);
    expect(await next).toBe(free);
  });

  it("each has a source and a day, and limits that can be kept", () => {
    for (const { vendor, checked, source, limits } of PROFILES) {
      expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(source).toMatch(/^https:/);
      expect(() => quota({ quota: limits }), vendor).not.toThrow();
    }
  });
});

describe("feedback", () => {
  beforeEach(useVirtualTime);
  afterEach(() => {
    vi.useRealTimers();
  });

  it("T-07 another client that takes half of the quota lowers ours within one answer, and for that window alone", async () => {
    const limits = { limit: 100, interval: 60_000 };
    const layer = quota({ maxWaitMs: 1e9 });
    const registration = registered(limits);
    const random = randomFrom(8);
    let window = -1;
    let used = 0;
    const seen = { sent: 0, rejected: 0, byWindow: [] as number[] };
    const send = async (call: { meta: { told?: Told | undefined } }): Promise<Outcome> => {
      await sleep(20 + 20 * random());
      const now = performance.now();
      const current = Math.floor(now / limits.interval);
      if (current !== window) used = 0;
      window = current;
      if (current > 0) seen.sent++;
      used++;
      // The other one.
      if (used < limits.limit && used % 2 === 1) used++;
      const ok = used <= limits.limit;
      if (!ok && current > 0) seen.rejected++;
      if (ok) seen.byWindow[current] = (seen.byWindow[current] ?? 0) + 1;
      const levels = [
        { name: "x", remaining: Math.max(0, limits.limit - used), resetMs: (current + 1) * limits.interval - now },
      ];
      await sleep(20 + 20 * random());
      call.meta.told = { refused: !ok, levels };
      if (!ok) throw new ToolError("upstream_error", "429", { status: 429 });
      return { data: null };
    };
    const end = performance.now() + 600_000;
    const work = async (): Promise<void> => {
      while (performance.now() < end) await layer(callOf(registration), send).catch(() => {});
    };
    const done = Promise.all(Array.from({ length: 20 }, work));
    await vi.advanceTimersByTimeAsync(720_000);
    await done;
    expect(seen.rejected / seen.sent).toBeLessThan(0.01);
    expect(Math.min(...seen.byWindow.slice(1, -1))).toBeGreaterThanOrEqual(45);
  });

  it("never raises what is configured", async () => {
    const layer = quota({ maxWaitMs: 0 });
    const registration = registered({ limit: 1, interval: 60_000 });
    const generous = { refused: false, levels: [{ name: "x", remaining: 5000, resetMs: 60_000 }] };
    await layer(callOf(registration), async (call) => {
      call.meta.told = generous;
      return { data: 1 };
    });
    expect(layer.waitTime(registration, toolNamed("get"))).toBeGreaterThan(59_000);
  });

  it("of one vendor's endpoint pauses that tool alone; of another's the account", async () => {
    for (const [vendor, other] of [
      ["slack", 0],
      ["stripe", 5000],
    ] as const) {
      const layer = quota();
      const registration = registered(undefined, { vendor });
      const refuse = async (call: { meta: { told?: Told | undefined } }): Promise<Outcome> => {
        call.meta.told = { refused: true, retryAfterMs: 5000, levels: [] };
        throw new ToolError("upstream_error", "429", { status: 429 });
      };
      await layer(callOf(registration, { tool: toolNamed("post") }), refuse).catch(() => {});
      expect(layer.waitTime(registration, toolNamed("post"))).toBe(5000);
      expect(layer.waitTime(registration, toolNamed("list"))).toBe(other);
    }
  });

  it("names the time to come back in the error, where no usual header did", async () => {
    const layer = quota();
    const call = callOf(registered());
    const error = await layer(call, async () => {
      call.meta.told = { refused: true, retryAfterMs: 60_000, levels: [] };
      throw new ToolError("upstream_error", "HTTP 403", { status: 403, hint: "no rights" });
    }).catch((e: ToolError) => e.facts);
    expect(error).toMatchObject({ status: 403, retryAfterMs: 60_000, hint: "Too many calls. Retry after 60 s." });
  });
});

describe("T-16 a quota that nobody knows", () => {
  beforeEach(useVirtualTime);
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["10/1 s", 10, 1000],
    ["100/1 s", 100, 1000],
    ["180/60 s", 180, 60_000],
  ])(
    "%s is found: at most one in a hundred rejected once it has settled",
    async (_, limit, interval) => {
      const layer = quota({ maxWaitMs: 1e9 });
      const registration = registered();
      const random = randomFrom(6);
      const { slidingLog, upstream } = await import("../upstream.js");
      const { seen, send } = upstream(slidingLog({ limit, interval }), random);
      const settle = 4 * Math.max(interval, 60_000);
      const time = (6000 * interval) / limit;
      const end = performance.now() + settle + time;
      const work = async (): Promise<void> => {
        while (performance.now() < end) await layer(callOf(registration), send).catch(() => {});
      };
      const done = Promise.all(Array.from({ length: 50 }, work));
      await vi.advanceTimersByTimeAsync(settle);
      const before = { ...seen };
      await vi.advanceTimersByTimeAsync(time + 120_000);
      await done;
      const sent = seen.arrivals.length - (before.accepted + before.rejected);
      expect((seen.rejected - before.rejected) / sent).toBeLessThan(0.01);
      expect((seen.accepted - before.accepted) / 6000).toBeGreaterThan(0.7);
    },
    60_000,
  );

  it("starts with few at a time, and lets more through as answers come", async () => {
    const layer = quota();
    const registration = registered();
    let inside = 0;
    const peaks: number[] = [];
    const slow = async (): Promise<Outcome> => {
      inside++;
      peaks.push(inside);
      await sleep(100);
      inside--;
      return { data: null };
    };
    const calls = Array.from({ length: 200 }, () => layer(callOf(registration), slow));
    await vi.advanceTimersByTimeAsync(50);
    expect(Math.max(...peaks)).toBe(8);
    await vi.advanceTimersByTimeAsync(2000);
    await Promise.all(calls);
    expect(Math.max(...peaks)).toBeGreaterThan(60);
  });
});
