/** Files that tools take and give: bytes stay out of the model's context, a handle stands for them. */
import { randomUUID } from "node:crypto";
import { isRecord } from "../schema.js";
import { wrongArgument } from "./encode.js";

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly filename?: string;
}

/** In memory, bounded; the oldest files go first. */
export interface FileStore {
  /** Keeps a file; gives back its handle, `file:…`. */
  put(file: StoredFile): string;
  get(handle: string): StoredFile | undefined;
}

const DEFAULT_BYTES = 64 * 1024 * 1024;

export function createFileStore(maxBytes: number = DEFAULT_BYTES): FileStore {
  const files = new Map<string, StoredFile>();
  let total = 0;
  return {
    put(file) {
      const handle = `file:${randomUUID()}`;
      files.set(handle, file);
      total += file.bytes.length;
      for (const [oldest, { bytes }] of files) {
        if (total <= maxBytes || oldest === handle) break;
        files.delete(oldest);
        total -= bytes.length;
      }
      return handle;
    },
    get: (handle) => files.get(handle),
  };
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
  if (typeof data !== "string" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(data) || data.replace(/=+$/, "").length % 4 === 1) {
    throw wrongArgument(arg, "has data that is not base64");
  }
  return { bytes: Buffer.from(data, "base64"), ...filename, ...contentType };
}
