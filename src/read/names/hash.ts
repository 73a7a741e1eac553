import { createHash } from "node:crypto";

/** Six hex digits that depend on the text alone: what makes two names differ, without a counter. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}
