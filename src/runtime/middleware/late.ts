/** Layers that only some calls need are loaded with the first of these. */
import type { Call, Middleware } from "../call/call.js";

/** Calls that it does not `concern` go straight on. Calls that wait for it go on in their order. */
export function late(concerns: (call: Call) => boolean, load: () => Promise<Middleware>): Middleware {
  let loading: Promise<Middleware> | undefined;
  return async (call, next) => {
    if (!concerns(call)) return next(call);
    loading ??= load();
    return (await loading)(call, next);
  };
}
