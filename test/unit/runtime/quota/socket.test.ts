import { createServer } from "node:http";
import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/runtime/call/call.js";
import { ToolError } from "../../../../src/runtime/call/errors.js";
import { quota } from "../../../../src/runtime/middleware/quota.js";
import { callOf, registered, slidingLog } from "./upstream.js";

const CALLS = Number(process.env.TOOLGEN_QUOTA_CALLS ?? 200);

it("T-01 a real upstream that counts 20 in any 200 ms rejects none of many calls at once", async () => {
  const limits = { limit: 20, interval: 200 };
  const judge = slidingLog(limits);
  let rejected = 0;
  const server = createServer((_, response) => {
    const ok = judge(performance.now());
    if (!ok) rejected++;
    response.writeHead(ok ? 200 : 429).end("{}");
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const send = async (): Promise<Outcome> => {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    await response.text();
    if (!response.ok) throw new ToolError("upstream_error", "over", { status: response.status });
    return { data: null };
  };
  const layer = quota({ maxWaitMs: 60_000 });
  const registration = registered(limits);
  const start = performance.now();
  try {
    await Promise.all(Array.from({ length: CALLS }, () => layer(callOf(registration), send)));
  } finally {
    server.close();
    server.closeAllConnections();
  }
  const windows = (performance.now() - start) / limits.interval;
  expect(rejected).toBe(0);
  // Busy machines are slow: this is no measurement, only proof that it is not far from the limit.
  expect((CALLS - limits.limit) / limits.limit / windows).toBeGreaterThan(0.6);
});
