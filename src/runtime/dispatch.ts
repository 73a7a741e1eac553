/** Batches: the side effects of a list of calls happen in the order of the list. */
import type { BatchCall } from "./options.js";
import type { ToolResult } from "./result.js";

/**
 * `sideBySide`: how many may run at a time; 1 where the order counts. Results come in the order of the calls. `one`
 * does not reject: a call that fails does not keep the next one from running.
 */
export async function dispatch(
  calls: readonly BatchCall[],
  sideBySide: number,
  one: (call: BatchCall) => Promise<ToolResult>,
): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  const waiting = calls.entries();
  const work = async (): Promise<void> => {
    // All workers take from the one iterator.
    for (const [i, call] of waiting) results[i] = await one(call);
  };
  const workers = Math.max(1, Math.min(sideBySide, calls.length));
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}
