/** Bound arguments: put in once those of the model are known to fit, from constants, variables, or the call's context. */
import type { BoundArgument } from "../../tool/types.js";
import { type Whole, wholeTool } from "../arguments/bound.js";
import { boundValue, type Variables } from "../arguments/bound-value.js";
import { copyPlain } from "../arguments/copy.js";
import type { Call, Middleware } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { setOwn } from "../schema.js";
import { coerce } from "../validate/coerce.js";
import { TooComplex, type Validators } from "../validate/validators.js";
import type { ValidatorsOf } from "./validate.js";

/** Stands after `validate`. `env`: what variables are looked up in, at each call. */
export function bind(env: Variables, validatorsOf: ValidatorsOf): Middleware {
  const wholes = new WeakMap<object, Whole>();
  return async (call, next) => {
    const { bound } = call.tool;
    if (!bound) return next(call);
    // Closed schemas have refused it before; one that a hand-written tool leaves open has not.
    const named = Object.keys(bound).find((arg) => Object.hasOwn(call.args, arg));
    if (named !== undefined) throw notGiven(named, call);
    const whole = wholes.get(call.tool) ?? wholeTool(call.tool, bound);
    wholes.set(call.tool, whole);
    const values = await fitting(readAll(bound, env, call), whole, validatorsOf(call.registration), call);
    try {
      return await next({ ...call, tool: whole.tool, args: { ...call.args, ...values } });
    } catch (cause) {
      throw blamed(cause, bound, call);
    }
  };
}

function readAll(bound: Readonly<Record<string, BoundArgument>>, env: Variables, call: Call): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [arg, from] of Object.entries(bound)) setOwn(values, arg, read(arg, from, env, call));
  return values;
}

function read(arg: string, from: BoundArgument, env: Variables, call: Call): unknown {
  const value = boundValue(from, env, call.context);
  if (value !== undefined || "value" in from) return value;
  if ("env" in from) {
    throw unbound(call, `its argument ${arg} comes from the variable ${from.env}, which is not set`, `set ${from.env}`);
  }
  const why = `its argument ${arg} comes from the call's context, which has no ${from.context}`;
  throw unbound(call, why, "give the call a context that has it");
}

/** A copy that fits, variables and constants of flags read by the schema as a model's texts are. */
async function fitting(
  values: Readonly<Record<string, unknown>>,
  { schema }: Whole,
  validators: Validators,
  call: Call,
): Promise<Readonly<Record<string, unknown>>> {
  const copy = copyPlain(values);
  if (!copy.ok) throw unfit(copy.path.slice(0, 1).map(String), call);
  const fit = copy.value as Record<string, unknown>;
  const validator = validators.known(schema) ?? (await compiled(validators, schema, call));
  await validator.ready(copy.longest);
  coerce(fit, schema);
  try {
    const errors = validator.errors(fit, true);
    if (errors) throw unfit([...new Set(errors.map(({ instancePath }) => firstPart(instancePath)))], call);
  } catch (cause) {
    if (cause instanceof TooComplex) throw unfit(Object.keys(fit), call);
    throw cause;
  }
  return fit;
}

async function compiled(
  validators: Validators,
  schema: Whole["schema"],
  call: Call,
): ReturnType<Validators["compile"]> {
  try {
    return await validators.compile(schema);
  } catch (cause) {
    throw unbound(call, "the schema of a bound argument is wrong", "mend the tool", { cause });
  }
}

const firstPart = (pointer: string): string => pointer.split("/")[1] ?? "";

/** What is wrong with a bound argument is not the model's fault, nor for it to read. */
function blamed(cause: unknown, bound: Readonly<Record<string, BoundArgument>>, call: Call): unknown {
  if (!(cause instanceof ToolError) || cause.code !== "invalid_arguments" || call.meta.attempts > 0) return cause;
  const parts = (cause.facts.issues ?? []).map(({ path }) => firstPart(path));
  const own = parts.filter((part) => Object.hasOwn(bound, part));
  return own.length > 0 ? unfit([...new Set(own)], call) : cause;
}

function notGiven(arg: string, call: Call): ToolError {
  const message = `There is no argument ${arg} in ${call.name}.`;
  return new ToolError("invalid_arguments", message, {
    issues: [{ path: `/${arg}`, message: "there is no such argument" }],
    hint: "Leave it out and call again.",
  });
}

/** Values stay inside: they are the host's, and what they hold may be meant for nobody else. */
function unfit(args: readonly string[], call: Call): ToolError {
  const which = args.filter((arg) => arg !== "").join(", ");
  return unbound(call, `what is bound to ${which || "its arguments"} does not fit`, `see what ${which || "it"} takes`);
}

/**
 * `execution_error`, as for a module that does not load: the tool as it is set up cannot be called. Not
 * `invalid_arguments`: a model would try to mend arguments that it cannot give; nor `credentials_missing`: hosts answer
 * that one with a sign-in.
 */
function unbound(call: Call, why: string, cure: string, options?: ErrorOptions): ToolError {
  const hint = `This is for whoever runs the host: ${cure}. Use another tool.`;
  const message = `${call.name} cannot be called: ${why}. Nothing was sent.`;
  return new ToolError("execution_error", message, { hint, unsent: true }, options);
}
