// One of several processes that call one upstream with one quota.
import { callOf, limitOf, sender } from "./quota.mjs";

const { upstream, port, socket, seconds } = JSON.parse(process.argv[2]);
const { quota } = await import("../dist/runtime/middleware/quota.js");
const { SharedQuotas } = await import("../dist/runtime/quota/shared.js");
const { redisStore } = await import("../dist/runtime/quota/redis.js");
const { systemClock } = await import("../dist/runtime/clock.js");

let shared;
if (socket) {
  const { Redis } = await import("ioredis");
  const client = new Redis(socket);
  await client.ping();
  shared = new SharedQuotas({ store: redisStore({ client }) }, systemClock);
}
const layer = quota({ maxWaitMs: 1e9, ...(shared && { shared }) });
const registration = { toolkit: { name: "bench", tools: {}, quota: limitOf(upstream) } };
const send = sender(port);
const end = performance.now() + seconds * 1000;
const work = async () => {
  while (performance.now() < end) {
    const call = layer(callOf(registration), async () => ({ data: await send() })).catch(() => {});
    await Promise.race([call, new Promise((resolve) => setTimeout(resolve, end - performance.now() + 5))]);
  }
};
await Promise.all(Array.from({ length: upstream.limit }, work));
process.exit(0);
