/** The pipeline: the one file that knows every stage. load → read → shape → emit → write. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type Diagnostic, Diagnostics } from "./diagnostics.js";
import type { EmittedFile } from "./emit/file.js";
import type { Manifest } from "./emit/manifest.js";
import { isPackageName } from "./emit/package.js";
import { emitToolkit } from "./emit/toolkit.js";
import type { ToolSpec } from "./ir/types.js";
import { readOpenApi } from "./read/openapi/index.js";
import { type LoadOptions, loadOpenApi } from "./read/openapi/load.js";
import { shape } from "./shape/index.js";
import { type Change, changesOf } from "./write/drift.js";
import { carryOut, planWrite, type WritePlan } from "./write/files.js";
import { OutputFolder, WriteRefused } from "./write/folder.js";
import { readManifest } from "./write/manifest.js";
import { recalledOptions, rememberedOptions, type ToolkitOptions } from "./write/options.js";

export type { Change, ChangeKind } from "./write/drift.js";

export interface GenerateOptions extends ToolkitOptions {
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** File, http(s) URL, or `-`. */
  readonly spec: string;
  /** Default: `generated/<name>`. */
  readonly out?: string;
  readonly name?: string;
  /** swagger-parser's verdict; default: on documents up to 1 MiB. */
  readonly validate?: boolean;
  /** Write nothing; `stale` says whether something would be written. */
  readonly check?: boolean;
  /** Write nothing. */
  readonly dryRun?: boolean;
  /** Overwrite what was edited by hand, and what toolgen did not write. */
  readonly force?: boolean;
  readonly stdin?: () => Promise<Uint8Array>;
  readonly fetch?: NonNullable<LoadOptions["fetch"]>;
  /** Called as each stage begins. */
  readonly onStage?: (stage: Stage) => void;
}

export type Stage = "load" | "read" | "emit" | "write";

export interface GenerateReport {
  /** A toolkit was made, and is on disk unless nothing was to be written. */
  readonly ok: boolean;
  /** Something on disk is not what would be written. */
  readonly stale: boolean;
  readonly toolkit: string;
  /** Relative to `cwd`, with `/`. */
  readonly out: string;
  /** As the user named it; of a URL, what cannot be secret. */
  readonly source: string;
  readonly counts: Counts;
  /** Operations that became no tool, each with its reason. */
  readonly skipped: readonly Skipped[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: FileReport;
  /** Against what is on disk; empty where nothing is. */
  readonly changes: readonly Change[];
  readonly spec?: ToolSpec;
}

export interface Counts {
  readonly operations: number;
  readonly tools: number;
  readonly skipped: number;
}

export interface Skipped {
  readonly pointer: string;
  readonly reason: string;
}

export interface FileReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Edited by hand, and left as they are. */
  readonly edited: readonly string[];
  /** Not written by toolgen, and in the way. */
  readonly foreign: readonly string[];
}

function nothingMade(toolkit: string, out: string, source: string): Omit<GenerateReport, "diagnostics"> {
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

/** Spec → toolkit. Bad input ends in a report with `ok: false`, never in an exception, and writes nothing. */
export async function generateOpenApi(options: GenerateOptions): Promise<GenerateReport> {
  const diagnostics = new Diagnostics();
  const stage = options.onStage ?? ((): void => undefined);
  const failed = (): GenerateReport => ({
    ...nothingMade(options.name ?? "", options.out ?? "", openPart(options.spec)),
    diagnostics: diagnostics.list,
  });
  if (options.packageName !== undefined && !isPackageName(options.packageName)) {
    diagnostics.report("PACKAGE_NAME_INVALID", {
      message: `${JSON.stringify(options.packageName)} is no npm package name`,
    });
    return failed();
  }
  stage("load");
  const document = await loadOpenApi(options.spec, loadOptions(options), diagnostics);
  if (!document) return failed();
  stage("read");
  const draft = readOpenApi(document, diagnostics);
  const spec = shape(draft, options, diagnostics);
  const out = options.out ?? `generated/${spec.name}`;
  const skipped = skippedOf(diagnostics.list);
  const report = {
    toolkit: spec.name,
    out: slashed(relative(options.cwd, resolve(options.cwd, out)) || "."),
    source: openPart(options.spec),
    counts: { operations: draft.operations.length, tools: spec.operations.length, skipped: skipped.length },
    skipped,
    spec,
  };
  if (diagnostics.failed || spec.operations.length === 0) return { ...failed(), ...report };
  stage("emit");
  try {
    const folder = new OutputFolder(resolve(options.cwd, out));
    const files = emitToolkit(spec, {
      version: toolgenVersion(),
      options: rememberedOptions(options),
      ...specPath(options, folder.root),
      ...(options.packageName === undefined ? {} : { packageName: options.packageName }),
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

function loadOptions({ cwd, allowRefs = [], stdin, fetch, validate }: GenerateOptions): LoadOptions {
  return {
    cwd,
    allowRefs,
    ...(stdin && { stdin }),
    ...(fetch && { fetch }),
    ...(validate === undefined ? {} : { validate }),
  };
}

function writeToolkit(
  folder: OutputFolder,
  files: readonly EmittedFile[],
  spec: ToolSpec,
  options: GenerateOptions,
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

/** How a toolkit on disk stands to its spec, its options and this version: `generateOpenApi` with `check`. */
export async function checkToolkit(
  dir: string,
  options: { readonly cwd: string; readonly fetch?: NonNullable<LoadOptions["fetch"]> },
): Promise<GenerateReport> {
  const diagnostics = new Diagnostics();
  const found = foundToolkit(resolve(options.cwd, dir));
  const spec = found?.manifest.source.spec;
  if (found && spec !== undefined) {
    return generateOpenApi({
      ...recalledOptions(found.manifest.options),
      ...options,
      name: found.manifest.toolkit,
      spec: isUrl(spec) ? spec : relative(options.cwd, resolve(found.root, spec)) || spec,
      out: dir,
      check: true,
    });
  }
  if (found) diagnostics.report("SPEC_UNKNOWN", { message: `${dir} was made from standard input` });
  else diagnostics.report("TOOLKIT_UNREADABLE", { message: `${dir} has no manifest of toolgen` });
  return { ...nothingMade(found?.manifest.toolkit ?? "", dir, ""), stale: true, diagnostics: diagnostics.list };
}

function foundToolkit(dir: string): { readonly root: string; readonly manifest: Manifest } | undefined {
  try {
    const folder = new OutputFolder(dir);
    const manifest = readManifest(folder);
    return manifest && { root: folder.root, manifest };
  } catch (cause) {
    if (refusal(cause) === undefined) throw cause;
    return undefined;
  }
}

const isUrl = (spec: string): boolean => /^https?:\/\//i.test(spec);

/** A URL without user, query and fragment. */
function openPart(spec: string): string {
  if (!isUrl(spec) || !URL.canParse(spec)) return spec;
  const { origin, pathname } = new URL(spec);
  return `${origin}${pathname}`;
}

/** The way from the toolkit to its spec: the same on every machine that has the project. */
function specPath({ cwd, spec }: GenerateOptions, root: string): { readonly spec?: string } {
  if (spec === "-") return {};
  if (isUrl(spec)) return { spec: openPart(spec) };
  // As the folder's own place is: links that lead to either are of this machine.
  const file = resolve(cwd, spec);
  return { spec: slashed(relative(root, join(realpathSync(dirname(file)), basename(file)))) };
}

const SKIPPING: ReadonlySet<string> = new Set(["OPERATION_SKIPPED", "OPERATION_IGNORED", "OPERATION_DEPRECATED"]);

function skippedOf(diagnostics: readonly Diagnostic[]): Skipped[] {
  return diagnostics
    .filter(({ code }) => SKIPPING.has(code))
    .map(({ message, at }) => ({ pointer: at?.pointer ?? "", reason: message }));
}

const slashed = (path: string): string => path.split(sep).join("/");

/** Why the disk, or what stands on it, is in the way; `undefined`: it is something else that went wrong. */
function refusal(cause: unknown): string | undefined {
  if (cause instanceof WriteRefused) return cause.message;
  return cause instanceof Error && "code" in cause && "syscall" in cause ? String(cause.code) : undefined;
}

let version: string | undefined;

/** Of this package. Its package.json stands above `src` and `dist` alike. */
function toolgenVersion(): string {
  if (version === undefined) {
    const file = join(import.meta.dirname, "../package.json");
    const content: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    version =
      typeof content === "object" && content !== null && "version" in content ? String(content.version) : "0.0.0";
  }
  return version;
}
