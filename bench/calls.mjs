// What a whole call costs beside raw fetch and openapi-fetch: one process, one upstream, the callers take turns.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { median, spread, table, targets } from "./measure.mjs";

const IN_FLIGHT = 50;
const WARM_UP = 4500;
const CALLS = 4000;

/** @param {{ runs: number }} options */
export async function calls({ runs }) {
  const server = fork(join(import.meta.dirname, "server.mjs"), { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  try {
    const [port] = await once(server.stdout, "data");
    const base = `http://127.0.0.1:${String(port).trim()}`;
    const callers = await makeCallers(base);
    for (const { call } of callers) await many(call, WARM_UP);
    const seen = new Map(callers.map(({ name }) => [name, []]));
    for (let i = 0; i < Math.max(runs, 5); i++) {
      for (const { name, call } of callers) seen.get(name).push(await timed(call));
    }
    await Promise.all(callers.map(({ close }) => close?.()));
    return report(seen);
  } finally {
    server.disconnect();
  }
}

async function timed(call) {
  globalThis.gc?.();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await many(call, CALLS);
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / CALLS, rate: (CALLS / (performance.now() - begun)) * 1000 };
}

async function many(call, count) {
  let next = 0;
  const work = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

function report(seen) {
  const fetchRuns = seen.get("raw fetch").map((run) => run.cpu);
  // Of the same round: what disturbed one disturbed the other.
  const ratios = (name) => seen.get(name).map((run, i) => run.cpu / fetchRuns[i]);
  const rows = [...seen].map(([name, runs]) => [
    name,
    spread(
      runs.map((run) => run.cpu),
      0,
    ),
    spread(ratios(name), 2),
    spread(
      runs.map((run) => run.rate),
      0,
    ),
  ]);
  const ratio = median(ratios("toolgen"));
  return [
    `### Calls on loopback, ${IN_FLIGHT} in flight, ${CALLS} a round`,
    table(["", "CPU µs a call", "× raw fetch", "calls a second"], rows),
    "### Targets",
    targets([
      { what: "a whole call, CPU × raw fetch: what can be done", is: ratio, most: 1 },
      { what: "a whole call, CPU × raw fetch: in any case", is: ratio, most: 1.25 },
    ]),
  ].join("\n\n");
}

const TOKEN = "bench-token-1234567890";

async function makeCallers(base) {
  const headers = { authorization: `Bearer ${TOKEN}`, accept: "application/json" };
  const { default: createClient } = await import("openapi-fetch");
  const client = createClient({ baseUrl: base, headers });
  const registry = await makeRegistry(base);
  return [
    {
      name: "raw fetch",
      call: async (i) => {
        const response = await fetch(`${base}/pets/${i}?limit=10&state=open`, { headers });
        if (!response.ok) throw new Error(`${response.status}`);
        return response.json();
      },
    },
    {
      name: "openapi-fetch",
      call: async (i) => {
        const params = { path: { pet_id: i }, query: { limit: 10, state: "open" } };
        const { data, error } = await client.GET("/pets/{pet_id}", { params });
        if (error) throw new Error("no answer");
        return data;
      },
    },
    {
      name: "toolgen",
      call: async (i) => {
        const result = await registry.call("get_pet", { pet_id: i, limit: 10, state: "open" });
        if (!result.ok) throw new Error(result.content);
        return result.data;
      },
      close: () => registry.close?.(),
    },
  ];
}

/** What a generated toolkit would be for `GET /pets/{pet_id}`: validation, credentials and the answer's schema included. */
async function makeRegistry(base) {
  const { createRegistry } = await import("../dist/runtime/index.js");
  const tool = {
    name: "get_pet",
    description: "Get a pet.",
    effect: "read",
    auth: [{ token: [] }],
    input: {
      type: "object",
      additionalProperties: false,
      required: ["pet_id"],
      properties: {
        pet_id: { type: "integer" },
        limit: { type: "integer", minimum: 1, maximum: 100 },
        state: { type: "string", enum: ["open", "closed"] },
      },
    },
    output: {
      type: "object",
      required: ["id", "name"],
      properties: {
        id: { type: "integer" },
        name: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        owner: { type: "object", properties: { id: { type: "integer" }, login: { type: "string" } } },
        weight: { type: "number" },
      },
    },
    http: { method: "GET", path: "/pets/{pet_id}", query: ["limit", "state"] },
  };
  const toolkit = {
    name: "bench",
    servers: { default: { url: base } },
    origins: [base],
    auth: { token: { type: "http", scheme: "bearer" } },
    tools: { get_pet: tool },
  };
  process.env.BENCH_TOKEN = TOKEN;
  const registry = createRegistry();
  registry.register(toolkit);
  return registry;
}
