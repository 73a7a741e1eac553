// A process that calls an upstream under its quota, and says how late its own timers were meanwhile.
import { limiter } from "./limiters.mjs";

const { job, seconds, socket } = JSON.parse(process.argv[2]);
const end = performance.now() + seconds * 1000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
const costOf = ({ points }) => (points ? 5 + Math.floor(Math.random() * 96) : 1);

/** More than the limit lets through, at any time. Of what is given up after a while, not so much that it waits for long. */
async function saturated(call, upstream) {
  const workers = upstream.patience ? upstream.limit * 1.5 : 300;
  const work = async () => {
    while (performance.now() < end) {
      await call(costOf(upstream)).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

/** From a fifth of the limit to six fifths of it at once, and a pause of up to two intervals. */
async function bursts(call, upstream) {
  const { limit, interval, points } = upstream;
  while (performance.now() < end) {
    const calls = Math.round((limit / (points ? 52.5 : 1)) * (0.2 + Math.random()));
    for (let i = 0; i < calls; i++) call(costOf(upstream)).catch(() => {});
    await sleep(Math.random() * 2 * interval);
  }
}

async function storeAt(path) {
  const { redisStore } = await import("../dist/runtime/index.js");
  const { Redis } = await import("ioredis");
  const client = new Redis(path);
  await client.ping();
  return redisStore({ client });
}

const demands = { saturated, bursts };
const { client, demand, upstream, port } = job;
const call = await limiter(client, upstream, port, socket ? await storeAt(socket) : undefined);
void demands[demand](call, upstream);
const late = { sum: 0, count: 0 };
while (performance.now() < end) {
  const due = performance.now() + 20;
  await sleep(20);
  late.sum += Math.max(0, performance.now() - due);
  late.count++;
}
process.send({ lateMs: late.sum / Math.max(1, late.count) });
// What still waits is nobody's concern.
process.disconnect();
process.exit(0);
