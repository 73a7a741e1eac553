import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { ReadFault } from "./fault.js";

const CHUNK = 64 * 1024;

/** All bytes of a file, or of a pipe that has a name; refused before reading where it is larger than `limit`. */
export function readFileBytes(path: string, limit: number, kind: "regular" | "any"): Uint8Array {
  try {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    const fd = openSync(path, kind === "regular" ? constants.O_RDONLY | constants.O_NONBLOCK : constants.O_RDONLY);
    try {
      const stat = fstatSync(fd);
      if (stat.isDirectory()) throw new ReadFault("FILE_UNREADABLE", "it is a folder; name the root document in it");
      if (stat.isFile()) {
        if (stat.size > limit) throw tooLarge(stat.size, limit);
        return readFileSync(fd);
      }
      if (kind === "regular") throw new ReadFault("FILE_UNREADABLE", "it is not a regular file");
      return readPipe(fd, limit);
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    throw cause instanceof ReadFault ? cause : new ReadFault("FILE_UNREADABLE", reasonOf(cause), {}, cause);
  }
}

function readPipe(fd: number, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(CHUNK);
    const count = readSync(fd, chunk);
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > limit) throw tooLarge(size, limit);
    chunks.push(chunk.subarray(0, count));
  }
}

export function tooLarge(size: number, limit: number): ReadFault {
  const found = size > limit + CHUNK ? `${megabytes(size)}, ` : "";
  return new ReadFault("LIMIT_EXCEEDED", `${found}more than the limit of ${megabytes(limit)}`);
}

export function megabytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${Number((bytes / 1024 / 1024).toFixed(1))} MiB`;
}

export const NOTHING_THERE = "there is no such file";

const REASONS = new Map([
  ["ENOENT", NOTHING_THERE],
  ["ENOTDIR", NOTHING_THERE],
  ["EACCES", "it may not be read"],
  ["EPERM", "it may not be read"],
  ["ELOOP", "its links run in a circle"],
  ["ENAMETOOLONG", "its name is too long"],
]);

/** In words; the system's own message would repeat absolute paths. */
export function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  return (code && REASONS.get(code)) ?? `it cannot be read${code ? ` (${code})` : ""}`;
}
