/** Files of the registry as MCP resources. A handle cannot be guessed: whoever has it may read the file. */
import type { ReadResourceResult } from "@modelcontextprotocol/server";
import type { FileStore } from "../../runtime/index.js";

const SCHEME = "toolgen-file:";
const HANDLE = /^file:([0-9a-f-]{36})$/;

/** `undefined` where it is no handle of a file store. */
export function fileUri(handle: string): string | undefined {
  const id = HANDLE.exec(handle)?.[1];
  return id === undefined ? undefined : `${SCHEME}${id}`;
}

/** `undefined`: there is no such file, or it is gone. */
export function readFile(uri: string, files: FileStore): ReadResourceResult | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  const file = files.get(`file:${uri.slice(SCHEME.length)}`);
  if (file === undefined) return undefined;
  const { bytes, contentType: mimeType = "application/octet-stream" } = file;
  const isText = /^text\/|[/+]json\b/.test(mimeType);
  const buffer = Buffer.from(bytes);
  return {
    contents: [
      isText ? { uri, mimeType, text: buffer.toString("utf8") } : { uri, mimeType, blob: buffer.toString("base64") },
    ],
  };
}
