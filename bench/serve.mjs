// An MCP server with GitHub's tools: how soon it answers, what its list of tools takes, and how much memory it holds.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import ts from "typescript";
import { CACHE, documents } from "./documents.mjs";
import { measure, spread, table } from "./measure.mjs";
import { installed, PEERS, TOOLGEN, toolgen } from "./peers.mjs";

/** @param {{ runs: number }} options */
export async function serve({ runs }) {
  const jobs = [{ name: "toolgen serve", argv: [TOOLGEN, "serve", await toolkit()] }];
  if (installed()) jobs.push({ name: "openapi-mcp-generator's output", argv: [await peer()] });
  const seen = new Map(jobs.map(({ name }) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const { name, argv } of jobs) seen.get(name).push(await session(argv));
  }
  const columns = [
    ["tools", "tools"],
    ["ms CPU to initialize", "ready"],
    ["ms CPU to the first page", "first"],
    ["ms CPU to all pages", "list"],
    ["KiB of all pages", "kib"],
    ["MiB, ready", "before"],
    ["MiB, peak", "rss"],
  ];
  const rows = jobs.map(({ name }) => {
    const all = seen.get(name);
    const cell = (key) =>
      spread(
        all.map((one) => one[key]),
        0,
      );
    return [name, ...columns.map(([, key]) => cell(key))];
  });
  const head = ["", ...columns.map(([title]) => title)];
  return ["### An MCP server over stdio, GitHub's tools", table(head, rows)].join("\n\n");
}

/** Initializes, lists all tools page by page, and looks at what that took of the process. */
async function session(argv) {
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
    const ready = cpu(child.pid);
    const before = memory(child.pid, "VmRSS");
    send({ method: "notifications/initialized" });
    let tools = 0;
    let bytes = 0;
    let first;
    let cursor;
    for (let page = 1; page === 1 || cursor !== undefined; page++) {
      const answer = await ask(page, "tools/list", cursor === undefined ? {} : { cursor });
      first ??= cpu(child.pid);
      tools += answer.result.tools.length;
      bytes += answer.bytes;
      cursor = answer.result.nextCursor;
    }
    const list = cpu(child.pid);
    return { tools, ready, first, list, kib: bytes / 1024, before, rss: memory(child.pid, "VmHWM") };
  } finally {
    child.kill();
  }
}

/** Milliseconds of a process so far, user and system; from its birth, so that start-up is in all of them. */
function cpu(pid) {
  // proc(5): the name in brackets may hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** MiB */
function memory(pid, what) {
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
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
