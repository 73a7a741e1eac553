/** `toolgen check`: has a document, an option or the generator moved on? */
import type { GenerateReport } from "../generate.js";
import type { Invocation } from "./command.js";
import { exitCode, reportData } from "./generation.js";
import { realFolder } from "./loader/toolkit.js";
import * as o from "./options.js";
import { createProgress } from "./progress.js";
import { generationReport } from "./report/generation.js";

export async function run({ positionals, flags, terminal }: Invocation): Promise<number> {
  for (const folder of positionals) realFolder(folder, terminal.cwd);
  const { checkToolkit } = await import("../generate.js");
  const progress = createProgress(terminal);
  const reports: GenerateReport[] = [];
  for (const folder of positionals) {
    progress.stage(`checking ${folder}`);
    reports.push(await checkToolkit(folder, { cwd: terminal.cwd, env: terminal.env }));
  }
  progress.end();
  if (flags.on(o.json)) await terminal.print(`${JSON.stringify({ toolkits: reports.map(reportData) }, null, 2)}\n`);
  else {
    const page = { paint: terminal.paint.out, verbose: flags.on(o.verbose), mode: "check" } as const;
    await terminal.print(reports.map((r) => generationReport(r, page)).join("\n"));
  }
  return Math.max(...reports.map((r) => exitCode(r, "check")));
}
