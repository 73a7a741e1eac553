/** The config file → what is in it: JSON, YAML, or the default export of a module. */
import { readFileSync } from "node:fs";
import { dirname, extname } from "node:path";
import { pathToFileURL } from "node:url";
import { JsonError, parseJson } from "../json/parse.js";
import { registerFolders } from "./loader/register.js";
import { UsageError } from "./usage.js";

/** `file`: as messages call it. Throws `UsageError`, with line and column where there are any. */
export async function readConfigFile(path: string, file: string): Promise<unknown> {
  const kind = extname(path);
  if (kind === ".json") return readJson(textOf(path, file), file);
  if (kind === ".yaml" || kind === ".yml") return readYaml(textOf(path, file), file);
  await registerFolders([dirname(path)]);
  let module: unknown;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (cause) {
    throw new UsageError(`${file} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
}

function textOf(path: string, file: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown cause";
    throw new UsageError(`${file} cannot be read (${code})`, "Check --config.");
  }
}

function readJson(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    const lines = text.slice(0, cause.offset).split("\n");
    const place = `${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
    throw new UsageError(`${file}:${place} is no JSON: ${cause.reason}`, "Correct the text there.");
  }
}

async function readYaml(text: string, file: string): Promise<unknown> {
  const { load, YAMLException } = await import("js-yaml");
  try {
    return load(text);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const place = cause.mark ? `:${cause.mark.line + 1}:${cause.mark.column + 1}` : "";
    throw new UsageError(`${file}${place} is no YAML: ${cause.reason}`, "Correct the text there.");
  }
}
