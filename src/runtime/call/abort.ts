import { ToolError } from "./errors.js";

/** What an aborted call ends with: the reason where it is one of ours, `timeout` for `AbortSignal.timeout`, else `cancelled`. */
export function aborted(signal: AbortSignal): ToolError {
  const reason: unknown = signal.reason;
  if (reason instanceof ToolError) return reason;
  if (reason instanceof DOMException && reason.name === "TimeoutError") {
    return new ToolError("timeout", "The call took longer than its time limit.");
  }
  return new ToolError("cancelled", "The call was cancelled.");
}

/** Aborted with either. What a host gives may be no signal: it is given back, and the call that takes it fails. */
export function eitherOf(given: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  if (given === undefined) return own;
  return given instanceof AbortSignal ? AbortSignal.any([given, own]) : given;
}

/** By signal: one listener of ours does for all calls of a host that shares a signal. Node warns of more than ten. */
const shared = new WeakMap<AbortSignal, Set<() => void>>();

/** Runs once when the signal is aborted, which it is not yet; gives back what prevents it. */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  let all = shared.get(signal);
  if (!all) {
    const made = new Set<() => void>();
    shared.set(signal, made);
    signal.addEventListener("abort", () => {
      for (const each of made) each();
    });
    all = made;
  }
  // Its own object: the same function may be given twice.
  const one = (): void => run();
  all.add(one);
  return () => all.delete(one);
}
