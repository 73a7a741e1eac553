/** `toolgen generate`: everything that the config file lists. */
import { relative, resolve } from "node:path";
import type { GenerateReport } from "../generate.js";
import type { Invocation } from "./command.js";
import { type Config, readConfig } from "./config.js";
import { exitCode, generate, modeOf, reportData } from "./generation.js";
import * as o from "./options.js";
import { generationReport } from "./report/generation.js";
import { nextSteps } from "./report/next.js";
import { UsageError } from "./usage.js";

export async function run({ flags, terminal }: Invocation): Promise<number> {
  const { cwd } = terminal;
  const config = await readConfig(flags.get(o.config), cwd);
  if (config === undefined) {
    throw new UsageError(
      "There is no toolgen.config.ts, .js, .mjs, .json or .yaml here",
      "Write one, { toolkits: [{ spec, out }] }, or name it with --config.",
    );
  }
  const mode = modeOf(flags);
  const reports: GenerateReport[] = [];
  for (const entry of config.entries) {
    const job = { cwd: config.folder, source: entry.source, flags, entry };
    const report = named(await generate(job, terminal), config, cwd);
    if (!flags.on(o.json)) {
      const page = { paint: terminal.paint.err, verbose: flags.on(o.verbose), mode };
      terminal.say(`${reports.length > 0 ? "\n" : ""}${generationReport(report, page)}`);
    }
    reports.push(report);
  }
  if (flags.on(o.json)) await terminal.print(`${JSON.stringify({ toolkits: reports.map(reportData) }, null, 2)}\n`);
  else if (mode === "write") terminal.say(nextSteps(reports, terminal));
  return Math.max(...reports.map((r) => exitCode(r, mode)));
}

/** Paths of the config's folder as seen from where the user is. */
function named(report: GenerateReport, config: Config, cwd: string): GenerateReport {
  return { ...report, out: relative(cwd, resolve(config.folder, report.out)) || "." };
}
