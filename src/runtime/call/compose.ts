import type { Middleware, Next } from "./call.js";

/** One function of many layers, the first one outermost; made once, used by every call. */
export function compose(layers: readonly Middleware[], innermost: Next): Next {
  return layers.reduceRight<Next>((next, layer) => (call) => layer(call, next), innermost);
}
