import Agent from "undici/lib/dispatcher/agent.js";
import { afterEach, expect, it, vi } from "vitest";
import { undiciTransport } from "../../../../../src/runtime/http/send/transport.js";
import { startUpstream } from "../upstream.js";

afterEach(() => {
  vi.restoreAllMocks();
});

it("an agent that makes room and does not close ends nothing", async () => {
  const lost: unknown[] = [];
  const listen = (reason: unknown): number => lost.push(reason);
  process.on("unhandledRejection", listen);
  const close = vi.spyOn(Agent.prototype, "close").mockRejectedValue(new Error("broken"));
  await using upstream = await startUpstream((_, response) => response.end("{}"));
  const transport = undiciTransport();
  const { signal } = new AbortController();
  for (let i = 0; i < 66; i++) {
    const certificate = { cert: `cert ${i}`, key: "key" };
    await transport.send({ method: "GET", headers: {}, signal, certificate, maxBytes: 100 }, upstream.origin, "/");
  }
  await new Promise((resolve) => setImmediate(resolve));
  await transport.close();
  process.off("unhandledRejection", listen);
  expect([close.mock.calls.length, lost]).toEqual([2, []]);
});
