/** What a run of the generator takes, and what it tells. */
import type { Diagnostic } from "../diagnostics.js";
import type { ToolSpec } from "../ir/types.js";
import type { LoadOptions } from "../read/openapi/load.js";
import type { Change } from "../write/drift.js";
import type { GraphqlToolkitOptions, ToolkitOptions } from "./options.js";

/** Whatever the document is. */
export interface RunOptions {
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** Default: `generated/<name>`. */
  readonly out?: string;
  readonly name?: string;
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

/** What `generateOpenApi` makes a toolkit of, and how. */
export interface GenerateOptions extends RunOptions, ToolkitOptions {
  /** File, http(s) URL, or `-`. */
  readonly spec: string;
  /** swagger-parser's verdict; default: on documents up to 1 MiB. */
  readonly validate?: boolean;
}

/** What `generateGraphql` makes a toolkit of, and how. */
export interface GraphqlOptions extends RunOptions, GraphqlToolkitOptions {
  /** SDL files, globs, introspection JSON, `-`, or one endpoint, which is asked for its schema. */
  readonly sources: readonly string[];
  /** Variables that the endpoint's credential is looked up in; default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export type Stage = "load" | "read" | "emit" | "write";

/** What a run made, wrote and found. Where `ok` is false nothing was written. */
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
