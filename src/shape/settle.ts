/** Settings that only make sense among the other tools: checked when all of them are known. */
import type { Diagnostics } from "../diagnostics.js";
import type { Operation } from "../ir/types.js";
import type { JsonSchema } from "../tool/json-schema.js";
import { nearest } from "../tool/nearest.js";
import type { Effect } from "../tool/types.js";

const RANK: Readonly<Record<Effect, number>> = { read: 0, write: 1, irreversible: 2 };

/** What cannot hold is left out, and told. */
export function settleSettings<O extends Operation>(operations: readonly O[], diagnostics: Diagnostics): readonly O[] {
  const byName = new Map<string, Operation>(operations.map((operation) => [operation.toolName, operation]));
  return operations.map((operation) => {
    const complain = (message: string): void =>
      diagnostics.report("EXTENSION_INVALID", { message: `${operation.toolName}: ${message}` });
    const { cache, fallback, locks, ...rest } = operation;
    const others = fallback?.filter((name) => standsIn(name, operation, byName, complain)) ?? [];
    return {
      ...(rest as O),
      // Only the results of reads are kept.
      ...(cache && operation.effect === "read" && { cache }),
      ...(others.length > 0 && { fallback: others }),
      // Without one of its locks a call would overtake others, so none is kept.
      ...(locks?.every((lock) => isFilled(lock, operation.input, complain)) && { locks }),
    };
  });
}

/** Whoever asks for a read has not asked for a write. */
function standsIn(
  name: string,
  { toolName, effect }: Operation,
  tools: ReadonlyMap<string, Operation>,
  complain: (message: string) => void,
): boolean {
  const other = tools.get(name);
  if (!other || name === toolName) {
    const [near] = nearest(
      name,
      [...tools.keys()].filter((one) => one !== toolName),
      1,
    );
    complain(`fallback: there is no other tool ${JSON.stringify(name)}${near ? `: did you mean ${near}?` : ""}`);
    return false;
  }
  if (RANK[other.effect] <= RANK[effect]) return true;
  complain(`fallback: ${name} does more than it does (${other.effect} rather than ${effect})`);
  return false;
}

function isFilled(lock: string, input: JsonSchema, complain: (message: string) => void): boolean {
  const properties = (typeof input === "object" && input.properties) || {};
  const names = [...lock.matchAll(/\{([A-Za-z_]\w*)\}/g)].map(([, name = ""]) => name);
  const lost = names.find((name) => !Object.hasOwn(properties, name));
  if (lost === undefined) return true;
  const [near] = nearest(lost, Object.keys(properties), 1);
  complain(`locks: there is no argument ${lost}${near ? `: did you mean ${near}?` : ""}`);
  return false;
}
