/** The audit log: who called what, when, and what came of it. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { EndEvent } from "./events.js";

/** One line of the log. */
export type AuditRecord = Omit<EndEvent, "event" | "call">;

/** Takes each record before the caller gets the result. */
export type Audit = (record: AuditRecord) => void;

/** An audit log that is open. */
export interface AuditFile {
  readonly record: Audit;
  close(): void;
}

export function recordOf({ event: _, call: __, ...record }: EndEvent): AuditRecord {
  return record;
}

/**
 * Appends JSON lines to a file, one write each, so that several processes may share it. A new file is for its owner
 * alone. Throws where the file cannot be opened; a record that cannot be written is a warning of the process.
 */
export function auditFile(path: string): AuditFile {
  const handle = openSync(path, "a", 0o600);
  return {
    record: (record) => void writeSync(handle, `${JSON.stringify(record)}\n`),
    close: () => closeSync(handle),
  };
}
