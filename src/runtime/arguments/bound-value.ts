/** Where the value of a bound argument comes from. */
import type { BoundSource } from "../../tool/types.js";

export type Variables = Readonly<Record<string, string | undefined>>;

/** `undefined`: there is none. */
export function boundValue(from: BoundSource, env: Variables, context: unknown): unknown {
  if ("value" in from) return from.value;
  if ("context" in from) return ownAt(context, from.context) ?? undefined;
  const value = Object.hasOwn(env, from.env) ? env[from.env] : undefined;
  // Empty is as good as not set, as it is for credentials.
  return value === "" ? undefined : value;
}

/** Own properties only: nothing that a context inherits is anybody's word. */
function ownAt(context: unknown, path: string): unknown {
  let at = context;
  for (const name of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}
