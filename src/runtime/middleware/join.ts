/** Waiting for what another call brings. */
import { aborted, onAbort } from "../call/abort.js";
import type { ToolError } from "../call/errors.js";
import type { Clock } from "../clock.js";

/** What the other call ends in, or `late()` after so many milliseconds. That call goes on, whoever gives up. */
export function joined<T>(
  other: Promise<T>,
  signal: AbortSignal,
  ms: number,
  clock: Clock,
  late: () => ToolError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const leave = (): void => {
      release();
      cancel();
    };
    const fail = (cause: unknown): void => {
      leave();
      reject(cause);
    };
    const release = onAbort(signal, () => fail(aborted(signal)));
    const cancel = clock.after(ms, () => fail(late()));
    other.then((outcome) => {
      leave();
      resolve(outcome);
    }, fail);
  });
}
