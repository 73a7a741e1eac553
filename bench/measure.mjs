// Whole processes: CPU time (user + system) and peak memory, several runs, in a table.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PRELOAD = pathToFileURL(join(import.meta.dirname, "usage.mjs")).href;

/**
 * Runs one process to its end.
 * @param {string[]} argv what Node is started with
 * @param {{ cwd?: string, env?: Record<string, string>, timeoutMs?: number }} options
 * @returns {Promise<{ cpu: number, rss: number, wall: number, failed?: string }>} milliseconds and MiB
 */
export async function measure(argv, { cwd = import.meta.dirname, env = {}, timeoutMs = 300_000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-bench-"));
  const usage = join(folder, "usage");
  try {
    const begun = performance.now();
    const failed = await run(argv, { cwd, env: { ...process.env, ...env, TOOLGEN_BENCH_USAGE: usage }, timeoutMs });
    const wall = performance.now() - begun;
    const processes = failed
      ? []
      : readFileSync(usage, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line));
    const cpu = processes.reduce((sum, p) => sum + p.cpu, 0);
    const rss = processes.reduce((most, p) => Math.max(most, p.rss), 0);
    return { cpu, rss, wall, ...(failed && { failed }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(argv, { cwd, env, timeoutMs }) {
  return new Promise((resolve) => {
    const nodeOptions = `${env.NODE_OPTIONS ?? ""} --import ${PRELOAD}`.trim();
    const child = spawn(process.execPath, argv, {
      cwd,
      env: { ...env, NODE_OPTIONS: nodeOptions },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors = (errors + text).slice(-2000);
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const last = errors.trim().split("\n").at(-1) ?? "";
      if (signal) resolve(`ended by ${signal}`);
      else resolve(code === 0 ? undefined : `exit ${code}: ${last.slice(0, 120)}`);
    });
  });
}

/** Runs every one of `jobs` in turn, `runs` times over: what disturbs the machine disturbs all of them. */
export async function rounds(jobs, runs, prepare = () => {}) {
  const results = new Map(jobs.map(({ name }) => [name, []]));
  for (let i = 0; i < runs; i++) {
    for (const job of jobs) {
      const seen = results.get(job.name);
      if (seen.at(-1)?.failed) continue;
      prepare(job);
      seen.push(await measure(job.argv, job));
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${job.name} ${i + 1}/${runs}`);
    }
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  return results;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** `1.23 (1.20–1.40)`: median, least and most. */
export function spread(values, digits) {
  const [low, mid, high] = [Math.min(...values), median(values), Math.max(...values)].map((v) => v.toFixed(digits));
  return low === high ? mid : `${mid} (${low}–${high})`;
}

export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i ? "---:" : "---"))), ...rows.map(line)].join("\n");
}

/** @param {{ what: string, is: number, most: number, unit?: string, digits?: number }[]} list */
export function targets(list) {
  const rows = list.map(({ what, is, most, unit = "", digits = 2 }) => {
    const known = Number.isFinite(is);
    const verdict = known ? (is <= most ? "met" : "**missed**") : "not measured";
    return [what, known ? `${is.toFixed(digits)}${unit}` : "–", `${most}${unit}`, verdict];
  });
  return table(["target", "is", "at most", ""], rows);
}
