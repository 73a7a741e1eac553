/** Flags and config entries → options of the generator; one run of it, with progress and report. */
import type { GenerateOptions, GenerateReport, Stage } from "../generate.js";
import type { ConfigEntry } from "./config.js";
import type { Flags, Option } from "./option.js";
import * as o from "./options.js";
import { bePatient } from "./patience.js";
import { createProgress } from "./progress.js";
import type { GenerationPage } from "./report/generation.js";
import type { Terminal } from "./terminal.js";

const STAGES: Readonly<Record<Stage, string>> = {
  load: "loading",
  read: "reading",
  emit: "printing",
  write: "comparing and writing",
};

export interface Job {
  readonly cwd: string;
  readonly spec: string;
  /** Of the command line; they go before those of the entry. */
  readonly flags: Flags;
  readonly entry?: ConfigEntry;
}

export function generateOptions({ cwd, spec, flags, entry }: Job): GenerateOptions {
  const given = <T>(option: Option<T>): T | undefined => flags.get(option) ?? entry?.flags.get(option);
  return {
    cwd,
    spec,
    ...present({
      out: given(o.out),
      name: given(o.name),
      include: given(o.include),
      exclude: given(o.exclude),
      tags: given(o.tag),
      baseUrl: given(o.baseUrl),
      quota: given(o.quota),
      allowOrigins: given(o.allowOrigin),
      allowRefs: given(o.allowRefs),
      deprecated: given(o.deprecated),
      packageName: given(o.packageName),
      validate: given(o.validate),
      force: given(o.force),
      tools: entry?.tools,
    }),
    check: flags.on(o.check),
    dryRun: flags.on(o.dryRun) || flags.on(o.dumpIr),
  };
}

export async function generate(options: GenerateOptions, terminal: Terminal): Promise<GenerateReport> {
  bePatient();
  const { generateOpenApi } = await import("../generate.js");
  const progress = createProgress(terminal);
  try {
    return await generateOpenApi({
      ...options,
      onStage: (stage) => progress.stage(`${STAGES[stage]} ${options.spec === "-" ? "standard input" : options.spec}`),
    });
  } finally {
    progress.end();
  }
}

/** The report as data; what was read has a flag of its own. */
export function reportData({ spec: _, ...report }: GenerateReport): Omit<GenerateReport, "spec"> {
  return report;
}

export function modeOf(flags: Flags): GenerationPage["mode"] {
  return flags.on(o.check) ? "check" : flags.on(o.dryRun) ? "dry-run" : "write";
}

/** 0: as it should be; 1: no toolkit, or a stale one that was only to be checked. */
export function exitCode({ ok, stale }: GenerateReport, mode: GenerationPage["mode"]): number {
  return ok && !(mode === "check" && stale) ? 0 : 1;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the keys that are undefined: the generator tells absent from undefined. */
function present<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
