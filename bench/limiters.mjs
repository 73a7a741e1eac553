// What keeps to a quota: toolgen's client, and what others take for it. Each makes of an upstream a function that calls.
import { createRequire } from "node:module";

export const PEERS = ["p-throttle", "bottleneck", "rate-limiter-flexible"];

const LIMITERS = {
  toolgen: async (upstream, port, store) => {
    const { createRegistry } = await import("../dist/runtime/index.js");
    const registry = createRegistry({
      quota: limitOf(upstream),
      maxWaitMs: 1e9,
      timeoutMs: upstream.patience ?? 1e9,
      retries: 0,
      ...(store && { shared: { store } }),
    });
    const costs = upstream.points ? Array.from({ length: 101 }, (_, cost) => cost) : [1];
    const tools = Object.fromEntries(costs.map((cost) => [`get_${cost}`, toolOf(cost)]));
    registry.register({ name: "bench", servers: { default: { url: `http://127.0.0.1:${port}` } }, tools });
    return (cost) => registry.call(`get_${cost}`, {});
  },
  "p-throttle": async ({ limit, interval }, port) => {
    const { default: pThrottle } = await import("../node_modules/p-throttle/index.js");
    return pThrottle({ limit, interval, strict: true })((cost) => send(port, cost));
  },
  bottleneck: async ({ limit, interval, kind, points, patience }, port) => {
    const { default: Bottleneck } = await peer("bottleneck");
    if (kind === "concurrency") {
      const limiter = new Bottleneck({ maxConcurrent: limit });
      return (cost) => limiter.schedule(() => send(port, cost, patience));
    }
    const step = { reservoirIncreaseAmount: limit / 4, reservoirIncreaseInterval: interval / 4 };
    const refill =
      kind === "bucket"
        ? { ...step, reservoirIncreaseMaximum: limit }
        : { reservoirRefreshAmount: limit, reservoirRefreshInterval: interval };
    const limiter = new Bottleneck({ reservoir: limit, ...refill });
    return (cost) => limiter.schedule({ weight: points ? cost : 1 }, () => send(port, cost));
  },
  "rate-limiter-flexible": async ({ limit, interval, points }, port) => {
    const { default: flexible } = await peer("rate-limiter-flexible");
    const limiter = new flexible.RateLimiterMemory({ points: limit, duration: interval / 1000 });
    const waitFor = (cost) =>
      limiter.consume("key", cost).then(
        () => 0,
        ({ msBeforeNext }) => Math.max(1, msBeforeNext),
      );
    return async (cost) => {
      for (let wait = await waitFor(points ? cost : 1); wait > 0; wait = await waitFor(points ? cost : 1)) {
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
      return send(port, cost);
    };
  },
};

async function send(port, cost, patience) {
  const signal = patience === undefined ? undefined : AbortSignal.timeout(patience);
  const response = await fetch(`http://127.0.0.1:${port}/${cost}`, { signal });
  await response.arrayBuffer();
}

/** A function that makes one call. */
export const limiter = (name, upstream, port, store) => LIMITERS[name](upstream, port, store);

/** Whether it is installed, and knows what the upstream counts. */
export function can(name, { kind, points }) {
  if (name === "p-throttle" && points) return false;
  if (kind === "concurrency" && name !== "bottleneck" && name !== "toolgen") return false;
  try {
    if (name !== "toolgen") createRequire(import.meta.url).resolve(name);
    return true;
  } catch (cause) {
    if (cause.code === "MODULE_NOT_FOUND") return false;
    throw cause;
  }
}

async function peer(name) {
  return import(createRequire(import.meta.url).resolve(name));
}

function limitOf({ kind, limit, interval, points }) {
  const unit = points && { unit: "point" };
  if (kind === "concurrency") return { concurrency: limit };
  return kind === "bucket" ? { rate: (limit / interval) * 1000, burst: limit, ...unit } : { limit, interval, ...unit };
}

function toolOf(cost) {
  return {
    name: `get_${cost}`,
    description: "",
    effect: "read",
    cost,
    input: { type: "object", additionalProperties: false },
    http: { method: "GET", path: `/${cost}` },
  };
}

/** A call as the quota's layer sees it. */
export function callOf(registration, cost = 1) {
  return {
    name: "get",
    tool: toolOf(cost),
    registration,
    args: {},
    signal: new AbortController().signal,
    context: undefined,
    meta: { attempts: 0, queuedMs: 0, notes: [] },
    redactor: { add: () => {}, text: (t) => t, value: (v) => v },
  };
}
