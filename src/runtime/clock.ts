/** Time for everything that waits. Monotonic: what someone does to the wall clock makes nobody wait, nor burst. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Runs once after `ms`, not before; gives back what prevents it. */
  after(ms: number, run: () => void): () => void;
}

/** A longer delay makes Node's timers fire after 1 ms. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/** The process's own; looks its timers up on each use, so that they can be replaced in tests. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    // Node rounds a delay down to whole milliseconds.
    const timer = setTimeout(run, Math.min(Math.ceil(ms), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Waits until `at` has come by the clock; rejects with what `stopped` makes of it as soon as the signal is aborted. */
export function sleepUntil(at: number, clock: Clock, signal: AbortSignal, stopped: () => Error): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(stopped());
    let cancel = (): void => {};
    const onAbort = (): void => {
      cancel();
      reject(stopped());
    };
    const check = (): void => {
      const left = at - clock.now();
      if (left > 0) {
        cancel = clock.after(left, check);
        return;
      }
      signal.removeEventListener("abort", onAbort);
      resolve();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    check();
  });
}
