import { aborted, onAbort } from "../call/abort.js";

/** Waits for a token that others wait for, too: one caller's abort ends its own waiting alone. */
export function waitFor<T>(token: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const release = onAbort(signal, () => reject(aborted(signal)));
    token.then(resolve, reject).finally(release);
  });
}

/** The value of what a host's function gave back, in time. */
export function within<T>(value: T | PromiseLike<T>, signal: AbortSignal, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const timer = setTimeout(() => reject(new Error("There was no answer in time.")), timeoutMs);
    const release = onAbort(signal, () => reject(aborted(signal)));
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        release();
      });
  });
}
