/** Right around the executor: tells of each attempt, and of what became of it. */
import type { Middleware } from "../call/call.js";
import { codeOf } from "../observe/observer.js";

export const attempts: Middleware = (call, next) => {
  const { watch, tool, meta } = call;
  if (!watch) return next(call);
  const over = "http" in tool ? "http" : "graphql" in tool ? "graphql" : "function";
  return watch.attempt(over, meta.queuedMs, async () => {
    try {
      const outcome = await next(call);
      watch.answered("ok", meta.status);
      return outcome;
    } catch (thrown) {
      watch.answered(codeOf(thrown), meta.status);
      throw thrown;
    }
  });
};
