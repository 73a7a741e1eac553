/** A folder of its own for each test, and a loader that looks at nothing else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import { type Diagnostic, Diagnostics } from "../../../../../src/diagnostics.js";
import type { JsonValue, OpenApiDocument } from "../../../../../src/read/openapi/document.js";
import { type LoadOptions, loadOpenApi } from "../../../../../src/read/openapi/load.js";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Writes files, and returns the folder they are in. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-load-"));
  made.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export interface Loading {
  readonly document: OpenApiDocument | undefined;
  readonly list: readonly Diagnostic[];
  readonly codes: readonly string[];
}

export async function load(spec: string, options: Partial<LoadOptions> = {}): Promise<Loading> {
  const diagnostics = new Diagnostics();
  const all = { cwd: tmpdir(), allowRefs: [], validate: false, ...options };
  const document = await loadOpenApi(spec, all, diagnostics);
  return { document, list: diagnostics.list, codes: diagnostics.list.map((d) => d.code) };
}

/** One document, by its text. */
export async function loadText(text: string | Uint8Array, options: Partial<LoadOptions> = {}): Promise<Loading> {
  const stdin = async () => (typeof text === "string" ? Buffer.from(text) : text);
  return load("-", { stdin, ...options });
}

/** The smallest document of OpenAPI 3.1, with these components and paths. */
export function openapi(rest: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, ...rest });
}

/** What a reference in the root file leads to. */
export function target(loading: Loading, ref: string, pointer = ""): JsonValue | undefined {
  const { document } = loading;
  return document?.resolve(ref, { file: document.root.at.file, pointer })?.value;
}
