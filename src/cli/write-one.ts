/** What the commands for one document have in common: options, a run, its report. */
import { resolve } from "node:path";
import type { Invocation } from "./command.js";
import { type ConfigEntry, readConfig } from "./config.js";
import { exitCode, generate, modeOf, reportData } from "./generation.js";
import * as o from "./options.js";
import { generationReport } from "./report/generation.js";
import { nextSteps } from "./report/next.js";
import type { Source } from "./source.js";
import { announceInput } from "./terminal.js";
import { UsageError } from "./usage.js";

export async function writeOne(source: Source, { flags, terminal }: Invocation): Promise<number> {
  const { cwd } = terminal;
  const config = flags.get(o.configEntry);
  if (namesOf(source).includes("-")) announceInput(terminal, "the document");
  const entry = config === undefined ? undefined : await entryFor(source, config, cwd);
  const report = await generate({ cwd, source, flags, ...(entry && { entry }) }, terminal);
  const mode = flags.on(o.dumpIr) ? "dry-run" : modeOf(flags);
  if (flags.on(o.dumpIr)) {
    if (report.spec) await terminal.print(`${JSON.stringify(report.spec, null, 2)}\n`);
  } else if (flags.on(o.json)) await terminal.print(`${JSON.stringify(reportData(report), null, 2)}\n`);
  if (!flags.on(o.json)) {
    terminal.say(generationReport(report, { paint: terminal.paint.err, verbose: flags.on(o.verbose), mode }));
    if (mode === "write") terminal.say(nextSteps([report], terminal));
  }
  return exitCode(report, modeOf(flags));
}

async function entryFor(source: Source, file: string, cwd: string): Promise<ConfigEntry> {
  const config = await readConfig(file, cwd);
  const entries = (config?.entries ?? []).filter((entry) => entry.source.kind === source.kind);
  const wanted = namesOf(source);
  const same = entries.find((entry) => {
    const names = namesOf(entry.source);
    const isThis = (name: string, i: number): boolean =>
      name === wanted[i] || (config !== undefined && resolve(config.folder, name) === resolve(cwd, wanted[i] ?? ""));
    return names.length === wanted.length && names.every(isThis);
  });
  if (same === undefined) {
    const known = entries.map((entry) => namesOf(entry.source).join(" ")).join(", ");
    throw new UsageError(
      `${file} has no entry for ${wanted.join(" ")}`,
      known === "" ? `It has none of this kind.` : `It has ${known}.`,
    );
  }
  return same;
}

function namesOf(source: Source): readonly string[] {
  return source.kind === "openapi" ? [source.spec] : source.schema;
}
