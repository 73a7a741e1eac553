import { isRecord } from "../runtime/schema.js";

/** Of values inside one another. Maps are lists of entries for some providers: this is more than a tool takes. */
const MAX_DEPTH = 500;

/** Whether a value is too deep to be gone through by calls inside calls. No tool takes such arguments. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => (Array.isArray(one) ? one : isRecord(one) ? Object.values(one) : []));
  }
  return false;
}
