/** Calls what a host listens with. What that throws is its own fault: a call goes on, and the process is warned. */
export function tell<T>(listener: (value: T) => unknown, value: T, what: string): void {
  try {
    const returned = listener(value);
    if (returned instanceof Promise) returned.catch((cause: unknown) => warn(what, cause));
  } catch (cause) {
    warn(what, cause);
  }
}

function warn(what: string, cause: unknown): void {
  process.emitWarning(`${what} failed${reasonOf(cause)}`, { type: "ToolgenWarning" });
}

function reasonOf(cause: unknown): string {
  try {
    return `: ${cause instanceof Error ? cause.message : String(cause)}`;
  } catch {
    // Anything can be thrown, even what has no text.
    return "";
  }
}
