import { ReadFault } from "./fault.js";

/** Bytes to text: UTF-8, or UTF-16 where a byte order mark says so. The mark itself is dropped. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ReadFault("SYNTAX_ERROR", `the bytes are not ${encoding.toUpperCase()} text`, {}, cause);
  }
}
