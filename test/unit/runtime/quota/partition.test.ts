/** Whose quota, and whose pause, a call stands under. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToolError } from "../../../../src/runtime/call/errors.js";
import { quota } from "../../../../src/runtime/middleware/quota.js";
import type { RegisterOptions, Registration } from "../../../../src/runtime/registry/registration.js";
import type { AnyTool, Server } from "../../../../src/tool/types.js";
import { callOf, toolNamed, useVirtualTime } from "./upstream.js";

beforeEach(useVirtualTime);
afterEach(() => {
  vi.useRealTimers();
});

const kit = (name: string, servers: Readonly<Record<string, Server>>, more: RegisterOptions = {}): Registration => ({
  toolkit: { name, servers, tools: {} },
  ...more,
});
const shop = { default: { url: "https://api.example.com/v1" } };
const at = (server: string): AnyTool => toolNamed("get", { http: { method: "GET", path: "/", server } });
const come = (retryAfterMs: number) => () =>
  Promise.reject(new ToolError("upstream_error", "429", { status: 429, retryAfterMs }));

describe("Retry-After", () => {
  const layer = () => quota({ maxWaitMs: 20 });

  it.each([
    ["another origin goes on", "https://files.example.com", 0],
    ["another path of the same origin waits", "https://api.example.com/upload", 30_000],
  ])("of one server of a toolkit: %s", async (_, url, wait) => {
    const registration = kit("shop", { ...shop, other: { url } }, { quota: { limit: 9, interval: 1000 } });
    const quotas = layer();
    await quotas(callOf(registration, { tool: at("default") }), come(30_000)).catch(() => {});
    expect(quotas.waitTime(registration, at("other"))).toBe(wait);
    expect(quotas.waitTime(registration, at("default"))).toBe(30_000);
  });

  it("of one server: --base-url takes the place of all of them", async () => {
    const registration = kit("shop", { ...shop, other: { url: "https://b.test" } }, { baseUrl: "http://localhost:1" });
    const quotas = layer();
    await quotas(callOf(registration, { tool: at("default") }), come(30_000)).catch(() => {});
    expect(quotas.waitTime(registration, at("other"))).toBe(30_000);
  });

  const credentials = (): string => "key";
  it.each<[string, RegisterOptions, Readonly<Record<string, Server>>, number]>([
    ["of the same origin and credential provider waits too", { credentials }, shop, 30_000],
    ["with another provider goes on", { credentials: () => "other" }, shop, 0],
    ["of another origin goes on", { credentials }, { default: { url: "https://other.example.com/v1" } }, 0],
    ["with the environment's credentials, which are its own, goes on", {}, shop, 0],
  ])("a second toolkit %s", async (_, more, servers, wait) => {
    const one = kit("shop", shop, { credentials });
    const two = kit("stock", servers, more);
    const quotas = layer();
    await quotas(callOf(one), come(30_000)).catch(() => {});
    expect(quotas.waitTime(two, toolNamed("get"))).toBe(wait);
  });

  it("reaches those who wait in another toolkit's queue", async () => {
    const one = kit("shop", shop, { credentials });
    const two = kit("stock", shop, { credentials, quota: { limit: 1, interval: 10 } });
    const quotas = quota({ maxWaitMs: 1000 });
    await quotas(callOf(two), async () => ({ data: 1 }));
    const waiting = quotas(callOf(two), async () => ({ data: 2 })).catch((error: ToolError) => error.message);
    await quotas(callOf(one), come(30_000)).catch(() => {});
    expect(await waiting).toContain('Toolkit "stock" was asked by its upstream to wait');
  });

  it("holds for accounts apart from each other, as the host tells them apart", async () => {
    const account = (context: unknown): string => String(context);
    const registrations = ["shop", "stock"].map((name) => kit(name, shop, { credentials, account }));
    const quotas = layer();
    const [one, two] = registrations;
    if (!one || !two) throw new Error("two toolkits");
    await quotas(callOf(one, { context: "ann" }), come(30_000)).catch(() => {});
    expect(["ann", "bob"].map((who) => quotas.waitTime(two, toolNamed("get"), who))).toEqual([30_000, 0]);
  });
});

describe("the limits of a quota", () => {
  it("are those of each server", async () => {
    const servers = { ...shop, other: { url: "https://files.example.com" } };
    const registration = kit("shop", servers, { quota: { limit: 1, interval: 60_000 } });
    const quotas = quota();
    await quotas(callOf(registration, { tool: at("default") }), async () => ({ data: 1 }));
    expect(quotas.waitTime(registration, at("default"))).toBeGreaterThan(59_000);
    expect(quotas.waitTime(registration, at("other"))).toBe(0);
  });

  it.each([
    ["https://api.github.com", 900],
    ["https://api.github.com/graphql", 2000],
  ])("of GitHub at %s: %i reads a minute", async (url, most) => {
    const registration = kit("github", { default: { url } });
    const quotas = quota({ maxWaitMs: 0 });
    // Each is answered at once: a hundred at a time is a limit of its own.
    for (let i = 0; i < most; i++) {
      expect(quotas.waitTime(registration, toolNamed("get"))).toBe(0);
      await quotas(callOf(registration), async () => ({ data: 1 }));
      vi.setSystemTime(Date.now() + 5);
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(quotas.waitTime(registration, toolNamed("get"))).toBeGreaterThan(40_000);
  });
});
