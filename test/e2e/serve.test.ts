/** `toolgen serve` as clients start it, talk to it and leave it. */
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, type Running, Sandbox } from "./cli.js";

let box: Sandbox;
beforeAll(async () => {
  await build();
  box = new Sandbox();
  box.put("own/index.ts", TOOLKIT);
}, 120_000);
afterAll(() => box.clear());

const TOOLKIT = `import { defineTool, defineToolkit, type Toolkit } from "toolgen";
process.stdout.write("loading\\n");
const input = { type: "object", additionalProperties: false, properties: {} } as const;
const tool = (name: string, run: (signal: AbortSignal) => unknown) =>
  defineTool<Record<string, never>, unknown>({
    name, description: "For a test.", effect: "read", input, run: (_, { signal }) => run(signal),
  });
const wait = (ms: number) => new Promise((resolve) => setTimeout(() => resolve("done"), ms));
export const own: Toolkit = defineToolkit({
  name: "own",
  tools: {
    noisy: tool("noisy", () => { console.log("noise 1"); process.stdout.write("noise 2\\n"); return "quiet"; }),
    slow: tool("slow", () => { process.stderr.write("begun\\n"); return wait(400); }),
    endless: tool("endless", (signal) => {
      process.stderr.write("begun\\n");
      signal.addEventListener("abort", () => process.stderr.write("aborted\\n"));
      return new Promise(() => undefined);
    }),
  },
});
`;

const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "e2e", version: "1" } };
const line = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const hello = line(1, "initialize", params);
const call = (id: number, name: string): string => line(id, "tools/call", { name, arguments: {} });

/** Waits for a line on standard error. */
async function said({ child }: Running, wanted: RegExp): Promise<string> {
  for await (const text of createInterface({ input: child.stderr })) {
    const found = wanted.exec(text);
    if (found) return found[1] ?? "";
  }
  throw new Error(`It ended without ${wanted}`);
}

describe("over standard input and output", () => {
  it("M-05 keeps what tools print out of the messages, and ends with its input", async () => {
    const running = box.start(["serve", "own"]);
    const answers = createInterface({ input: running.child.stdout })[Symbol.asyncIterator]();
    running.child.stdin.write(hello + call(2, "noisy"));
    await answers.next();
    expect(JSON.parse((await answers.next()).value as string)).toMatchObject({
      id: 2,
      result: { content: [{ text: "quiet" }] },
    });
    running.child.stdin.end();
    const { code, out, err } = await running.ended;
    expect([code, out.trim().split("\n").length]).toEqual([0, 2]);
    expect(err.split("\n").filter(Boolean)).toEqual(["loading", "noise 1", "noise 2"]);
  });

  it.each([
    { how: "ends", leave: ({ child }: Running) => void child.stdin.end() },
    {
      how: "is gone",
      leave: ({ child }: Running) => void [child.stdin, child.stdout].map((stream) => stream.destroy()),
    },
  ])("M-08 aborts what is in flight when its client $how", async ({ leave }) => {
    const running = box.start(["serve", "own"]);
    running.child.stdin.write(hello + call(2, "endless"));
    await said(running, /begun/);
    leave(running);
    const { code, err } = await running.ended;
    expect([code, err]).toEqual([0, "loading\nbegun\naborted\n"]);
  });

  it("stops on SIGTERM with exit code 0", async () => {
    const running = box.start(["serve", "own"]);
    running.child.stdin.write(hello + call(2, "endless"));
    await said(running, /begun/);
    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0, err: "loading\nbegun\naborted\n" });
  });
});

describe("over HTTP", () => {
  async function listen(): Promise<{ running: Running; post: (body: string, session?: string) => Promise<Response> }> {
    const running = box.start(["serve", "own", "--http", "0", "--token", "open-sesame"]);
    const url = await said(running, /MCP at (\S+)/);
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: "Bearer open-sesame",
    };
    return {
      running,
      post: (body, session) =>
        fetch(url, { method: "POST", body, headers: { ...headers, ...(session && { "mcp-session-id": session }) } }),
    };
  }

  it("finishes on SIGTERM what is in flight, takes nothing more, and exits with 0", async () => {
    const { running, post } = await listen();
    const session = (await post(hello)).headers.get("mcp-session-id") ?? "";
    const answer = post(call(2, "slow"), session).then((response) => response.text());
    await said(running, /begun/);
    running.child.kill("SIGTERM");
    expect(await answer).toContain('"text":"done"');
    const { code, err } = await running.ended;
    expect([code, err.includes("open-sesame")]).toEqual([0, false]);
  });

  it("cancels on SIGTERM what does not end by itself, and exits with 0", async () => {
    const { running, post } = await listen();
    const session = (await post(hello)).headers.get("mcp-session-id") ?? "";
    const answer = post(call(2, "endless"), session).then((response) => response.text());
    answer.catch(() => undefined);
    await said(running, /begun/);
    running.child.kill("SIGTERM");
    const { code, err } = await running.ended;
    expect([code, err.includes("aborted")]).toEqual([0, true]);
  });
});

it.each([
  {
    words: ["serve", "own", "--http", "0", "--open", "--token", "x"],
    says: "--open takes any request, --token only some",
  },
  { words: ["serve", "own", "--token", "x"], says: "--token means nothing without --http" },
  { words: ["serve", "own", "--open"], says: "--open means nothing without --http" },
  { words: ["serve", "own", "--allow-host", "a.example"], says: "--allow-host means nothing without --http" },
  { words: ["serve", "own", "--http", "0", "--allow-host", "http://a.example"], says: "is no host name" },
  { words: ["serve", "own", "--http", "::1:80"], says: "is no port" },
])("refuses $words, and says why", async ({ words, says }) => {
  const { code, out, err } = await box.run(words);
  expect([code, out, err.includes(says)]).toEqual([2, "", true]);
});
