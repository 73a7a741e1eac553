// How much of a quota is used, and how much is rejected: a strict upstream on a real socket, in a process of its own.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { table, targets } from "./measure.mjs";

const HERE = import.meta.dirname;
const SECONDS = 12;

/** What an upstream enforces: name, limits for it, quota for its callers, and what may be used of it in `seconds`. */
const UPSTREAMS = [
  { name: "sliding log 200/1 s", kind: "log", limit: 200, interval: 1000, least: 0.95 },
  { name: "fixed window 200/1 s", kind: "window", limit: 200, interval: 1000, least: 0.95 },
  { name: "bucket 200/s + 200", kind: "bucket", limit: 200, interval: 1000, least: 0.99, bucket: true },
  { name: "points 4,000/1 s, 5 to 100 a call", kind: "log", limit: 4000, interval: 1000, least: 0.95, points: true },
  { name: "sliding log 3,000/10 s", kind: "log", limit: 3000, interval: 10_000, least: 0.98 },
  { name: "5 at a time", kind: "concurrency", limit: 5, interval: 1000, least: 0, concurrency: true },
];

export async function quota({ runs }) {
  const rows = [];
  const goals = [];
  for (const upstream of UPSTREAMS) {
    for (const demand of ["saturated", "bursts"]) {
      for (const [name, make] of Object.entries(await clients())) {
        const result = await measure(upstream, demand, make);
        if (!result) continue;
        const { sent, rejected, used } = result;
        rows.push([
          upstream.name,
          demand,
          name,
          sent,
          rejected,
          share(rejected / sent),
          demand === "bursts" ? "–" : share(used),
        ]);
        if (name !== "toolgen") continue;
        goals.push({ what: `${upstream.name}, ${demand}: rejected`, is: rejected, most: 0, digits: 0 });
        if (demand === "saturated" && upstream.least > 0) {
          goals.push({
            what: `${upstream.name}: not used`,
            is: 100 * (1 - used),
            most: 100 * (1 - upstream.least),
            unit: " %",
            digits: 1,
          });
        }
      }
    }
  }
  rows.push(...(await processes(goals)));
  const { grantUs, memory } = await overhead(Math.max(runs, 3));
  goals.push({ what: "CPU of a grant", is: grantUs, most: 50, unit: " µs", digits: 1 });
  goals.push({ what: "100,000 waiting calls", is: memory, most: 100, unit: " MB", digits: 0 });
  return [
    `### ${SECONDS} s each, round trips of 2 to 20 ms`,
    table(["upstream", "demand", "client", "sent", "rejected", "", "used"], rows),
    "### Targets",
    targets(goals),
  ].join("\n\n");
}

const share = (part) => `${(100 * part).toFixed(1)} %`;

async function clients() {
  const { quota: layerOf } = await import("../dist/runtime/middleware/quota.js");
  const { ToolError } = await import("../dist/runtime/errors.js");
  const all = {
    toolgen: (upstream) => {
      const layer = layerOf({ maxWaitMs: 1e9, maxQueue: 1e9 });
      const registration = { toolkit: { name: "bench", tools: {}, quota: limitOf(upstream) } };
      return (send, cost) => {
        const call = callOf(registration, cost);
        return layer(call, async () => {
          if (!(await send())) throw new ToolError("upstream_error", "429", { status: 429 });
          return { data: null };
        }).catch(() => {});
      };
    },
    "p-throttle": await peer(
      "p-throttle",
      ({ default: pThrottle }, { limit, interval, points }) => {
        if (points) return undefined;
        const throttled = pThrottle({ limit, interval, strict: true })((send) => send());
        return (send) => throttled(send);
      },
      "../node_modules/p-throttle/index.js",
    ),
    bottleneck: await peer("bottleneck", ({ default: Bottleneck }, { limit, interval, points, bucket }) => {
      const limiter = new Bottleneck({
        reservoir: limit,
        ...(bucket
          ? {
              reservoirIncreaseAmount: limit / 4,
              reservoirIncreaseInterval: interval / 4,
              reservoirIncreaseMaximum: limit,
            }
          : { reservoirRefreshAmount: limit, reservoirRefreshInterval: interval }),
      });
      return (send, cost) => limiter.schedule({ weight: points ? cost : 1 }, send);
    }),
    "rate-limiter-flexible": await peer("rate-limiter-flexible", ({ default: rlf }, { limit, interval, points }) => {
      const limiter = new rlf.RateLimiterMemory({ points: limit, duration: interval / 1000 });
      return async (send, cost) => {
        for (;;) {
          const wait = await limiter.consume("key", points ? cost : 1).then(
            () => 0,
            (no) => Math.max(1, no.msBeforeNext),
          );
          if (wait === 0) return send();
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      };
    }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, make]) => make));
}

/** Undefined where it is not installed, or cannot do what is asked. */
async function peer(name, make, path) {
  const require = createRequire(import.meta.url);
  try {
    const module = await import(path ?? require.resolve(name));
    return (upstream) => (upstream.concurrency ? undefined : make(module, upstream));
  } catch (cause) {
    if (cause.code === "MODULE_NOT_FOUND" || cause.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw cause;
  }
}

export function limitOf({ limit, interval, points, bucket, concurrency }) {
  if (concurrency) return { concurrency: limit };
  if (bucket) return { rate: (limit / interval) * 1000, burst: limit };
  return points ? { limit, interval, unit: "point" } : { limit, interval };
}

export function callOf(registration, cost = 1) {
  return {
    name: "get",
    tool: {
      name: "get",
      description: "",
      effect: "read",
      input: { type: "object" },
      cost,
      http: { method: "GET", path: "/" },
    },
    registration,
    args: {},
    signal: new AbortController().signal,
    context: undefined,
    meta: { attempts: 0, queuedMs: 0, notes: [] },
    redactor: { add: () => {}, text: (t) => t, value: (v) => v },
  };
}

async function measure(upstream, demand, make) {
  const client = make(upstream);
  if (!client) return undefined;
  const demands = { bursts, saturated };
  return withServer(upstream, (port) => demands[demand](client, sender(port), upstream));
}

const costOf = ({ points }) => (points ? 5 + Math.floor(Math.random() * 96) : 1);

async function saturated(client, send, upstream) {
  const end = performance.now() + SECONDS * 1000;
  const workers = upstream.concurrency ? 40 : Math.min(600, upstream.points ? 200 : upstream.limit * 2);
  const work = async () => {
    while (performance.now() < end) {
      const cost = costOf(upstream);
      await Promise.race([client(() => send(cost), cost).catch(() => {}), sleep(end - performance.now() + 5)]);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

async function bursts(client, send, upstream) {
  const begun = performance.now();
  const { limit, interval, points } = upstream;
  const pause = Math.min(interval, 1500);
  while (performance.now() - begun < SECONDS * 1000) {
    const calls = Math.round((limit / (points ? 50 : 1)) * (0.2 + Math.random()) * (pause / interval));
    for (let i = 0; i < calls; i++) {
      const cost = costOf(upstream);
      client(() => send(cost), cost).catch(() => {});
    }
    await sleep(Math.random() * 2 * pause);
  }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** A strict upstream in another process, and how to reach it; gives back what it saw. */
async function withServer(upstream, run) {
  const server = fork(join(HERE, "upstream.mjs"), [JSON.stringify(upstream)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    const [port] = await once(server, "message");
    await run(port);
    server.send("report");
    const [seen] = await once(server, "message");
    return seen;
  } finally {
    server.kill();
  }
}

export function sender(port) {
  return async (cost = 1) => {
    const response = await fetch(`http://127.0.0.1:${port}/${cost}`);
    await response.arrayBuffer();
    return response.ok;
  };
}

/** Three processes with one quota: with a store, and each for itself. */
async function processes(goals) {
  const upstream = { name: "sliding log 300/3 s", kind: "log", limit: 300, interval: 3000 };
  const rows = [];
  const { spawn, spawnSync } = await import("node:child_process");
  const { mkdtempSync, rmSync } = await import("node:fs");
  if (spawnSync("redis-server", ["--version"]).status !== 0)
    return [[upstream.name, "3 processes", "skipped: no redis-server", "", "", "", ""]];
  const folder = mkdtempSync(join((await import("node:os")).tmpdir(), "toolgen-bench-"));
  const path = join(folder, "redis.sock");
  const redis = spawn("redis-server", ["--port", "0", "--unixsocket", path, "--save", "", "--dir", folder], {
    stdio: "ignore",
  });
  try {
    await sleep(500);
    for (const [name, socket] of [
      ["toolgen over Redis", path],
      ["toolgen, each for itself", ""],
    ]) {
      const { sent, rejected, used } = await withServer(upstream, (port) => callers(upstream, port, socket));
      rows.push([upstream.name, "3 processes", name, sent, rejected, share(rejected / sent), share(used)]);
      if (socket) {
        goals.push({ what: "3 processes over Redis: rejected", is: rejected, most: 0, digits: 0 });
        goals.push({ what: "3 processes over Redis: not used", is: 100 * (1 - used), most: 5, unit: " %", digits: 1 });
      }
    }
  } finally {
    redis.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

async function callers(upstream, port, socket) {
  const words = [JSON.stringify({ upstream, port, socket, seconds: SECONDS })];
  const children = [0, 1, 2].map(() => fork(join(HERE, "caller.mjs"), words));
  await Promise.all(children.map((child) => once(child, "exit")));
}

/** The CPU time of a grant that need not wait, and the memory of those that do. */
async function overhead(runs) {
  const { quota: layerOf } = await import("../dist/runtime/middleware/quota.js");
  const registration = {
    toolkit: { name: "bench", tools: {}, quota: [{ limit: 1e6, interval: 1000 }, { concurrency: 1e6 }] },
  };
  const layer = layerOf({ maxWaitMs: 1e9, maxQueue: 1e9 });
  const done = async () => ({ data: null });
  const times = [];
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    for (let n = 0; n < 20_000; n++) await layer(callOf(registration), done);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 20_000);
  }
  const slow = layerOf({ maxWaitMs: 1e9, maxQueue: 1e9 });
  const narrow = { toolkit: { name: "narrow", tools: {}, quota: { limit: 1, interval: 1e8 } } };
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const stop = [];
  const one = callOf(narrow);
  for (let n = 0; n < 100_000; n++) {
    const controller = new AbortController();
    stop.push(controller);
    slow({ ...one, signal: controller.signal }, done).catch(() => {});
  }
  await sleep(10);
  globalThis.gc?.();
  const memory = (process.memoryUsage().heapUsed - heap) / 1e6;
  for (const controller of stop) controller.abort();
  return { grantUs: times.sort((a, b) => a - b)[times.length >> 1], memory };
}
