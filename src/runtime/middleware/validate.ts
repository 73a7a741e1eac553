/** Arguments as they came → arguments that fit the tool's schema, or the reasons why they do not. */
import { JsonError, parseJson } from "../../json/parse.js";
import type { JsonSchemaObject } from "../../tool/json-schema.js";
import { copyPlain } from "../arguments/copy.js";
import type { Arguments, Call, Middleware } from "../call/call.js";
import { type Issue, ToolError } from "../call/errors.js";
import type { Registration } from "../registry/registration.js";
import { isRecord, setOwn } from "../schema.js";
import { coerce } from "../validate/coerce.js";
import { issuesOf } from "../validate/issues.js";
import { child } from "../validate/keys.js";
import { TooComplex, type Validator, Validators } from "../validate/validators.js";

const MAX_NAMES = 30;
const TOO_COMPLEX = "too complex to be checked in time; give less, or less deeply nested data";

export type ValidatorsOf = (registration: Registration) => Validators;

/** Of one toolkit each: two toolkits share no name, and one that is unregistered leaves nothing behind. */
export function validatorsByToolkit(): ValidatorsOf {
  const toolkits = new WeakMap<Registration, Validators>();
  return (registration) => {
    const validators = toolkits.get(registration) ?? new Validators();
    toolkits.set(registration, validators);
    return validators;
  };
}

export function validate(options: { readonly coerce: boolean }, validatorsOf: ValidatorsOf): Middleware {
  return async (call, next) => {
    const reads = call.registration.coerce ?? options.coerce;
    const { value, big, longest } = copied(reads ? parsed(call) : call.args, call);
    const args = call.tool.aliases ? renamed(value, call.tool.aliases, call) : value;
    const schema: JsonSchemaObject = isRecord(call.tool.input) ? call.tool.input : {};
    const validators = validatorsOf(call.registration);
    const validator = validators.known(schema) ?? (await compiled(validators, schema, call));
    const loading = validator.ready(longest);
    if (loading) await loading;
    const checked = check(args, big, validator, call, reads ? schema : undefined);
    for (const pattern of validator.skippedPatterns()) {
      call.meta.notes.push(`not checked here against the pattern ${JSON.stringify(pattern.slice(0, 80))}`);
    }
    return next({ ...call, args: checked });
  };
}

/** `coerced`: the schema by which values of a wrong type may be read differently. */
function check(
  args: Record<string, unknown>,
  big: boolean,
  validator: Validator,
  call: Call,
  coerced: JsonSchemaObject | undefined,
): Arguments {
  try {
    let errors = validator.errors(args, big);
    if (errors && coerced) {
      const notes = coerce(args, coerced);
      call.meta.notes.push(...notes);
      // A string of digits may have become a BigInt.
      if (notes.length > 0) errors = validator.errors(args, true);
    }
    if (errors) throw invalid(issuesOf(errors, validator, args), call);
    return args;
  } catch (cause) {
    if (cause instanceof TooComplex) throw invalid([{ path: "", message: TOO_COMPLEX }], call);
    throw cause;
  }
}

async function compiled(validators: Validators, schema: JsonSchemaObject, call: Call): Promise<Validator> {
  try {
    return await validators.compile(schema);
  } catch (cause) {
    const hint = "This is for whoever wrote the tool. Use another one.";
    throw new ToolError(
      "execution_error",
      `${call.name} cannot be called: its input schema is wrong.`,
      { hint },
      { cause },
    );
  }
}

/** Some models, and the APIs of some providers, give the arguments as JSON in a string. */
function parsed(call: Call): unknown {
  const args: unknown = call.args;
  if (typeof args !== "string") return args;
  if (args.trim() === "") return {};
  try {
    const value = parseJson(args);
    call.meta.notes.push("the arguments came as JSON in a string");
    return value;
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    const message = `expected an object, got a string that is no JSON: ${cause.message}`;
    throw invalid([{ path: "", message }], call);
  }
}

function copied(
  args: unknown,
  call: Call,
): { readonly value: Record<string, unknown>; readonly big: boolean; readonly longest: number } {
  const copy = copyPlain(args === undefined ? {} : args);
  if (!copy.ok) {
    const path = copy.path.reduce<string>((at, part) => child(at, String(part)), "");
    throw invalid([{ path, message: copy.message }], call);
  }
  if (isRecord(copy.value))
    return { value: copy.value as Record<string, unknown>, big: copy.big, longest: copy.longest };
  throw invalid([{ path: "", message: "expected an object, with an argument for each key" }], call);
}

/** Other names that the tool takes arguments under. */
function renamed(
  args: Record<string, unknown>,
  aliases: Readonly<Record<string, string>>,
  call: Call,
): Record<string, unknown> {
  const known = isRecord(call.tool.input) ? (call.tool.input.properties ?? {}) : {};
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(args)) {
    const target = Object.hasOwn(aliases, name) && !Object.hasOwn(known, name) ? aliases[name] : undefined;
    // Under both names: which one is meant is not ours to choose.
    const free = target !== undefined && !Object.hasOwn(args, target) && !Object.hasOwn(copy, target);
    if (free) call.meta.notes.push(`${name}: read as ${target}`);
    setOwn(copy, free ? target : name, args[name]);
  }
  return copy;
}

function invalid(issues: readonly Issue[], call: Call): ToolError {
  const one = issues.length === 1;
  const what = one ? "An argument does not fit" : `${issues.length} arguments do not fit`;
  const words = issues.map(({ path, message }) => `${path === "" ? "arguments" : path.slice(1)}: ${message}`);
  const said = `${what} ${call.name}:${one ? " " : "\n- "}${words.join("\n- ")}`;
  // The hint follows on the same line where there is one issue alone.
  const message = one && !/[.?!]$/.test(said) ? `${said}.` : said;
  return new ToolError("invalid_arguments", message, {
    issues,
    hint: `Correct ${one ? "it" : "them"} and call again.${taken(call)}`,
  });
}

/** The names of a tool's arguments; told with each refusal, since a wrong guess is often a wrong name. */
function taken({ name, tool: { input } }: Call): string {
  if (!isRecord(input)) return "";
  const names = Object.keys(input.properties ?? {});
  if (names.length === 0) return ` ${name} takes no arguments.`;
  const required = new Set(input.required ?? []);
  const sorted = [
    ...names.filter((n) => required.has(n)).map((n) => `${n} (required)`),
    ...names.filter((n) => !required.has(n)),
  ];
  const more = sorted.length > MAX_NAMES ? ` and ${sorted.length - MAX_NAMES} more` : "";
  return ` ${name} takes ${sorted.slice(0, MAX_NAMES).join(", ")}${more}.`;
}
