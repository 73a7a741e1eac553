/** Whose call it is: what one gets is never another's answer. */
import type { Call } from "./call.js";
import { canonical } from "./validate/unique.js";

export type Scope = (call: Call) => string;

/** By registration, account, context and tool. Contexts that are objects are the same only if they are one object. */
export function scopes(account: ((context: unknown) => string | undefined) | undefined): Scope {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  const numberOf = (object: object): number => {
    const known = numbers.get(object) ?? ++last;
    numbers.set(object, known);
    return known;
  };
  return ({ registration, context, tool }) => {
    const name = (registration.account ?? account)?.(context);
    const who = name === undefined ? contextKey(context, numberOf) : ["account", name];
    return JSON.stringify([numberOf(registration), who, tool.name]);
  };
}

function contextKey(context: unknown, numberOf: (object: object) => number): readonly unknown[] {
  const isObject = (typeof context === "object" && context !== null) || typeof context === "function";
  return isObject ? ["object", numberOf(context)] : [typeof context, String(context)];
}

/** The same for the same arguments, in whatever order they were given. */
export function argumentsKey({ args }: Call): string {
  return canonical(args);
}

/** A name for whoever calls, for records; `undefined`: nothing is known that may stand in one. */
export function whoOf(
  context: unknown,
  account: ((context: unknown) => string | undefined) | undefined,
): string | undefined {
  const name = account?.(context);
  if (name !== undefined) return name;
  return typeof context === "string" || typeof context === "number" ? String(context) : undefined;
}
