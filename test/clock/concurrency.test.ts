import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createRegistry } from "../../src/runtime/index.js";
import { defineTool, defineToolkit } from "../../src/tool/index.js";

const LIMIT = 5;

const slow = defineTool({
  name: "get_slow",
  description: "Gets what takes long, and may never come.",
  effect: "read",
  input: { type: "object", additionalProperties: false },
  http: { method: "GET", path: "/slow" },
});

it("T-10 of 5 at a time, one that timed out gives its place away when its socket is closed, not before", async () => {
  const seen = { inside: 0, most: 0, hung: 0, arrivals: 0 };
  const server = createServer((_, response) => {
    seen.inside++;
    seen.most = Math.max(seen.most, seen.inside);
    response.on("close", () => seen.inside--);
    // One in three is never answered: it is over when the other end closes its socket.
    if (seen.arrivals++ % 3 === 0) seen.hung++;
    else setTimeout(() => response.end("{}"), 20);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const registry = createRegistry({ quota: { concurrency: LIMIT }, retries: 0 });
  const servers = { default: { url: `http://127.0.0.1:${port}` } };
  registry.register(defineToolkit({ name: "shop", servers, tools: { get_slow: slow } }));
  const codes: string[] = [];
  const work = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) {
      const result = await registry.call("get_slow", {}, { timeoutMs: 250 });
      codes.push(result.ok ? "ok" : result.error.code);
    }
  };
  await Promise.all(Array.from({ length: LIMIT + 1 }, work));
  await expect.poll(() => seen.inside).toBe(0);
  await registry.close();
  server.close();
  expect(seen.most).toBe(LIMIT);
  expect(codes.filter((code) => code === "timeout").length).toBeGreaterThanOrEqual(seen.hung);
  expect(codes.filter((code) => code === "ok").length).toBeGreaterThan(0);
});
