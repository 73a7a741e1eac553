import { expect, it } from "vitest";
import { createRegistry } from "../../../../src/runtime/index.js";
import { defineTool, defineToolkit } from "../../../../src/tool/index.js";

it("a retry that finds no place in the quota ends in what the service said, not in 'nothing was sent'", async () => {
  const down = defineTool({
    name: "get_a",
    description: "Gets a.",
    effect: "read",
    input: { type: "object", additionalProperties: false },
    http: { method: "GET", path: "/a" },
  });
  const registry = createRegistry({
    quota: [{ limit: 1, interval: 60_000 }],
    maxWaitMs: 0,
    retryBaseMs: 1,
    fetch: async () => new Response("down", { status: 503 }),
  });
  const servers = { default: { url: "http://127.0.0.1" } };
  registry.register(defineToolkit({ name: "shop", servers, tools: { get_a: down } }));
  const result = await registry.call("get_a", {});
  expect(result).toMatchObject({ ok: false, error: { code: "upstream_error", status: 503 }, meta: { attempts: 1 } });
  expect(result.content).not.toContain("Nothing was sent");
  expect(await registry.call("get_a", {})).toMatchObject({ error: { code: "rate_limited" }, meta: { attempts: 0 } });
  await registry.close();
});
