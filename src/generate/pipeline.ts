/** What all runs have in common: a spec is made, printed, compared with what is on disk, and written. */
import { relative, resolve } from "node:path";
import { type Diagnostic, Diagnostics } from "../diagnostics.js";
import type { EmittedFile } from "../emit/file.js";
import type { ManifestOptions } from "../emit/manifest.js";
import { isPackageName } from "../emit/package.js";
import { emitToolkit } from "../emit/toolkit.js";
import type { ToolSpec } from "../ir/types.js";
import { changesOf } from "../write/drift.js";
import { carryOut, planWrite, type WritePlan } from "../write/files.js";
import { OutputFolder, WriteRefused } from "../write/folder.js";
import { readManifest } from "../write/manifest.js";
import { checkConstants } from "./constants.js";
import type { ToolkitOptions } from "./options.js";
import { misplaced } from "./place.js";
import { slashed } from "./source.js";
import type { FileReport, GenerateReport, RunOptions, Skipped, Stage } from "./types.js";
import { toolgenVersion } from "./version.js";

/** What one kind of document brings along. */
export interface Job {
  /** As reports call it. */
  readonly source: string;
  /** Files and URLs that it is made from, as the user named them. */
  readonly documents: readonly string[];
  /** Undefined: an error has been reported. */
  make(diagnostics: Diagnostics, stage: (stage: Stage) => void): Promise<Made | undefined>;
  /** What the manifest remembers; `root` is the toolkit's folder. */
  remember(root: string): Omit<ManifestOptions, "version">;
}

export interface Made {
  readonly spec: ToolSpec;
  /** Of the document, before any were left out. */
  readonly operations: number;
}

/** Bad input ends in a report with `ok: false`, never in an exception, and writes nothing. */
export async function produce(options: RunOptions & ToolkitOptions, job: Job): Promise<GenerateReport> {
  const diagnostics = new Diagnostics();
  const stage = options.onStage ?? ((): void => undefined);
  const failed = (): GenerateReport => ({
    ...nothingMade(options.name ?? "", options.out ?? "", job.source),
    diagnostics: diagnostics.list,
  });
  if (options.packageName !== undefined && !isPackageName(options.packageName)) {
    diagnostics.report("PACKAGE_NAME_INVALID", {
      message: `${JSON.stringify(options.packageName)} is no npm package name`,
    });
    return failed();
  }
  const made = await job.make(diagnostics, stage);
  if (!made) return failed();
  const { spec } = made;
  await checkConstants(spec, diagnostics);
  const out = options.out ?? `generated/${spec.name}`;
  const skipped = skippedOf(diagnostics.list);
  const report = {
    toolkit: spec.name,
    out: slashed(relative(options.cwd, resolve(options.cwd, out)) || "."),
    source: job.source,
    counts: { operations: made.operations, tools: spec.operations.length, skipped: skipped.length },
    skipped,
    spec,
  };
  if (diagnostics.failed || spec.operations.length === 0) return { ...failed(), ...report };
  stage("emit");
  try {
    const folder = new OutputFolder(resolve(options.cwd, out));
    const wrong = readManifest(folder) ? undefined : misplaced(folder.root, options.cwd, job.documents);
    if (wrong !== undefined) {
      diagnostics.report("OUTPUT_REFUSED", {
        message: `${report.out} cannot be written: ${wrong}`,
        fix: "Name a folder of the toolkit's own with --out.",
      });
      return { ...failed(), ...report };
    }
    const { packageName } = options;
    const files = emitToolkit(spec, {
      version: toolgenVersion(),
      ...job.remember(folder.root),
      ...(packageName !== undefined && { packageName }),
    });
    stage("write");
    return { ...report, ...writeToolkit(folder, files, spec, options, diagnostics), diagnostics: diagnostics.list };
  } catch (cause) {
    const what = refusal(cause);
    if (what === undefined) throw cause;
    diagnostics.report("OUTPUT_REFUSED", { message: `${report.out} cannot be written: ${what}` });
    return { ...failed(), ...report };
  }
}

export function nothingMade(toolkit: string, out: string, source: string): Omit<GenerateReport, "diagnostics"> {
  return {
    ok: false,
    stale: false,
    toolkit,
    out,
    source,
    counts: { operations: 0, tools: 0, skipped: 0 },
    skipped: [],
    files: { written: [], removed: [], unchanged: 0, edited: [], foreign: [] },
    changes: [],
  };
}

function writeToolkit(
  folder: OutputFolder,
  files: readonly EmittedFile[],
  spec: ToolSpec,
  options: RunOptions,
  diagnostics: Diagnostics,
): Pick<GenerateReport, "ok" | "stale" | "files" | "changes"> {
  const before = readManifest(folder);
  const plan = planWrite(folder, files, before, options.force ?? false);
  const changes = before && plan.write.length > 0 ? changesOf(folder, before, spec) : [];
  for (const path of plan.foreign) {
    diagnostics.report("FILE_FOREIGN", {
      message: `${path} is in the way, and toolgen did not write it`,
      at: { file: path, pointer: "" },
    });
  }
  for (const path of plan.edited) {
    diagnostics.report("FILE_EDITED", {
      message: `${path} was edited by hand, and is left as it is`,
      at: { file: path, pointer: "" },
    });
  }
  const ok = plan.foreign.length === 0;
  if (ok && !options.check && !options.dryRun) carryOut(folder, plan);
  return { ok, stale: plan.write.length + plan.remove.length > 0, files: fileReport(plan), changes };
}

function fileReport({ write, remove, unchanged, edited, foreign }: WritePlan): FileReport {
  return { written: write.map(({ path }) => path), removed: remove, unchanged, edited, foreign };
}

const SKIPPING: ReadonlySet<string> = new Set(["OPERATION_SKIPPED", "OPERATION_IGNORED", "OPERATION_DEPRECATED"]);

function skippedOf(diagnostics: readonly Diagnostic[]): Skipped[] {
  return diagnostics
    .filter(({ code }) => SKIPPING.has(code))
    .map(({ message, at }) => ({ pointer: at?.pointer ?? "", reason: message }));
}

/** Why the disk, or what stands on it, is in the way; `undefined`: it is something else that went wrong. */
export function refusal(cause: unknown): string | undefined {
  if (cause instanceof WriteRefused) return cause.message;
  if (!(cause instanceof Error && "code" in cause && "syscall" in cause)) return undefined;
  const code = String(cause.code);
  const words = DISK.get(code);
  return words === undefined ? code : `${words} (${code})`;
}

const DISK = new Map([
  ["EACCES", "you may not write there"],
  ["EPERM", "you may not write there"],
  ["EROFS", "nothing can be written there"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "your share of the disk is full"],
  ["ENOENT", "no folder can be made there"],
  ["ENOTDIR", "a file is in the way"],
  ["ENOTEMPTY", "another run wrote it meanwhile"],
]);
