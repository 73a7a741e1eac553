import { setMaxListeners } from "node:events";

const told = new WeakSet<AbortSignal>();

/** One signal may end any number of calls; Node takes more than ten listeners for a leak. */
export function expectManyListeners(signal: AbortSignal): void {
  if (told.has(signal)) return;
  told.add(signal);
  setMaxListeners(0, signal);
}
