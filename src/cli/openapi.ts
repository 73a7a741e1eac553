/** `toolgen openapi`: one document → one toolkit. */
import { resolve } from "node:path";
import type { Invocation } from "./command.js";
import { type ConfigEntry, readConfig } from "./config.js";
import { exitCode, generate, generateOptions, modeOf, reportData } from "./generation.js";
import * as o from "./options.js";
import { generationReport } from "./report/generation.js";
import { announceInput } from "./terminal.js";
import { UsageError } from "./usage.js";

export async function run({ positionals, flags, terminal }: Invocation): Promise<number> {
  const [spec = ""] = positionals;
  const { cwd } = terminal;
  const config = flags.get(o.configEntry);
  if (spec === "-") announceInput(terminal, "the document");
  const entry = config === undefined ? undefined : await entryFor(spec, config, cwd);
  const report = await generate(generateOptions({ cwd, spec, flags, ...(entry && { entry }) }), terminal);
  const mode = modeOf(flags);
  if (flags.on(o.dumpIr)) {
    if (report.spec) await terminal.print(`${JSON.stringify(report.spec, null, 2)}\n`);
  } else if (flags.on(o.json)) await terminal.print(`${JSON.stringify(reportData(report), null, 2)}\n`);
  if (!flags.on(o.json)) {
    const page = {
      paint: terminal.paint.err,
      verbose: flags.on(o.verbose),
      program: terminal.program,
      mode: flags.on(o.dumpIr) ? "dry-run" : mode,
    };
    terminal.say(generationReport(report, page));
  }
  return exitCode(report, mode);
}

async function entryFor(spec: string, file: string, cwd: string): Promise<ConfigEntry> {
  const config = await readConfig(file, cwd);
  const entries = config?.entries ?? [];
  const same = entries.find(
    (e) => e.spec === spec || (config && resolve(config.folder, e.spec) === resolve(cwd, spec)),
  );
  if (same === undefined) {
    throw new UsageError(`${file} has no entry for ${spec}`, `It has ${entries.map((e) => e.spec).join(", ")}.`);
  }
  return same;
}
