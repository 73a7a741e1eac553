/** Reads the manifest of a toolkit on disk. */
import type { Manifest } from "../emit/manifest.js";
import type { OutputFolder } from "./folder.js";

export const MANIFEST = "manifest.json";

/** `undefined`: there is none, or it is none of ours. */
export function readManifest(folder: OutputFolder): Manifest | undefined {
  return folder.exists ? manifestAt(folder, MANIFEST) : undefined;
}

/** Of runs that were killed before they came to the manifest: some of what they list is in place. */
export function unfinishedManifests(folder: OutputFolder): readonly Manifest[] {
  return folder.unfinished.flatMap((name) => manifestAt(folder, `${name}/new/${MANIFEST}`) ?? []);
}

function manifestAt(folder: OutputFolder, path: string): Manifest | undefined {
  const text = folder.read(path);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
  return isManifest(value) ? value : undefined;
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || !isRecord(value["generator"]) || value["generator"]["name"] !== "toolgen") return false;
  const { files, tools, options, source, toolkit } = value;
  if (typeof toolkit !== "string") return false;
  if (!isRecord(files) || !isRecord(options) || !isRecord(source) || !Array.isArray(tools)) return false;
  if (source["spec"] !== undefined && typeof source["spec"] !== "string") return false;
  const { specs } = source;
  if (specs !== undefined && !(Array.isArray(specs) && specs.every((spec) => typeof spec === "string"))) return false;
  const sound = (tool: unknown): boolean =>
    isRecord(tool) && typeof tool["name"] === "string" && typeof tool["file"] === "string" && isRecord(tool["origin"]);
  return Object.values(files).every((hash) => typeof hash === "string") && tools.every(sound);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
