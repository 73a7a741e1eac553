/** Whose call it is: what one gets is never another's answer. */
import { createHash } from "node:crypto";
import { plainText } from "../arguments/plain.js";
import { canonical } from "../validate/unique.js";
import type { Call } from "./call.js";
import { ToolError } from "./errors.js";

type Account = (context: unknown) => string | undefined;

export interface Scopes {
  /** Who does something: the account, or else the context. */
  readonly doer: (call: Call) => string;
  /** Who reads something: credentials go by the context, and an account may have several. */
  readonly reader: (call: Call) => string;
  /** Whom an approval is for: the account, or else the context, where that can be told of another process's too. */
  readonly approved: (call: Call) => readonly unknown[];
}

/** Of one registration each. Contexts of plain JSON are the same where they are equal, others where they are one object. */
export function scopes(account: Account | undefined): Scopes {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  const numberOf = (object: object): number => {
    const known = numbers.get(object) ?? ++last;
    numbers.set(object, known);
    return known;
  };
  const accountOf = ({ registration, context }: Call): string | undefined =>
    accountOfContext(registration.account ?? account, context);
  return {
    approved: (call) => {
      const name = accountOf(call);
      return name === undefined ? contextKey(call.context, () => 0) : ["account", name];
    },
    doer: (call) => {
      const name = accountOf(call);
      const who = name === undefined ? contextKey(call.context, numberOf) : ["account", name];
      return JSON.stringify([numberOf(call.registration), who]);
    },
    reader: (call) =>
      JSON.stringify([numberOf(call.registration), accountOf(call) ?? null, contextKey(call.context, numberOf)]),
  };
}

/** Throws where the host gives no text: callers that it cannot tell apart would share what is theirs. */
export function accountOfContext(account: Account | undefined, context: unknown): string | undefined {
  const name: unknown = account?.(context) ?? undefined;
  if (name === undefined || typeof name === "string") return name;
  throw new ToolError("execution_error", "Nothing was sent: `account` gave what is no text.", {
    hint: "This is for whoever runs the host: it takes a function that gives a string at once, not a promise.",
  });
}

function contextKey(context: unknown, numberOf: (object: object) => number): readonly unknown[] {
  if ((typeof context !== "object" || context === null) && typeof context !== "function") {
    return [typeof context, String(context)];
  }
  const text = plainText(context);
  // A digest: a context may hold what should not lie about.
  return text === undefined ? ["object", numberOf(context)] : ["equal", digest(text)];
}

export const digest = (text: string): string => createHash("sha256").update(text).digest("base64");

/** The same for the same arguments, in whatever order they were given, and the same choice of fields. */
export function argumentsKey({ args, tool }: Call): string {
  const chosen = "graphql" in tool && tool.graphql.select !== undefined ? digest(tool.graphql.document) : "";
  return canonical(args) + chosen;
}

/** A name for whoever calls, for records; `undefined`: nothing is known that may stand in one. */
export function whoOf(context: unknown, account: Account | undefined): string | undefined {
  const name = accountOfContext(account, context);
  if (name !== undefined) return name;
  return typeof context === "string" || typeof context === "number" ? String(context) : undefined;
}
