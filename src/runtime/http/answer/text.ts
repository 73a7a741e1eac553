/** Bytes → text. */
import { isJson } from "../request/serialize.js";

const TEXT =
  /^(?:text\/|application\/(?:xml|javascript|x-javascript|ecmascript|x-www-form-urlencoded|graphql|yaml|x-yaml|x-ndjson|ndjson|jsonl|json-seq|toml|sql)\b|[^;]*\+(?:xml|yaml))/i;

/** `text/*`, XML, and what is text by another name. */
export function isText(type: string): boolean {
  return TEXT.test(type);
}

export function looksLikeText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    // Not UTF-8: binary.
    return false;
  }
}

const utf8 = new TextDecoder();

/** By the charset of the content type; what it cannot hold becomes U+FFFD, a byte order mark is dropped. */
export function decodeText(bytes: Uint8Array, type: string): string {
  // RFC 8259, section 8.1: JSON is UTF-8, whatever is said beside it.
  const charset = isJson(type) ? undefined : /charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8.decode(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (cause) {
    // An unknown charset: the web's default.
    if (cause instanceof RangeError) return utf8.decode(bytes);
    throw cause;
  }
}
