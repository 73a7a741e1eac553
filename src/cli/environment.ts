import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Environment } from "./terminal.js";
import { UsageError } from "./usage.js";

/** The process's variables, and those of the files where it has none of that name; a later file goes before an earlier one. */
export function readEnvironment(files: readonly string[], env: Environment, cwd: string): Environment {
  const read = files.map((file) => parseEnv(textOf(file, cwd)));
  return { ...Object.assign({}, ...read), ...env };
}

function textOf(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    throw new UsageError(`--env-file: ${file} cannot be read (${code ?? "unknown cause"})`, "Check the path.");
  }
}
