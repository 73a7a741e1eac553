// A strict upstream: counts what arrives, and answers 429 to what is over its limit. Says what it saw when asked.
import { createServer } from "node:http";

const { kind, limit, interval, patience } = JSON.parse(process.argv[2]);
const phase = Math.random() * interval;
// As long as the way is, each way: 20 to 40 ms, the same for all, and 10 ms of jitter on average.
const ways = { out: 20 + 20 * Math.random(), back: 20 + 20 * Math.random() };
/** Where callers give up after a while, one answer in twenty comes after that. */
const stall = () => (patience !== undefined && Math.random() < 0.05 ? 2 * patience : 0);
/** What was added to both ways together, this machine's own delays included. */
const jitter = { sum: 0, count: 0 };
const JITTER_MS = 10;

/** `then` hears when it is. */
function travel(base, then) {
  const from = performance.now();
  const arrive = () => {
    const at = performance.now();
    jitter.sum += at - from - base;
    jitter.count++;
    then(at);
  };
  setTimeout(arrive, base - JITTER_MS * Math.log(1 - Math.random()));
}

const seen = { sent: 0, rejected: 0, most: 0 };
/** What was let through: when, and for how many points. */
const through = [];
let inside = 0;

const judges = {
  log() {
    let head = 0;
    let sum = 0;
    return (now, cost) => {
      while (head < through.length && through[head].at <= now - interval) sum -= through[head++].cost;
      if (sum + cost > limit) return false;
      sum += cost;
      return true;
    };
  },
  window() {
    let current;
    let count = 0;
    return (now, cost) => {
      const window = Math.floor((now + phase) / interval);
      if (window !== current) count = 0;
      current = window;
      count += cost;
      return count <= limit;
    };
  },
  bucket() {
    let level = limit;
    let at;
    return (now, cost) => {
      level = Math.min(limit, level + ((now - (at ?? now)) * limit) / interval);
      at = now;
      if (level < cost) return false;
      level -= cost;
      return true;
    };
  },
  concurrency: () => () => inside <= limit,
};
const judge = judges[kind]();

const server = createServer((request, response) => {
  inside++;
  seen.most = Math.max(seen.most, inside);
  response.on("close", () => inside--);
  travel(ways.out, (at) => {
    const cost = Number(request.url.slice(1)) || 1;
    seen.sent++;
    const ok = judge(at, cost);
    if (ok) through.push({ at, cost });
    else seen.rejected++;
    const answer = () => travel(ways.back, () => response.writeHead(ok ? 200 : 429).end("{}"));
    const wait = stall();
    if (wait > 0) setTimeout(answer, wait);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("message", () => process.send({ ...seen, used: used(), jitterMs: jitter.sum / Math.max(1, jitter.count) }));

/**
 * The share that was used, of whole windows: counted from the end of the first one, whose calls need not wait, to the
 * last that was whole. Of a bucket, which has no windows: what it refilled in that time.
 */
function used() {
  const { at: first } = through[0] ?? { at: 0 };
  const { at: last } = through.at(-1) ?? { at: 0 };
  const windows = Math.floor((last - first) / interval) - 1;
  if (kind === "concurrency" || windows < 1) return Number.NaN;
  const from = first + interval;
  const within = through.filter(({ at }) => at >= from && at < from + windows * interval);
  return within.reduce((points, { cost }) => points + cost, 0) / (windows * limit);
}
