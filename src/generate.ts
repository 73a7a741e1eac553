/** The pipeline: the one file that knows every stage. load → read → shape → emit → write. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { type Diagnostic, Diagnostics } from "./diagnostics.js";
import type { EmittedFile } from "./emit/file.js";
import { isPackageName } from "./emit/package.js";
import { emitToolkit } from "./emit/toolkit.js";
import type { ToolSpec } from "./ir/types.js";
import { readOpenApi } from "./read/openapi/index.js";
import { type LoadOptions, loadOpenApi } from "./read/openapi/load.js";
import { shape } from "./shape/index.js";
import type { Quota } from "./tool/types.js";
import { type Change, changesOf } from "./write/drift.js";
import { carryOut, planWrite, type WritePlan } from "./write/files.js";
import { OutputFolder, WriteRefused } from "./write/folder.js";
import { readManifest } from "./write/manifest.js";

export type { Change, ChangeKind } from "./write/drift.js";

export interface GenerateOptions {
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** File, http(s) URL, or `-`. */
  readonly spec: string;
  /** Default: `generated/<name>`. */
  readonly out?: string;
  readonly name?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly tags?: readonly string[];
  readonly baseUrl?: string;
  readonly quota?: Quota;
  readonly allowOrigins?: readonly string[];
  readonly allowRefs?: readonly string[];
  readonly deprecated?: boolean;
  /** Settings of single tools, by tool name, operationId, `METHOD /path`, or a glob over these. */
  readonly tools?: Readonly<Record<string, unknown>>;
  /** npm name of a package.json to write. */
  readonly packageName?: string;
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
  /** As the user named it. */
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

const NO_FILES: FileReport = { written: [], removed: [], unchanged: 0, edited: [], foreign: [] };

/** Spec → toolkit. Bad input ends in a report with `ok: false`, never in an exception, and writes nothing. */
export async function generateOpenApi(options: GenerateOptions): Promise<GenerateReport> {
  const diagnostics = new Diagnostics();
  const stage = options.onStage ?? ((): void => undefined);
  const failed = (): GenerateReport => ({
    ok: false,
    stale: false,
    toolkit: options.name ?? "",
    out: options.out ?? "",
    source: options.spec,
    counts: { operations: 0, tools: 0, skipped: 0 },
    skipped: [],
    diagnostics: diagnostics.list,
    files: NO_FILES,
    changes: [],
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
    source: options.spec,
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
    if (!(cause instanceof WriteRefused) && !isFileError(cause)) throw cause;
    const what = cause instanceof WriteRefused ? cause.message : String(cause.code);
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
  const folder = new OutputFolder(resolve(options.cwd, dir));
  const manifest = readManifest(folder);
  const diagnostics = new Diagnostics();
  const spec = manifest?.source.spec;
  if (!manifest || spec === undefined) {
    const message = manifest ? `${dir} was made from standard input` : `${dir} has no manifest of toolgen`;
    diagnostics.report(manifest ? "SPEC_UNKNOWN" : "TOOLKIT_UNREADABLE", { message });
    const counts = { operations: 0, tools: 0, skipped: 0 };
    return {
      ok: false,
      stale: true,
      toolkit: manifest?.toolkit ?? "",
      out: dir,
      source: "",
      counts,
      skipped: [],
      diagnostics: diagnostics.list,
      files: NO_FILES,
      changes: [],
    };
  }
  const remembered = manifest.options as Partial<GenerateOptions>;
  return generateOpenApi({
    ...remembered,
    ...options,
    name: manifest.toolkit,
    spec:
      URL.canParse(spec) && /^https?:/.test(spec) ? spec : relative(options.cwd, resolve(folder.root, spec)) || spec,
    out: dir,
    check: true,
  });
}

/** What has to be the same for the same output, by the names that a config file has. */
function rememberedOptions(options: GenerateOptions): Readonly<Record<string, unknown>> {
  const { include, exclude, tags, baseUrl, quota, allowOrigins, allowRefs, deprecated, tools, packageName } = options;
  const lists = { include, exclude, tags, allowOrigins, allowRefs };
  const given = Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0);
  const rest = Object.entries({ baseUrl, quota, deprecated: deprecated || undefined, tools, packageName }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries([
    ...given,
    ...rest.filter(([key, value]) => key !== "tools" || Object.keys(value as object).length > 0),
  ]);
}

/** The way from the toolkit to its spec: the same on every machine that has the project. */
function specPath({ cwd, spec }: GenerateOptions, root: string): { readonly spec?: string } {
  if (spec === "-") return {};
  if (/^https?:\/\//i.test(spec)) {
    const url = new URL(spec);
    return { spec: `${url.origin}${url.pathname}` };
  }
  return { spec: slashed(relative(root, resolve(cwd, spec))) };
}

const SKIPPING: ReadonlySet<string> = new Set(["OPERATION_SKIPPED", "OPERATION_IGNORED", "OPERATION_DEPRECATED"]);

function skippedOf(diagnostics: readonly Diagnostic[]): Skipped[] {
  return diagnostics
    .filter(({ code }) => SKIPPING.has(code))
    .map(({ message, at }) => ({ pointer: at?.pointer ?? "", reason: message }));
}

const slashed = (path: string): string => path.split(sep).join("/");

function isFileError(cause: unknown): cause is Error & { readonly code: string } {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" && "syscall" in cause;
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
