/** `--audit <file>`: the log of a command, open as long as the command runs. */
import { resolve } from "node:path";
import type { Audit } from "../runtime/index.js";
import { UsageError } from "./usage.js";

type Runtime = Pick<typeof import("../runtime/index.js"), "auditFile">;

export function openAudit(file: string, cwd: string, { auditFile }: Runtime): Audit {
  try {
    return auditFile(resolve(cwd, file)).record;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown cause";
    throw new UsageError(`--audit: ${file} cannot be written (${code})`, "Check the path.");
  }
}
