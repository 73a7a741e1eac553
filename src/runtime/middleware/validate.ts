/** Arguments as they came → arguments that fit the tool's schema, or the reasons why they do not. */
import { JsonError, parseJson } from "../../json/parse.js";
import type { JsonSchemaObject } from "../../tool/json-schema.js";
import type { AnyTool } from "../../tool/types.js";
import type { Call, Middleware } from "../call.js";
import { copyPlain } from "../copy.js";
import { type Issue, ToolError } from "../errors.js";
import { isRecord, setOwn } from "../schema.js";
import { coerce } from "../validate/coerce.js";
import { issuesOf } from "../validate/issues.js";
import { TooComplex, type Validator, Validators } from "../validate/validators.js";
import { child } from "../validate/words.js";

/** A correction can bring out an error below what was corrected. */
const MAX_ROUNDS = 4;

export function validate(options: { readonly coerce: boolean }): Middleware {
  const validators = new Validators();
  /** Shared by the calls that wait for one, so that they go on in their order. */
  const compiling = new WeakMap<object, Promise<Validator>>();
  const compiled = (schema: JsonSchemaObject): Promise<Validator> => {
    const promise = compiling.get(schema) ?? validators.compile(schema);
    compiling.set(schema, promise);
    return promise;
  };
  return async (call, next) => {
    const { value, big, longest } = copied(options.coerce ? parsed(call.args) : call.args);
    const args = renamed(value, call.tool, call);
    const schema: JsonSchemaObject = isRecord(call.tool.input) ? call.tool.input : {};
    const validator = validators.known(schema) ?? (await sound(compiled(schema), call));
    const loading = validator.ready(longest);
    if (loading) await loading;
    check(args, big, validator, call, options.coerce);
    return next({ ...call, args });
  };
}

function check(args: Record<string, unknown>, big: boolean, validator: Validator, call: Call, coercing: boolean): void {
  try {
    let hasBig = big;
    for (let round = 0; ; round++) {
      const errors = validator.errors(args, hasBig);
      if (!errors) return;
      const notes = coercing && round < MAX_ROUNDS ? coerce(args, errors) : [];
      if (notes.length === 0) throw invalid(issuesOf(errors, validator), call);
      call.meta.notes.push(...notes);
      hasBig ||= copied(args).big;
    }
  } catch (cause) {
    if (!(cause instanceof TooComplex)) throw cause;
    throw invalid(
      [{ path: "", message: "too complex: checking them would take too long; give less, or less deeply nested data" }],
      call,
    );
  }
}

async function sound(validator: Promise<Validator>, call: Call): Promise<Validator> {
  try {
    return await validator;
  } catch (cause) {
    throw new ToolError(
      "execution_error",
      `The tool ${call.name} cannot be called: its input schema is wrong.`,
      {
        hint: "This is for whoever wrote the tool; use another one.",
      },
      { cause },
    );
  }
}

/** Some models give the arguments as JSON in a string. */
function parsed(args: unknown): unknown {
  if (typeof args !== "string" || !/^\s*\{/.test(args)) return args;
  try {
    return parseJson(args);
  } catch (cause) {
    // No JSON: it is told that an object is expected.
    if (cause instanceof JsonError) return args;
    throw cause;
  }
}

function copied(args: unknown): {
  readonly value: Record<string, unknown>;
  readonly big: boolean;
  readonly longest: number;
} {
  const copy = copyPlain(args ?? {});
  if (!copy.ok)
    throw invalid([
      { path: copy.path.reduce<string>((at, part) => child(at, String(part)), ""), message: copy.message },
    ]);
  if (!isRecord(copy.value)) throw invalid([{ path: "", message: "expected an object with an argument for each key" }]);
  return { value: copy.value as Record<string, unknown>, big: copy.big, longest: copy.longest };
}

/** Other names that the tool takes arguments under. */
function renamed(args: Record<string, unknown>, tool: AnyTool, call: Call): Record<string, unknown> {
  const { aliases } = tool;
  if (!aliases || !Object.keys(args).some((name) => Object.hasOwn(aliases, name))) return args;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const target = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (target === undefined || Object.hasOwn(args, target)) setOwn(copy, name, value);
    else {
      setOwn(copy, target, value);
      call.meta.notes.push(`${name} was read as ${target}`);
    }
  }
  return copy;
}

function invalid(issues: readonly Issue[], call?: Call): ToolError {
  const words = issues
    .map(({ path, message }) => `${path === "" ? "arguments" : path.slice(1)}: ${message}`)
    .join("; ");
  return new ToolError("invalid_arguments", `The arguments do not fit${call ? ` ${call.name}` : ""}. ${words}`, {
    issues,
    hint: "Nothing was sent. Correct the arguments and call again.",
  });
}
