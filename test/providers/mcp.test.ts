/** `toolgen serve` before clients that are not ours: the MCP Inspector, the conformance suite, the AI SDK. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createMCPClient } from "@ai-sdk/mcp";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type McpHttpServer, serveMcpHttp } from "toolgen/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeApi, fakeApi } from "./api.js";
import { message } from "./chat.js";
import { ask } from "./examples/mcp-client.js";
import { ANSWER, HOURS, openMuseum, QUESTION, REASON, RIGHT, WRONG } from "./museum.js";
import { suite } from "./suite.js";

const ROOT = join(import.meta.dirname, "../..");
const MODULES = join(import.meta.dirname, "node_modules");
const SERVE = [join(ROOT, "dist/cli/main.js"), "serve", join(ROOT, "generated/museum")];
/** Both ask for a newer Node than toolgen does. */
const NODE = join(MODULES, "node/bin/node");
const TIMEOUT = 240_000;

async function run(...args: string[]): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "toolgen-providers-"));
  const env = {
    ...process.env,
    HOME: home,
    NO_COLOR: "1",
    PATH: `${join(MODULES, "node/bin")}:${process.env["PATH"]}`,
  };
  const settled = await promisify(execFile)(NODE, args, { cwd: home, env, timeout: TIMEOUT, maxBuffer: 1e8 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return settled.stdout + settled.stderr;
}

let served: ChildProcess;
let url = "";

beforeAll(async () => {
  served = spawn(process.execPath, [...SERVE, "--http", "0", "--open"], { stdio: ["ignore", "ignore", "pipe"] });
  url = await new Promise((resolve, reject) => {
    let said = "";
    served.on("exit", () => reject(new Error(said)));
    served.stderr?.on("data", (text) => {
      said += text;
      const found = /MCP at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
});
afterAll(() => served.kill());

describe("the MCP Inspector", () => {
  const inspector = (...args: string[]): Promise<string> => run(join(MODULES, ".bin/mcp-inspector"), "--cli", ...args);

  it(
    "lists over stdio, and finds no fault with the schemas",
    async () => {
      const said = await inspector("--strict", "--method", "tools/list", process.execPath, ...SERVE);
      expect(said).toContain('"name": "get_museum_hours"');
      // Its warnings are of types beside null, which it calls less portable.
      expect(said).toMatch(/^0 errors, /m);
    },
    TIMEOUT,
  );

  it(
    "calls over HTTP",
    async () => {
      const call = ["--method", "tools/call", "--tool-name", "get_museum_hours", "--tool-arg", "limit=many"];
      const said = await inspector("--server-url", url, ...call);
      expect(said).toContain('"isError": true');
      expect(said).toMatch(/limit: expected an integer/);
    },
    TIMEOUT,
  );
});

/** Scenarios of what the server has. The others ask for prompts, sampling, completion, or tools that give images. */
const SCENARIOS = {
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "logging-set-level",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "tools-call-with-progress",
    "server-sse-multiple-streams",
    "resources-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "tools-call-with-progress",
    "server-sse-multiple-streams",
    "resources-list",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-tampered-state",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
  ],
} as const;

describe("the conformance suite", () => {
  let server: McpHttpServer;
  beforeAll(async () => {
    const registry = openMuseum({ readOnly: false });
    registry.register(suite);
    server = await serveMcpHttp(registry, { token: false });
  });
  afterAll(() => server.close(0));

  it.each(Object.entries(SCENARIOS))(
    "%s",
    async (version, scenarios) => {
      const suite = join(MODULES, ".bin/conformance");
      const said = await run(suite, "server", "--url", server.url, "--suite", "all", "--spec-version", version);
      const passed = [...said.matchAll(/^✓ ([\w-]+):/gm)].map(([, name]) => name);
      expect(passed).toEqual(expect.arrayContaining([...scenarios]));
    },
    TIMEOUT,
  );
});

describe("the AI SDK's client", () => {
  let api: FakeApi | undefined;
  afterAll(() => api?.close());

  it("takes the tools to a model, and its calls to the server", async () => {
    const server = await serveMcpHttp(openMuseum());
    api = await fakeApi([message(null, { a: WRONG, b: RIGHT }), message(ANSWER)]);
    const provider = createOpenAICompatible({ name: "fake", baseURL: `${api.url}/v1`, apiKey: "none" });
    expect(await ask(provider("fake"), server.url, server.token ?? "", QUESTION)).toBe(ANSWER);
    const results = (api.requests[1]?.body["messages"] as { content: string }[] | undefined)?.slice(2) ?? [];
    const texts = results.map(({ content }) => (JSON.parse(content) as { text: string }[])[0]?.text);
    expect(texts).toEqual([expect.stringMatching(REASON), HOURS]);
    await server.close();
  });

  it("gets 401 without the token", async () => {
    const server = await serveMcpHttp(openMuseum());
    await expect(createMCPClient({ transport: { type: "http", url: server.url } })).rejects.toThrow(
      /401|[Uu]nauthorized/,
    );
    await server.close();
  });
});
