/** Which calls of a batch have to wait for which: what one writes, another must not touch meanwhile. */
import type { AnyTool } from "../../tool/types.js";
import { isRecord } from "../schema.js";

/** A call as far as it is known before it is validated. */
export interface Planned {
  /** `undefined`: there is no such tool, or it does not load. */
  readonly tool: AnyTool | undefined;
  readonly args: unknown;
}

/** For each call the earlier ones that it waits for; what those waited for is done by then, and is not named again. */
export type Waits = readonly (readonly number[])[];

/** Of one lock: those that touched it last, and have to be done before the next one that changes it. */
interface Holders {
  writer: number | undefined;
  readers: number[];
}

/** In linear time: a batch is as long as a model makes it. */
export function waits(calls: readonly Planned[]): Waits {
  const holders = new Map<string, Holders>();
  /** The last call of which nothing is known: it came after all before it, and comes before all after it. */
  let barrier: number[] = [];
  let since: number[] = [];
  return calls.map((call, i) => {
    const locks = locksOf(call);
    if (!locks) {
      const before = since.length > 0 ? since : barrier;
      barrier = [i];
      since = [];
      holders.clear();
      return before;
    }
    since.push(i);
    const before = new Set(barrier);
    for (const lock of locks) for (const other of taken(holders, lock, isRead(call), i)) before.add(other);
    return [...before];
  });
}

/** Takes a lock; gives back who has to be done with it before. */
function taken(holders: Map<string, Holders>, lock: string, reads: boolean, by: number): readonly number[] {
  const { writer, readers } = holders.get(lock) ?? { writer: undefined, readers: [] };
  const last = writer === undefined ? [] : [writer];
  if (!reads) {
    holders.set(lock, { writer: by, readers: [] });
    return readers.length > 0 ? readers : last;
  }
  readers.push(by);
  holders.set(lock, { writer, readers });
  return last;
}

const isRead = ({ tool }: Planned): boolean => tool?.effect === "read";

type Locks = ReadonlySet<string> | undefined;

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
