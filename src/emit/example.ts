/** The tool that a page shows first: one that anybody can try. */
import type { Operation } from "../ir/types.js";

/** A read without required arguments, if there is one. */
export function exampleTool(operations: readonly Operation[]): Operation | undefined {
  const reads = operations.filter((o) => o.effect === "read");
  return reads.find((o) => requiredArguments(o).length === 0) ?? reads[0] ?? operations[0];
}

export function requiredArguments({ input }: Operation): readonly string[] {
  return typeof input === "object" ? (input.required ?? []) : [];
}
