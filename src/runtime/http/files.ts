/** Files that tools take and give: bytes stay out of the model's context, a handle stands for them. */
import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "../clock.js";
import { isRecord } from "../schema.js";
import { wrongArgument } from "./request/encode.js";

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly filename?: string;
}

/** In memory, bounded in size and time; the oldest files go first. */
export interface FileStore {
  /** Keeps a file; gives back its handle, `file:…`. */
  put(file: StoredFile): string;
  get(handle: string): StoredFile | undefined;
}

export interface FileStoreOptions {
  /** Of all files together; default 64 MiB. A file that is larger by itself is kept alone. */
  readonly maxBytes?: number;
  /** How long a file is kept; default one hour. */
  readonly maxAgeMs?: number;
  readonly clock?: Clock;
}

const DEFAULT_BYTES = 64 * 1024 * 1024;
const DEFAULT_AGE_MS = 60 * 60 * 1000;

export function createFileStore(options: FileStoreOptions = {}): FileStore {
  const { maxBytes = DEFAULT_BYTES, maxAgeMs = DEFAULT_AGE_MS, clock = systemClock } = options;
  const files = new Map<string, { readonly file: StoredFile; readonly until: number }>();
  let total = 0;
  // In order of insertion: the first ones are the oldest, and the first ones to expire.
  const discard = (room: number): void => {
    const now = clock.now();
    for (const [handle, { file, until }] of files) {
      if (until > now && total <= room) break;
      files.delete(handle);
      total -= file.bytes.length;
    }
  };
  return {
    put(file) {
      discard(maxBytes - file.bytes.length);
      const handle = `file:${randomUUID()}`;
      files.set(handle, { file, until: clock.now() + maxAgeMs });
      total += file.bytes.length;
      return handle;
    },
    get(handle) {
      discard(Number.POSITIVE_INFINITY);
      return files.get(handle)?.file;
    },
  };
}

/**
 * The content type that a file is sent with. The document decides: its one type, or the file's own where that is among
 * the types and ranges that the document names. Where it names none, the file's own.
 */
export function fileType(own: string | undefined, declared: readonly string[], arg: string): string {
  const [only] = declared;
  if (only === undefined) return own ?? "application/octet-stream";
  if (declared.length === 1 && !only.includes("*")) return only;
  const concrete = declared.find((range) => !range.includes("*")) ?? "application/octet-stream";
  if (own === undefined) return concrete;
  const essence = (own.split(";", 1)[0] ?? "").trim().toLowerCase();
  const taken = declared.some((range) => {
    const wanted = (range.split(";", 1)[0] ?? "").trim().toLowerCase();
    return wanted === "*/*" || (wanted.endsWith("/*") ? essence.startsWith(wanted.slice(0, -1)) : essence === wanted);
  });
  if (taken) return own;
  throw wrongArgument(
    arg,
    `is a file of the type ${JSON.stringify(own.slice(0, 80))}, and ${declared.join(", ")} is taken`,
  );
}

/** Contract: `{data: base64, filename?, contentType?}` or `{handle}` → the file. */
export function readFileValue(value: unknown, arg: string, files: FileStore): StoredFile {
  if (typeof value === "string") return { bytes: Buffer.from(value) };
  if (!isRecord(value)) throw wrongArgument(arg, "is no file: give {data: base64} or {handle}");
  const filename = typeof value["filename"] === "string" ? { filename: value["filename"] } : {};
  const contentType = typeof value["contentType"] === "string" ? { contentType: value["contentType"] } : {};
  if (typeof value["handle"] === "string") {
    const stored = files.get(value["handle"]);
    if (!stored)
      throw wrongArgument(
        arg,
        `names a file that is not there (any more): ${JSON.stringify(value["handle"].slice(0, 80))}`,
      );
    return { ...stored, ...filename, ...contentType };
  }
  const data = value["data"];
  if (typeof data !== "string" || !isBase64(data)) throw wrongArgument(arg, "has data that is not base64");
  return { bytes: Buffer.from(data, "base64"), ...filename, ...contentType };
}

/** RFC 4648, sections 4 and 5, with padding or without. */
function isBase64(text: string): boolean {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return false;
  return text.endsWith("=") ? text.length % 4 === 0 : text.length % 4 !== 1;
}
