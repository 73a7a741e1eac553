/** The files of a schema, or of operation documents: those that were named, and those that they import. */
import { createHash } from "node:crypto";
import { basename, relative, sep } from "node:path";
import type { Diagnostics } from "../../../diagnostics.js";
import { type Access, createAccess } from "../../source/access.js";
import { decodeText } from "../../source/decode.js";
import { ReadFault } from "../../source/fault.js";
import type { FetchBytes } from "../../source/fetch.js";
import { readFileBytes } from "../../source/file.js";
import { locate, type Refusal, realPath } from "../../source/locate.js";
import { type Origin, type Source, shownUrl } from "../../source/origin.js";
import { readSpec, specName } from "../../source/spec.js";
import { expandGlob, isGlob } from "./glob.js";
import { type Import, importsOf } from "./imports.js";
import type { GraphqlLimits } from "./limits.js";

export interface TextFile {
  /** As the user named it, or relative to where they are; a URL without what may be secret. */
  readonly shown: string;
  /** Base name, or URL. */
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  /** An `#import` alone names it. */
  readonly imported: boolean;
}

export interface LibraryOptions {
  readonly cwd: string;
  readonly stdin: (() => Promise<Uint8Array>) | undefined;
  readonly fetch: FetchBytes;
  readonly allowRefs: readonly string[];
  readonly limits: GraphqlLimits;
}

interface Opened extends TextFile {
  readonly origin: Origin;
}

/**
 * Every file once, those named first. What is named and cannot be read is a `FileFault`; what is imported and may not or
 * cannot be read is reported.
 */
export async function readTexts(
  names: readonly string[],
  options: LibraryOptions,
  diagnostics: Diagnostics,
): Promise<readonly TextFile[]> {
  const { cwd, limits } = options;
  const budget = { bytes: limits.bytes };
  const files = new Map<string, Opened>();
  for (const name of names) {
    for (const spec of await expanded(name, cwd)) {
      const source = await inFile(specName(spec).shown, () => readSpec(spec, { ...options, limit: budget.bytes }));
      add(files, source, specName(spec).shown, false, options, budget);
    }
  }
  const roots = [...files.values()].map(({ origin }) => origin);
  const access = createAccess(roots, options.allowRefs, cwd, names[0] ?? "", diagnostics);
  // A map gives what is added while it is walked, too.
  for (const file of files.values()) {
    for (const one of importsOf(file.text)) await follow(one, file, { files, access, options, budget }, diagnostics);
  }
  return [...files.values()];
}

/** A `ReadFault`, with the file that it is about. */
export class FileFault extends Error {
  override readonly name = "FileFault";
  readonly file: string;
  readonly fault: ReadFault;

  constructor(file: string, fault: ReadFault) {
    super(fault.message, { cause: fault });
    this.file = file;
    this.fault = fault;
  }
}

/** Names the file in what is thrown. */
export async function inFile<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof ReadFault ? new FileFault(file, cause) : cause;
  }
}

async function expanded(name: string, cwd: string): Promise<readonly string[]> {
  if (name === "-" || /^[a-z][a-z0-9+.-]+:\/\//i.test(name) || !isGlob(name, cwd)) return [name];
  return inFile(name, () => expandGlob(name, cwd));
}

function add(
  files: Map<string, Opened>,
  { origin, bytes }: Source,
  shown: string,
  imported: boolean,
  { limits }: LibraryOptions,
  budget: { bytes: number },
): void {
  const id = idOf(origin);
  if (files.has(id)) return;
  if (files.size >= limits.files)
    throw new FileFault(shown, new ReadFault("LIMIT_EXCEEDED", `more than ${limits.files} files`));
  budget.bytes -= bytes.length;
  const name = origin.kind === "path" ? basename(origin.path) : origin.kind === "url" ? shownUrl(origin.url) : "stdin";
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  files.set(id, { shown, name, text: textOf(bytes, shown), sha256, imported, origin });
}

function textOf(bytes: Uint8Array, shown: string): string {
  try {
    return decodeText(bytes);
  } catch (cause) {
    throw cause instanceof ReadFault ? new FileFault(shown, cause) : cause;
  }
}

interface Following {
  readonly files: Map<string, Opened>;
  readonly access: Access;
  readonly options: LibraryOptions;
  readonly budget: { bytes: number };
}

async function follow(
  { path, line }: Import,
  from: Opened,
  following: Following,
  diagnostics: Diagnostics,
): Promise<void> {
  const { files, access, options, budget } = following;
  const at = { file: from.shown, pointer: "", line, column: 1 };
  const said = `#import ${JSON.stringify(path.slice(0, 300))}`;
  const found = importedFrom(path, from.origin, access);
  if (!(found instanceof ReadFault) && found.kind === "refused") {
    diagnostics.report("REF_REFUSED", { message: `${said} is refused: ${found.reason}`, at, fix: found.fix });
    return;
  }
  try {
    if (found instanceof ReadFault) throw found;
    if (files.has(idOf(found))) return;
    add(files, await sourceOf(found, options, budget.bytes), shownOf(found, options.cwd), true, options, budget);
  } catch (cause) {
    const fault = cause instanceof FileFault ? cause.fault : cause;
    if (!(fault instanceof ReadFault)) throw cause;
    diagnostics.report("REF_UNREADABLE", { message: `${said}: ${fault.message}`, at });
  }
}

type FileOrigin = Exclude<Origin, { kind: "stream" }>;

function importedFrom(path: string, from: Origin, access: Access): FileOrigin | Refusal | ReadFault {
  const target = locate(path, from, access);
  if (target.kind !== "path") return target;
  const real = realPath(target.candidates, access);
  return typeof real === "string" ? { kind: "path", path: real } : real;
}

async function sourceOf(origin: FileOrigin, { fetch }: LibraryOptions, limit: number): Promise<Source> {
  if (origin.kind === "url") return fetch(origin.url, limit);
  return { origin, bytes: readFileBytes(origin.path, limit, "regular") };
}

function shownOf(origin: FileOrigin, cwd: string): string {
  return origin.kind === "url" ? shownUrl(origin.url) : relative(cwd, origin.path).split(sep).join("/");
}

function idOf(origin: Origin): string {
  return origin.kind === "path" ? origin.path : origin.kind === "url" ? origin.url.href : "-";
}
