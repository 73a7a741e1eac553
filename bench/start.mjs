// What it costs to start: help, the list of a large toolkit, a registry that is ready.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CACHE, documents } from "./documents.mjs";
import { measure, median, rounds, spread, table, targets } from "./measure.mjs";
import { TOOLGEN, toolgen } from "./peers.mjs";

/** @param {{ runs: number }} options */
export async function start({ runs }) {
  const folder = await githubToolkit();
  const file = join(CACHE, "ready.json");
  const jobs = [
    { name: "node -e 0", argv: ["-e", "0"] },
    { name: "toolgen --help", argv: [TOOLGEN, "--help"] },
    { name: "toolgen list, GitHub's toolkit", argv: [TOOLGEN, "list", folder] },
    { name: "registry with GitHub's toolkit", argv: [join(import.meta.dirname, "ready.mjs"), folder, file] },
  ];
  const results = await rounds(jobs, Math.max(runs, 9));
  const ready = [];
  for (let i = 0; i < Math.max(runs, 9); i++) {
    const { failed } = await measure(jobs.at(-1).argv);
    if (!failed) ready.push(JSON.parse(readFileSync(file, "utf8")).cpu);
  }
  const cpu = (name) => median(results.get(name).map((run) => run.cpu));
  const rows = jobs.map(({ name }) => {
    const seen = results.get(name);
    const failed = seen.find((run) => run.failed)?.failed;
    if (failed) return [name, `fails: ${failed}`, "–", "–"];
    return [
      name,
      spread(
        seen.map((run) => run.cpu),
        0,
      ),
      (cpu(name) / cpu("node -e 0")).toFixed(2),
      spread(
        seen.map((run) => run.rss),
        0,
      ),
    ];
  });
  return [
    "### Start, whole processes",
    table(["", "CPU ms", "× node -e 0", "MiB"], rows),
    "### Targets",
    targets([
      { what: "toolgen --help, CPU × node -e 0", is: cpu("toolgen --help") / cpu("node -e 0"), most: 1.5 },
      {
        what: "registry ready with GitHub's toolkit, CPU after the process has started",
        is: ready.length ? median(ready) : Number.NaN,
        most: 100,
        unit: " ms",
        digits: 0,
      },
    ]),
  ].join("\n\n");
}

async function githubToolkit() {
  const [{ file }] = documents(["github"]);
  const folder = join(CACHE, "toolkits/github");
  if (existsSync(join(folder, "catalog.ts"))) return folder;
  mkdirSync(join(CACHE, "toolkits"), { recursive: true });
  const { failed } = await measure(toolgen(file, folder, "github"));
  if (failed) throw new Error(`GitHub's toolkit cannot be generated: ${failed}`);
  return folder;
}
