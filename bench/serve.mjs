// An MCP server with GitHub's tools: how soon it answers, what its list of tools takes, and how much memory it holds.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import ts from "typescript";
import { CACHE, documents } from "./documents.mjs";
import { measure, median, spread, table } from "./measure.mjs";
import { installed, PEERS, TOOLGEN, toolgen } from "./peers.mjs";

/** @param {{ runs: number }} options */
export async function serve({ runs }) {
  const jobs = [{ name: "toolgen serve", argv: [TOOLGEN, "serve", await toolkit()] }];
  if (installed()) jobs.push({ name: "openapi-mcp-generator's output", argv: [await peer()] });
  const seen = new Map(jobs.map(({ name }) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const { name, argv } of jobs) seen.get(name).push(await session(argv));
  }
  const rows = jobs.map(({ name }) => {
    const all = seen.get(name);
    const of = (key, digits = 0) =>
      spread(
        all.map((one) => one[key]),
        digits,
      );
    return [name, of("tools"), of("ready"), of("list"), String(median(all.map((one) => one.kib))), of("rss")];
  });
  const head = ["", "tools", "ms to initialize", "ms to list all", "KiB of the list", "MiB, peak"];
  return ["### An MCP server over stdio, GitHub's tools", table(head, rows)].join("\n\n");
}

/** Initializes, lists all tools, and looks at the process's memory. */
async function session(argv) {
  const begun = performance.now();
  const child = spawn(process.execPath, argv, {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, API_BASE_URL: "https://api.example.com" },
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = async (id, method, params) => {
    send({ id, method, params });
    for (;;) {
      const { value, done } = await answers.next();
      if (done) throw new Error("the server ended");
      // The peer greets on standard output.
      if (!value.startsWith("{")) continue;
      const message = JSON.parse(value);
      if (message.id === id) return { result: message.result, bytes: value.length };
    }
  };
  try {
    const clientInfo = { name: "bench", version: "1" };
    await ask(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    const ready = performance.now() - begun;
    send({ method: "notifications/initialized" });
    let tools = 0;
    let bytes = 0;
    let cursor;
    const from = performance.now();
    for (let page = 1; page === 1 || cursor !== undefined; page++) {
      const answer = await ask(page, "tools/list", cursor === undefined ? {} : { cursor });
      tools += answer.result.tools.length;
      bytes += answer.bytes;
      cursor = answer.result.nextCursor;
    }
    const list = performance.now() - from;
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
    return { tools, ready, list, kib: Math.round(bytes / 1024), rss: Number(peak) / 1024 };
  } finally {
    child.kill();
  }
}

async function toolkit() {
  const [{ file }] = documents(["github"]);
  const folder = join(CACHE, "toolkits/github");
  mkdirSync(join(CACHE, "toolkits"), { recursive: true });
  const { failed } = await measure(toolgen(file, folder, "github"));
  if (failed) throw new Error(`GitHub's toolkit cannot be generated: ${failed}`);
  return folder;
}

/** The generated server, as JavaScript; its packages are those of the bench. */
async function peer() {
  const folder = join(CACHE, "servers/openapi-mcp-generator");
  const built = join(folder, "build/index.js");
  if (existsSync(built)) return built;
  const [{ file }] = documents(["github"]);
  mkdirSync(folder, { recursive: true });
  const { argv } = PEERS.find(({ name }) => name === "openapi-mcp-generator");
  const { failed } = await measure(argv(file, folder));
  if (failed) throw new Error(`openapi-mcp-generator: ${failed}`);
  mkdirSync(join(folder, "build"), { recursive: true });
  for (const name of readdirSync(join(folder, "src")).filter((one) => one.endsWith(".ts"))) {
    const { outputText } = ts.transpileModule(readFileSync(join(folder, "src", name), "utf8"), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(join(folder, "build", name.replace(/\.ts$/, ".js")), outputText);
  }
  return built;
}
