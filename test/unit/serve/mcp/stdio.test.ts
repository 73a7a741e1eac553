import { once } from "node:events";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { serveMcp } from "../../../../src/serve/mcp/index.js";
import { Pipe } from "../../../../src/serve/mcp/pipe.js";
import { build, MAIN } from "../../../e2e/cli.js";
import { initialize, message } from "./raw.js";
import { counted, world } from "./world.js";

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

describe("serveMcp without streams", () => {
  it("is standard input and output, which belong to it: what tools print goes elsewhere", async () => {
    const program = `
      import { serveMcp } from "toolgen/mcp";
      import { createRegistry } from "toolgen/runtime";
      const run = () => { console.log("noise"); return "done"; };
      const registry = createRegistry();
      registry.register({ name: "kit", tools: { speak: { name: "speak", description: "Speaks.", effect: "read", input: { type: "object" }, run } } });
      await serveMcp(registry);
      await registry.close();
    `;
    const client = new Client({ name: "test", version: "1" });
    clients.push(client);
    const errors: string[] = [];
    client.onerror = ({ message: said }) => void errors.push(said);
    const args = ["--input-type=module", "--eval", program];
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd: ROOT, stderr: "pipe" });
    let noise = "";
    transport.stderr?.on("data", (piece) => {
      noise += piece;
    });
    await client.connect(transport);
    expect((await client.callTool({ name: "speak" })).content).toEqual([{ type: "text", text: "done" }]);
    expect([noise, errors]).toEqual(["noise\n", []]);
  });
});

/** What comes out for what goes in, once it has `count` lines. */
async function answers(lines: readonly string[], count: number, onError?: (error: Error) => void): Promise<Answer[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveMcp(world(), { input, output, ...(onError && { onError }) });
  input.write([initialize("2025-11-25"), ...lines].map((line) => `${line}\n`).join(""));
  let text = "";
  for await (const chunk of output) {
    text += chunk;
    if (text.split("\n").length > count) break;
  }
  input.end();
  await served;
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer);
}

interface Answer {
  readonly id: number;
  readonly result?: { readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

const sum = (id: number, more: object = {}): string =>
  message(id, "tools/call", { name: "get_sum", arguments: { a: 1, b: 2, ...more } });

it("tells of what does not take a message as itself, and not as a line that is none", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const pipe = new Pipe(input, output);
  const told: string[] = [];
  const ended = new Promise<void>((resolve) => {
    pipe.onclose = resolve;
  });
  pipe.onerror = (error) => void told.push(error.message);
  pipe.onmessage = () => {
    throw new Error("no room");
  };
  await pipe.start();
  input.end(`${message(1, "ping", {})}\n{}\n`);
  await ended;
  expect(told).toEqual(["no room", "A line of the input is no JSON-RPC message; it was passed over"]);
});

it("M-05 writes nothing but messages, whatever comes, and ends with its input", async () => {
  const told: string[] = [];
  const lines = ["not json", "", "[]", '{"jsonrpc":"2.0"}', '{"id":1}', "\ufeff{}", sum(2, { c: "x".repeat(100_000) })];
  // More than a line may have: it is passed over, and the next one is not.
  const got = await answers([...lines, sum(3, { c: "x".repeat(11_000_000) }), sum(4)], 3, ({ message }) =>
    told.push(message),
  );
  expect(got.map(({ id, result }) => [id, result?.isError])).toEqual([
    [1, undefined],
    [2, true],
    [4, undefined],
  ]);
  const passed = "A line of the input is no JSON-RPC message; it was passed over";
  expect(told).toEqual([passed, passed, passed, passed, passed, "The line has more than 10485760 bytes"]);
});

it("tells a client that tools have come, and listens to its registry no longer than that client does", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { registry, listeners } = counted();
  const served = serveMcp(registry, { input, output });
  input.write(`${initialize("2025-11-25")}\n`);
  await once(output, "data");
  registry.register({ name: "later", tools: {} });
  const [told] = await once(output, "data");
  expect(JSON.parse(String(told))).toMatchObject({ method: "notifications/tools/list_changed" });
  expect(listeners.size).toBeGreaterThan(0);
  input.end();
  await served;
  expect(listeners.size).toBe(0);
});

it("R-07 refuses an argument that the SDK's parser would leave out, and takes deeper ones as data", async () => {
  const got = await answers(
    [sum(2, { key: 1 }).replace('"key"', '"__proto__"'), sum(3, { key: { deep: 1 } }).replace('"deep"', '"__proto__"')],
    3,
  );
  // What is refused at once comes before what has to be looked up.
  const [top, deep] = [2, 3].map((id) => got.find((answer) => answer.id === id));
  expect(top).toMatchObject({ id: 2, error: { code: -32602, message: expect.stringContaining("__proto__") } });
  expect(deep).toMatchObject({ id: 3, result: { isError: true } });
});
