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
  const reason = cause instanceof Error ? cause.message : String(cause);
  process.emitWarning(`${what} failed: ${reason}`, { type: "ToolgenWarning" });
}
