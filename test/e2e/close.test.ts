import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";

const RUNTIME = new URL("../../dist/runtime/index.js", import.meta.url).href;

/** What runs or waits when the registry is closed; the process has nothing else to do. */
const PROGRAM = `
import { createRegistry } from ${JSON.stringify(RUNTIME)};
const get = (path) => ({ name: path.slice(1), description: "Gets.", effect: "read", input: { type: "object" }, http: { method: "GET", path } });
const registry = createRegistry({ timeoutMs: 3600_000, retries: 5, retryBaseMs: 3600_000, maxWaitMs: 3600_000 });
registry.register({
  name: "kit",
  servers: { default: { url: process.argv[1] } },
  tools: Object.fromEntries(["/quick", "/hang", "/down"].map((path) => [path.slice(1), get(path)])),
});
registry.register({ name: "slow", quota: { limit: 1, interval: 600_000 }, tools: {
  wait: { name: "wait", description: "Waits.", effect: "read", input: { type: "object" }, run: () => 1 },
} });
const results = [registry.call("quick", {})];
await results[0];
results.push(registry.call("hang", {}), registry.call("down", {}), registry.call("wait", {}), registry.call("wait", {}));
const { id } = registry.start("hang", {});
results.push(registry.tasks.result(id));
await fetch(process.argv[1] + "/begun");
await registry.close();
console.log((await Promise.all(results)).map((r) => (r.ok ? "ok" : r.error.code)).join(" "));
`;

it("a process ends by itself when its registry is closed, whatever ran or waited", async () => {
  const begun: string[] = [];
  let tell = (): void => {};
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    if (url === "/quick") response.setHeader("content-type", "application/json").end("{}");
    else if (url === "/begun") tell = () => response.end();
    else begun.push(url);
    if (url === "/down") response.writeHead(503).end();
    // Three requests hang or have failed: all calls are where they are meant to be.
    if (begun.length >= 3) setImmediate(tell);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, `http://127.0.0.1:${port}`]);
  let out = "";
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    out += text;
  });
  const [code] = await once(child, "exit");
  server.closeAllConnections();
  server.close();
  expect([code, out]).toEqual([0, "ok cancelled cancelled ok cancelled cancelled\n"]);
});
