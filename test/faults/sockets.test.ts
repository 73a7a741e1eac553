/** D-09: the n-th event of a socket is its end. A call settles, its place in the quota comes back, nothing stays open. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Clock, systemClock } from "../../src/runtime/clock.js";
import { createRegistry, type ErrorCode, type ToolResult } from "../../src/runtime/index.js";
import type { AnyTool, Toolkit } from "../../src/tool/index.js";
import { object } from "../unit/runtime/tools.js";
import { Faults, fault, sweep } from "./faults.js";

const faults = new Faults();
const EVENTS: ReadonlySet<unknown> = new Set([
  "lookup",
  "connect",
  "ready",
  "readable",
  "data",
  "drain",
  "end",
  "finish",
  "close",
]);

let server: Server;
let port = 0;
/** Client sockets to the server that are not closed. */
const open = new Set<Socket>();

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (request.url === "/begin") return response.writeHead(202, { location: "/status", "retry-after": "0" }).end();
      if (request.url === "/stream") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("data: 1\n\n");
        return setImmediate(() => response.end("data: 2\n\n"));
      }
      return response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;

  const connect = Socket.prototype.connect;
  const emit = Socket.prototype.emit;
  const ours = new WeakSet<Socket>();
  vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...args: unknown[]) {
    const given = [args].flat(2)[0];
    if (typeof given === "object" && given !== null && "port" in given && Number(given.port) === port) {
      ours.add(this);
      open.add(this);
    }
    return Reflect.apply(connect, this, args) as Socket;
  });
  vi.spyOn(Socket.prototype, "emit").mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [event] = args;
    if (ours.has(this) && event === "close") open.delete(this);
    if (ours.has(this) && EVENTS.has(event) && event !== "close" && faults.due) {
      this.destroy(Object.assign(fault("read"), { code: "ECONNRESET" }));
      return false;
    }
    return Reflect.apply(emit, this, args) as boolean;
  });
});

afterAll(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

function kit(method: "GET" | "POST", path: string): Toolkit {
  const body = method === "POST" ? { body: { mediaType: "application/json", fields: ["text"] } } : {};
  const act: AnyTool = {
    name: "act",
    description: "Acts.",
    effect: method === "GET" ? "read" : "write",
    input: object({ text: { type: "string" } }),
    http: { method, path, ...body },
  };
  return { name: "kit", servers: { default: { url: `http://127.0.0.1:${port}` } }, tools: { act } };
}

/** Timers that are set. */
const timers = new Set<object>();
const clock: Clock = {
  now: () => systemClock.now(),
  after(ms, run) {
    const timer = {};
    timers.add(timer);
    const cancel = systemClock.after(ms, () => {
      timers.delete(timer);
      run();
    });
    return () => {
      timers.delete(timer);
      cancel();
    };
  },
};

const MAY_BE: ReadonlySet<ErrorCode | "ok"> = new Set(["ok", "network_error"]);
const codeOf = (result: ToolResult): ErrorCode | "ok" => (result.ok ? "ok" : result.error.code);

it.each<[string, "GET" | "POST", string, object, number]>([
  ["a read", "GET", "/", {}, 0],
  ["a read that is tried again", "GET", "/", {}, 1],
  ["a write", "POST", "/", { text: "x".repeat(200_000) }, 0],
  ["a stream", "GET", "/stream", {}, 0],
  ["an operation that goes on", "POST", "/begin", { text: "x" }, 0],
])("%s", async (_, method, path, args, retries) => {
  const codes: string[] = [];
  const struck = await sweep(faults, async (n) => {
    const registry = createRegistry({ clock, retries, retryBaseMs: 0, quota: { concurrency: 1 }, timeoutMs: 5000 });
    registry.register(kit(method, path));
    faults.arm(n);
    const result = await registry.call("act", args, { onProgress: () => undefined });
    const code = codeOf(result);
    codes.push(code);
    expect([n, MAY_BE.has(code)]).toEqual([n, true]);
    if (retries > 0) expect([n, code]).toEqual([n, "ok"]);
    const reached = faults.struck;
    faults.arm(0);
    // The place in the quota is free again, at once.
    expect([n, registry.waitTime("act")]).toEqual([n, 0]);
    expect([n, codeOf(await registry.call("act", args, { wait: true }))]).toEqual([n, "ok"]);
    await registry.close();
    for (let i = 0; i < 100 && open.size > 0; i++) await new Promise((resolve) => setImmediate(resolve));
    expect([n, open.size, timers.size]).toEqual([n, 0, 0]);
    if (reached) faults.markStruck();
  });
  // Connecting, and at least one piece of an answer.
  expect(struck).toBeGreaterThan(2);
  expect(codes.at(-1)).toBe("ok");
  if (retries === 0) expect(codes).toContain("network_error");
});
