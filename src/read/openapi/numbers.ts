/** Integers that lost digits when the document was read. */
import type { Diagnostics } from "../../diagnostics.js";
import type { Placer } from "./place/place.js";
import { tokensOf } from "./pointer.js";
import type { DocumentFile } from "./reference/library.js";

const MAX_REPORTED = 20;

/** Bounds may be off by one in 10^16; a default, a constant or a choice may not. Examples are of no consequence. */
export function reportImprecise(file: DocumentFile, placer: Placer, diagnostics: Diagnostics): void {
  let reported = 0;
  for (const pointer of file.scan.bigNumbers) {
    if (!/\/(?:default|const|enum)(?:\/|$)/.test(pointer) || /\/(?:examples?|x-[^/]*)(?:\/|$)/.test(pointer)) continue;
    const at = { file: file.key, pointer };
    const digits = placer.digits(at);
    const value = tokensOf(pointer).reduce<unknown>(step, file.value);
    if (digits === undefined || !/^-?\d+$/.test(digits) || typeof value !== "number") continue;
    // 9223372036854776000 is how JavaScript itself writes 2^63.
    if (BigInt(digits) === BigInt(value) || digits === String(value)) continue;
    diagnostics.report("NUMBER_IMPRECISE", { message: `${digits} is read as ${BigInt(value)}`, at: placer.place(at) });
    reported += 1;
    if (reported === MAX_REPORTED) return;
  }
}

function step(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
