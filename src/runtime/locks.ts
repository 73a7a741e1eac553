/** Which calls of a batch have to wait for which: what one writes, another must not touch meanwhile. */
import type { AnyTool } from "../tool/types.js";
import { isRecord } from "./schema.js";

/** A call as far as it is known before it is validated. */
export interface Planned {
  /** `undefined`: there is no such tool, or it does not load. */
  readonly tool: AnyTool | undefined;
  readonly args: unknown;
}

/** For each call the earlier ones that it waits for. */
export type Waits = readonly (readonly number[])[];

export function waits(calls: readonly Planned[]): Waits {
  const locks = calls.map(locksOf);
  return calls.map((call, i) => {
    const before: number[] = [];
    for (let j = 0; j < i; j++) {
      const other = calls[j];
      if (other && collide(call, locks[i], other, locks[j])) before.push(j);
    }
    return before;
  });
}

const isRead = ({ tool }: Planned): boolean => tool?.effect === "read";

type Locks = ReadonlySet<string> | undefined;

function collide(a: Planned, aLocks: Locks, b: Planned, bLocks: Locks): boolean {
  // Nothing is known of one of them: strictly in order.
  if (!aLocks || !bLocks) return true;
  if (isRead(a) && isRead(b)) return false;
  return [...aLocks].some((lock) => bLocks.has(lock));
}

/** What a call touches, as its tool declares it; `undefined`: nobody knows. */
function locksOf({ tool, args }: Planned): Locks {
  if (!tool?.locks) return undefined;
  const filled = new Set<string>();
  for (const lock of tool.locks) {
    const text = fill(lock, args);
    if (text === undefined) return undefined;
    filled.add(text);
  }
  return filled;
}

/** `repo:{owner}/{repo}`; `undefined` where an argument is not there, or is no plain value. */
function fill(lock: string, args: unknown): string | undefined {
  let whole = true;
  const text = lock.replace(/\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
    const value = isRecord(args) && Object.hasOwn(args, name) ? args[name] : undefined;
    if (!["string", "number", "bigint", "boolean"].includes(typeof value)) whole = false;
    // Quoted, so that no value reaches over its place.
    return JSON.stringify(String(value));
  });
  return whole ? text : undefined;
}
