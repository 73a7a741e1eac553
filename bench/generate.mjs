// CPU time and peak memory of generating, beside the peers and the floor, in one run; and whether both stay linear.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CACHE, documents, synthetic } from "./documents.mjs";
import { median, rounds, spread, table, targets } from "./measure.mjs";
import { installed, PEERS, toolgen } from "./peers.mjs";

const SIZES = [2750, 5500, 11_000];
const OUT = join(CACHE, "out");

/** @param {{ runs: number, only: string[] }} options */
export async function generate({ runs, only }) {
  const peers = installed() ? PEERS : [];
  const measured = new Map();
  for (const document of documents(only.filter((name) => name !== "synthetic"))) {
    measured.set(document.name, await one(document, peers, runs));
  }
  const names = ["floor", "toolgen", ...peers.map((p) => p.name)];
  const columns = [...measured.keys()];
  const parts = [];
  if (columns.length > 0) {
    parts.push("### CPU seconds (user + system), median (least–most); × floor");
    parts.push(
      table(
        ["", ...columns],
        names.map((name) => [name, ...columns.map((c) => cpuCell(measured.get(c), name))]),
      ),
    );
    parts.push("### Peak memory, MiB");
    parts.push(
      table(
        ["", ...columns],
        names.map((name) => [name, ...columns.map((c) => rssCell(measured.get(c), name))]),
      ),
    );
  }
  const growth = only.length === 0 || only.includes("synthetic") ? await sizes(Math.min(runs, 3)) : undefined;
  if (growth) parts.push("### Synthetic documents", growth.text);
  const list = [...githubTargets(measured.get("github"), peers), ...(growth?.targets ?? [])];
  if (list.length > 0) parts.push("### Targets", targets(list));
  return parts.join("\n\n");
}

async function one({ name, file }, peers, runs) {
  const out = (job) => join(OUT, name, job.replaceAll("/", "-"));
  const list = join(CACHE, `${name}.files.json`);
  // Once before it counts: the floor writes the same files.
  const tool = { name: "toolgen", argv: toolgen(file, out("toolgen"), name) };
  const [first] = (await rounds([tool], 1, () => empty(out("toolgen")))).get("toolgen");
  writeFileSync(list, JSON.stringify(first.failed ? [] : filesOf(out("toolgen"))));
  const jobs = [
    { name: "floor", argv: [join(import.meta.dirname, "floor.mjs"), file, out("floor"), list] },
    tool,
    ...peers.map((peer) => ({ name: peer.name, argv: peer.argv(file, out(peer.name)) })),
  ];
  return rounds(jobs, runs, (job) => empty(out(job.name)));
}

/** Every run writes all of its files. */
function empty(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map((path) => [path, statSync(join(folder, path))])
    .filter(([, stat]) => stat.isFile())
    .map(([path, stat]) => [path, stat.size]);
}

const failed = (runs) => runs.find((run) => run.failed)?.failed;
const cpuOf = (results, name) => {
  const runs = results?.get(name) ?? [];
  return runs.length === 0 || failed(runs) ? Number.NaN : median(runs.map((run) => run.cpu)) / 1000;
};

function cpuCell(results, name) {
  const runs = results.get(name);
  if (failed(runs)) return `fails: ${failed(runs)}`;
  const floor = cpuOf(results, "floor");
  return `${spread(
    runs.map((run) => run.cpu / 1000),
    2,
  )}; × ${(cpuOf(results, name) / floor).toFixed(1)}`;
}

function rssCell(results, name) {
  const runs = results.get(name);
  return failed(runs)
    ? "–"
    : spread(
        runs.map((run) => run.rss),
        0,
      );
}

function githubTargets(results, peers) {
  if (!results) return [];
  const own = cpuOf(results, "toolgen");
  const typed = peers
    .filter((p) => p.types)
    .map((p) => cpuOf(results, p.name))
    .filter(Number.isFinite);
  const list = [
    { what: "GitHub: CPU, × openapi-mcp-generator", is: own / cpuOf(results, "openapi-mcp-generator"), most: 1 },
    { what: "GitHub: CPU, × the fastest peer that emits types", is: own / Math.min(...typed), most: 0.5 },
  ];
  const memory = results.get("toolgen").map((run) => run.rss);
  return [...list, { what: "GitHub: peak memory", is: median(memory), most: 400, unit: " MiB", digits: 0 }];
}

/** What twice the operations cost, less what half of them cost: the start of the process does not count. */
async function sizes(runs) {
  const out = join(OUT, "synthetic");
  const jobs = SIZES.map((size) => ({ name: `${size}`, argv: toolgen(synthetic(size), out, "synthetic") }));
  const results = await rounds(jobs, runs, () => empty(out));
  const broken = SIZES.map((size) => failed(results.get(`${size}`))).find(Boolean);
  if (broken) return { text: `fails: ${broken}`, targets: [] };
  const cpu = SIZES.map((size) => cpuOf(results, `${size}`));
  const rss = SIZES.map((size) => median(results.get(`${size}`).map((run) => run.rss)));
  const rows = SIZES.map((size, i) => [
    size.toLocaleString("en"),
    spread(
      results.get(`${size}`).map((run) => run.cpu / 1000),
      2,
    ),
    ((cpu[i] * 1e6) / size).toFixed(0),
    rss[i].toFixed(0),
  ]);
  // Per operation added: 1 is linear.
  const slope = (v) => (v[2] - v[1]) / (v[1] - v[0]) / 2;
  return {
    text: table(["operations", "CPU s", "CPU µs an operation", "MiB"], rows),
    targets: [
      { what: "11,000 operations: CPU of one more, × that at 5,500", is: slope(cpu), most: 1.25 },
      { what: "11,000 operations: memory of one more, × that at 5,500", is: slope(rss), most: 1.25 },
    ],
  };
}
