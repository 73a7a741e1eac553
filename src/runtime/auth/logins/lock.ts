/** A lock between processes: a file that exists while someone holds it. */
import { randomUUID } from "node:crypto";
import { readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface LockTimes {
  /** How often a holder shows that it lives; default 2 s. */
  readonly beatMs?: number;
  /** A holder that was not seen for so long is gone; default 10 s. */
  readonly staleMs?: number;
  /** Longest wait; default 60 s. */
  readonly waitMs?: number;
}

const POLL_MS = 25;

/**
 * Runs `work` while no other process holds `file`. A holder touches it again and again; that of a process which died
 * is broken. What counts is whether the time of the file moves, not what it says: clocks of machines differ.
 */
export async function withLock<T>(file: string, work: () => Promise<T>, times: LockTimes = {}): Promise<T> {
  const { beatMs = 2000, staleMs = 10_000, waitMs = 60_000 } = times;
  const own = randomUUID();
  await take(file, own, staleMs, waitMs);
  const beat = setInterval(() => touch(file), beatMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // Broken by someone who thought us dead: then it is theirs.
    if (holderOf(file) === own) remove(file);
  }
}

async function take(file: string, own: string, staleMs: number, waitMs: number): Promise<void> {
  const from = performance.now();
  let seen: string | undefined;
  let since = from;
  while (!create(file, own)) {
    const now = performance.now();
    const state = stateOf(file);
    if (state !== seen) {
      seen = state;
      since = now;
    } else if (state !== undefined && now - since > staleMs) {
      breakLock(file, state);
    }
    if (now - from > waitMs) throw new Error("The lock of a login was not given back in time.");
    await sleep(POLL_MS * (1 + Math.random()));
  }
}

/** Two who see the same dead lock must not remove each other's new one: only one at a time may break. */
function breakLock(file: string, dead: string): void {
  const right = `${file}.break`;
  if (!create(right, "")) {
    const age = Date.now() - (statSync(right, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // What stands between is a few calls to the file system; who has not done them by now never will.
    if (Math.abs(age) > 60_000) remove(right);
    return;
  }
  try {
    if (stateOf(file) === dead) remove(file);
  } finally {
    remove(right);
  }
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (cause) {
    if (hasCode(cause, "EEXIST")) return false;
    throw cause;
  }
}

function stateOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.mtimeNs}`;
}

function holderOf(file: string): string | undefined {
  return unlessGone(() => readFileSync(file, "utf8"));
}

function touch(file: string): void {
  const now = new Date();
  unlessGone(() => utimesSync(file, now, now));
}

function remove(file: string): void {
  unlessGone(() => unlinkSync(file));
}

function unlessGone<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) return undefined;
    throw cause;
  }
}

/** Of Node's system errors. */
export function hasCode(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof Error && "code" in cause && codes.includes(String(cause.code));
}
