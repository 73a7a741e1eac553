import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { serveMcpStdio } from "../../../../src/serve/mcp/index.js";
import { build, MAIN } from "../../../e2e/cli.js";
import { world } from "./world.js";

const ROOT = join(import.meta.dirname, "../../../..");
const clients: Client[] = [];

beforeAll(build, 120_000);
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

describe("toolgen serve", () => {
  it.each(["legacy", "auto"] as const)("talks to a client that starts it: %s", async (mode) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    clients.push(client);
    const args = [MAIN, "serve", join(ROOT, "generated/museum"), join(ROOT, "generated/galaxy")];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    expect(client.getServerVersion()).toMatchObject({ name: "toolgen", version: manifest.version });
    const { tools } = await client.listTools();
    expect(tools.filter(({ name }) => name.startsWith("museum__"))).toHaveLength(8);
    expect(tools.find(({ name }) => name === "museum__delete_special_event")?.annotations?.destructiveHint).toBe(true);
    const { isError, content } = await client.callTool({ name: "museum__get_museum_hours", arguments: { limit: "x" } });
    expect([isError, content]).toEqual([true, [{ type: "text", text: expect.stringContaining("limit") }]]);
  });
});

it("M-05 writes nothing but messages, whatever comes, and ends with its input", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const served = serveMcpStdio(world(), { input, output });
  const message = (id: number, method: string, params: object): string =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  input.write(message(1, "initialize", hello));
  input.write("not json\n");
  input.write(message(2, "tools/call", { name: "get_sum", arguments: { a: 1, b: 2, c: "x".repeat(100_000) } }));
  input.write(message(3, "tools/call", { name: "get_sum", arguments: { a: 1, b: 2 } }));
  const lines: string[] = [];
  for await (const chunk of output) {
    lines.push(...String(chunk).split("\n").filter(Boolean));
    if (lines.length >= 3) break;
  }
  input.end();
  await served;
  const answers = lines.map((line) => JSON.parse(line) as { id: number; result: { isError?: boolean } });
  expect(answers.map(({ id, result }) => [id, result.isError])).toEqual([
    [1, undefined],
    [2, true],
    [3, undefined],
  ]);
});
