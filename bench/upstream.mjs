// A strict upstream: counts what arrives, and answers 429 to what is over its limit. Says what it saw when asked.
import { createServer } from "node:http";

const { kind, limit, interval } = JSON.parse(process.argv[2]);
const phase = Math.random() * interval;
const seen = { sent: 0, rejected: 0, points: 0, first: 0, last: 0 };
let inside = 0;

const judges = {
  log() {
    const times = [];
    let head = 0;
    let sum = 0;
    return (now, cost) => {
      while (head < times.length && times[head][0] <= now - interval) sum -= times[head++][1];
      if (sum + cost > limit) return false;
      times.push([now, cost]);
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
  // The way there.
  setTimeout(
    () => {
      const cost = Number(request.url.slice(1)) || 1;
      const now = performance.now();
      seen.sent++;
      seen.first ||= now;
      const ok = judge(now, cost);
      if (ok) {
        seen.points += cost;
        seen.last = now;
      } else seen.rejected++;
      // And back.
      setTimeout(
        () => {
          inside--;
          response.writeHead(ok ? 200 : 429).end("{}");
        },
        1 + Math.random() * 9,
      );
    },
    1 + Math.random() * 9,
  );
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send(server.address().port));

process.on("message", () => {
  const { first, last, points } = seen;
  // The first burst is free; after it, what the limit lets through in the time.
  const most =
    kind === "bucket"
      ? ((last - first) / interval) * limit + limit
      : (Math.floor((last - first) / interval) + 1) * limit;
  process.send({ ...seen, used: kind === "concurrency" ? 1 : points / most });
});
