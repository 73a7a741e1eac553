import { describe, expect, it } from "vitest";
import { createRegistry, type ToolResult } from "../../../../src/runtime/index.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

/** What a tool that always throws this ends in, and how often it ran. */
async function tried(thrown: unknown, more: Partial<Runs> = {}): Promise<readonly [number, string, ToolResult]> {
  let runs = 0;
  const run = (): never => {
    runs++;
    throw thrown;
  };
  const registry = createRegistry({ retries: 2, retryBaseMs: 0 });
  registry.register(toolkit("kit", tool("act", object({}), { run, ...more })));
  const result = await registry.call("act", {});
  return [runs, result.ok ? "ok" : result.error.code, result];
}

const failing = (facts: object): Error => Object.assign(new Error("no luck"), facts);

describe("a plain error of a hand-written read", () => {
  it.each<[unknown, number, string]>([
    [failing({ code: "ECONNRESET" }), 3, "network_error"],
    [failing({ code: "UND_ERR_SOCKET" }), 3, "network_error"],
    [new TypeError("fetch failed", { cause: failing({ code: "ECONNREFUSED" }) }), 3, "network_error"],
    [failing({ status: 429 }), 3, "upstream_error"],
    [failing({ statusCode: 503 }), 3, "upstream_error"],
    [{ status: 408, message: "not an Error" }, 3, "upstream_error"],
    [failing({ status: 500 }), 1, "upstream_error"],
    [failing({ status: 404 }), 1, "execution_error"],
    [failing({ status: "503" }), 1, "execution_error"],
    [failing({ code: "ENOENT" }), 1, "execution_error"],
    [failing({ code: "toString" }), 1, "execution_error"],
    [Object.create({ status: 503 }), 1, "execution_error"],
    [failing({}), 1, "execution_error"],
  ])("%o: %i runs, %s", async (thrown, runs, code) => {
    expect((await tried(thrown)).slice(0, 2)).toEqual([runs, code]);
  });

  it("keeps its words", async () => {
    const [, , { content }] = await tried(failing({ code: "ECONNRESET" }));
    expect(content).toBe("act failed: no luck. Retry later: this may pass.");
  });
});

describe("a plain error of a hand-written write", () => {
  it.each<[Partial<Runs>, number, string]>([
    [{ effect: "write", idempotent: true }, 3, "network_error"],
    [{ effect: "write" }, 1, "execution_error"],
  ])("counts as the network's only where a second run does no harm: %j", async (more, runs, code) => {
    const [ran, got] = await tried(failing({ code: "ECONNREFUSED" }), more);
    expect([ran, got]).toEqual([runs, code]);
  });
});
