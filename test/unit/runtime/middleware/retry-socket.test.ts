import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createRegistry, type ToolResult } from "../../../../src/runtime/index.js";
import { defineTool, defineToolkit } from "../../../../src/tool/index.js";
import type { HttpBody, HttpPlan } from "../../../../src/tool/types.js";

interface Arrival {
  readonly method: string | undefined;
  readonly key: string | string[] | undefined;
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const answers: Readonly<Record<string, Answer>> = {
  "503": (_, response) => void response.writeHead(503).end(),
  "500": (_, response) => void response.writeHead(500).end(),
  "a reset after the body": (request) => void request.socket.destroy(),
  "a part of an answer": (request, response) => {
    response.writeHead(200, { "content-length": "10" }).write("{");
    setImmediate(() => request.socket.destroy());
  },
  "no answer": () => {},
};

/** One call to a server that always does the same; what arrived there. */
async function arrivals(answer: string, http: Omit<HttpPlan, "path">) {
  const seen: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    if (answer === "a reset before the body") {
      seen.push({ method, key: headers["idempotency-key"], body: "" });
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({ method, key: headers["idempotency-key"], body: Buffer.concat(chunks).toString() });
    answers[answer]?.(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const registry = createRegistry({ retryBaseMs: 1, timeoutMs: answer === "no answer" ? 2000 : 20_000 });
  const tool = defineTool({
    name: "pay",
    description: "Pays.",
    effect: http.method === "GET" ? "read" : "write",
    input: {
      type: "object",
      additionalProperties: false,
      properties: { body: { type: "object" } },
    },
    http: { ...http, path: "/pay" },
  });
  const servers = { default: { url: `http://127.0.0.1:${port}` } };
  registry.register(defineToolkit({ name: "shop", servers, tools: { pay: tool } }));
  const result: ToolResult = await registry.call("pay", http.body ? { body: { amount: 5, note: "über" } } : {});
  await registry.close();
  server.closeAllConnections();
  server.close();
  return { seen, result };
}

const body: HttpBody = { mediaType: "application/json", arg: "body" };

describe("T-11 on sockets", () => {
  const failures = [
    "503",
    "500",
    "a reset before the body",
    "a reset after the body",
    "a part of an answer",
    "no answer",
  ];

  it.each(failures)("a POST without a key arrives once: %s", async (answer) => {
    const { seen, result } = await arrivals(answer, { method: "POST", body });
    expect(seen).toHaveLength(1);
    expect(result.ok).toBe(false);
  });

  it.each([
    ["503", 3],
    ["500", 1],
    ["a reset before the body", 3],
    ["a reset after the body", 3],
    ["no answer", 1],
  ])("a POST with a key arrives with the same key and the same bytes: %s", async (answer, times) => {
    const { seen } = await arrivals(answer, { method: "POST", body, idempotencyHeader: "Idempotency-Key" });
    expect(seen).toHaveLength(times);
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(seen.map(({ key, body: bytes }) => `${key} ${bytes}`)).size).toBe(1);
  });

  it.each(["GET", "PUT", "DELETE"] as const)("a %s is sent again after a reset", async (method) => {
    const { seen } = await arrivals("a reset after the body", { method });
    expect(seen.map((one) => one.method)).toEqual([method, method, method]);
  });
});
