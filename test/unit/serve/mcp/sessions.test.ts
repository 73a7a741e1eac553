import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { afterEach, expect, it, vi } from "vitest";
import { createSessions } from "../../../../src/serve/mcp/sessions.js";

afterEach(() => {
  vi.restoreAllMocks();
});

it("a request that comes to nothing leaves no server behind", async () => {
  let closed = 0;
  const sessions = createSessions(() => {
    const server = new Server({ name: "test", version: "1" });
    server.onclose = () => void closed++;
    return server;
  });
  vi.spyOn(WebStandardStreamableHTTPServerTransport.prototype, "handleRequest").mockRejectedValue(new Error("broken"));
  await expect(sessions.fetch(new Request("http://127.0.0.1/mcp", { method: "POST" }), {})).rejects.toThrow("broken");
  expect(closed).toBe(1);
});
