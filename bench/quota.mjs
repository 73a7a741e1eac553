// How much of a quota is used, and how much is rejected: strict upstreams on real sockets, each in a process of its own.
import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callOf, can, PEERS } from "./limiters.mjs";
import { table, targets } from "./measure.mjs";

const HERE = import.meta.dirname;
const DEMANDS = ["saturated", "bursts"];
/** Of toolgen's calls under one limit, and of the peers': a window after the first, where these are long. */
const secondsOf = ({ interval }, client) =>
  interval > 1000 ? (client === "toolgen" ? 64 : 22) : client === "toolgen" ? 30 : 9;
/**
 * How many at once. Of a short window much is lost to a process that does not get the processor at once: how much of it
 * is used is measured one by one.
 */
const atOnce = ({ client, demand, upstream: { interval } }) =>
  client !== "toolgen" ? 3 : demand === "saturated" && interval <= 1000 ? 1 : 4;

const SECOND = { interval: 1000, least: 0.95 };
const LONG = { interval: 10_000, least: 0.98 };
/** What upstreams enforce, and how much of it is to be used. */
const UPSTREAMS = [
  { name: "sliding log 250/1 s", kind: "log", limit: 250, ...SECOND },
  { name: "fixed window 250/1 s", kind: "window", limit: 250, ...SECOND },
  { name: "points 10,000/1 s, 5 to 100 a call", kind: "log", limit: 10_000, points: true, ...SECOND },
  { name: "sliding log 3,000/10 s", kind: "log", limit: 3000, ...LONG },
  { name: "fixed window 3,000/10 s", kind: "window", limit: 3000, ...LONG },
  { name: "bucket 250/s + 250", kind: "bucket", limit: 250, interval: 1000, least: 0.99 },
  { name: "bucket of points 10,000/s", kind: "bucket", limit: 10_000, points: true, interval: 1000, least: 0.99 },
  { name: "20 at a time, 5 % given up", kind: "concurrency", limit: 20, interval: 1000, patience: 300 },
];

export async function quota({ runs }) {
  const all = UPSTREAMS.flatMap((upstream) => DEMANDS.map((demand) => ({ upstream, demand })));
  const own = await series(all.map((job) => ({ ...job, client: "toolgen" })));
  const others = await series(all.flatMap((job) => PEERS.map((client) => ({ ...job, client }))));
  const together = await processes();
  const { grantUs, memory } = await overhead(Math.max(runs, 3));
  const results = [...own, ...others];
  const order = ({ upstream, demand }) => UPSTREAMS.indexOf(upstream) * 2 + DEMANDS.indexOf(demand);
  const rows = results.sort((a, b) => order(a) - order(b)).map(rowOf);
  const range = (what) => {
    const all = own.map((one) => one[what]);
    return `${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)} ms`;
  };
  return [
    `Limits of 1 s: toolgen 30 s each, the others 9 s; limits of 10 s: 64 s and 22 s. Each way takes 20 to 40 ms, the same in one run, and exponential jitter of 10 ms on average.`,
    `What this machine adds is in the last columns, in ms: jitter as measured (toolgen's calls: ${range("jitterMs")}), and how late a caller's timers were (${range("lateMs")}). At 1 s, 10 ms of either are 1 % of the window.`,
    "Used: of whole windows after the first, whose calls need not wait; of a bucket, what it refills in that time.",
    table(
      ["upstream", "demand", "client", "sent", "rejected", "", "used", "jitter", "late"],
      [...rows, ...together.map(rowOf)],
    ),
    "### Targets",
    targets([
      ...goalsOf(own),
      ...goalsOf(together.filter(({ client }) => client.includes("Redis"))),
      { what: "CPU of a grant", is: grantUs, most: 50, unit: " µs", digits: 1 },
      { what: "100,000 waiting calls", is: memory, most: 100, unit: " MB", digits: 0 },
    ]),
  ].join("\n\n");
}

const share = (part) => `${(100 * part).toFixed(1)} %`;

function rowOf({ upstream, demand, client, sent, rejected, used, jitterMs, lateMs }) {
  const known = demand === "saturated" && Number.isFinite(used);
  const machine = [jitterMs.toFixed(1), lateMs.toFixed(1)];
  return [upstream.name, demand, client, sent, rejected, share(rejected / sent), known ? share(used) : "–", ...machine];
}

function goalsOf(results) {
  const sum = (what) => results.reduce((all, one) => all + one[what], 0);
  const who = results[0]?.client ?? "";
  return [
    ...(who === "toolgen" ? [{ what: "calls (100,000 fewer)", is: 1e5 - sum("sent"), most: 0, digits: 0 }] : []),
    { what: `${who}: rejected of ${sum("sent").toLocaleString("en")} calls`, is: sum("rejected"), most: 0, digits: 0 },
    ...results
      .filter(({ upstream, demand }) => demand === "saturated" && upstream.least)
      .map(({ upstream: { name, least }, used }) => ({
        what: `${who}: ${name}, not used`,
        is: 100 * (1 - used),
        most: Number((100 * (1 - least)).toFixed(1)),
        unit: " %",
        digits: 1,
      })),
  ];
}

/** One after the other, some at once: those that take as long as each other. */
async function series(jobs) {
  const results = [];
  const waiting = jobs.filter(({ client, upstream }) => can(client, upstream));
  const likes = (one) => JSON.stringify([atOnce(one), secondsOf(one.upstream, one.client)]);
  while (waiting.length > 0) {
    const [first] = waiting;
    const next = waiting.filter((job) => likes(job) === likes(first)).slice(0, atOnce(first));
    results.push(...(await lot(next, secondsOf(first.upstream, first.client))));
    for (const job of next) waiting.splice(waiting.indexOf(job), 1);
  }
  return results;
}

/** Jobs side by side, all of it in processes of their own: `callers` for each job, and one for its upstream. */
async function lot(jobs, seconds, { callers = 1, socket = "" } = {}) {
  return Promise.all(jobs.map((job) => one(job, seconds, callers, socket)));
}

async function one(job, seconds, callers, socket) {
  const words = JSON.stringify(job.upstream);
  const server = fork(join(HERE, "upstream.mjs"), [words], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  try {
    const [port] = await once(server, "message");
    const asked = JSON.stringify({ job: { ...job, port }, seconds, socket });
    const call = async () => (await once(fork(join(HERE, "caller.mjs"), [asked]), "message"))[0];
    const [late] = await Promise.all(Array.from({ length: callers }, call));
    server.send("report");
    const [seen] = await once(server, "message");
    return { ...job, ...seen, ...late };
  } finally {
    server.kill();
  }
}

/** Three processes with one quota: with a store, and each for itself. */
async function processes() {
  const [second, , , long] = UPSTREAMS;
  const jobs = (client, upstreams) => upstreams.map((upstream) => ({ upstream, demand: "saturated", client }));
  const named = (results, client) => results.map((result) => ({ ...result, client }));
  const alone = named(await lot(jobs("toolgen", [second]), 10, { callers: 3 }), "3 processes, each for itself");
  if (spawnSync("redis-server", ["--version"]).status !== 0) {
    process.stderr.write("bench: no redis-server, so nothing is measured of processes that share a quota\n");
    return alone;
  }
  const folder = mkdtempSync(join(tmpdir(), "toolgen-bench-"));
  const socket = join(folder, "redis.sock");
  const args = ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder];
  const redis = spawn("redis-server", args, { stdio: "ignore" });
  try {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const together = await lot(jobs("toolgen", [second, long]), 64, { callers: 3, socket });
    return [...named(together, "3 processes over Redis"), ...alone];
  } finally {
    redis.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The CPU time of a grant that need not wait, and the memory of those that do. */
async function overhead(runs) {
  const { quota: layerOf } = await import("../dist/runtime/middleware/quota.js");
  const limits = [{ limit: 1e6, interval: 1000 }, { concurrency: 1e6 }];
  const registration = { toolkit: { name: "bench", tools: {}, quota: limits } };
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
  await new Promise((resolve) => setTimeout(resolve, 10));
  globalThis.gc?.();
  const memory = (process.memoryUsage().heapUsed - heap) / 1e6;
  for (const controller of stop) controller.abort();
  return { grantUs: times.sort((a, b) => a - b)[times.length >> 1], memory };
}
