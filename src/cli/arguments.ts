/** Command line → positionals and flags. yargs takes the words apart; what they may be is checked here. */
import yargs from "yargs";
import { nearest } from "../tool/nearest.js";
import { type Command, optionsOf, usageOf } from "./command.js";
import { Flags, type Option } from "./option.js";
import { UsageError } from "./usage.js";

export interface Parsed {
  readonly positionals: readonly string[];
  readonly flags: Flags;
}

/** Throws `UsageError` for whatever the command does not take. */
export function parseArguments(command: Command, words: readonly string[]): Parsed {
  const options = optionsOf(command);
  checkSwitches(words, options);
  const { _: before, "--": after, ...rest } = takeApart(words, options);
  const given = new Map<string, readonly string[]>();
  for (const [name, found] of Object.entries(rest)) {
    if (name === "$0") continue;
    const option = options.find((o) => o.name === name);
    if (option === undefined) {
      if (options.some((o) => o.short === name)) continue;
      throw unknownFlag(name, options);
    }
    const texts = (Array.isArray(found) ? found : [found]).map(String);
    check(option, texts);
    given.set(name, texts);
  }
  const positionals = [...before, ...(Array.isArray(after) ? after : [])].map(String);
  checkPositionals(command, positionals);
  return { positionals, flags: new Flags(given) };
}

function takeApart(
  words: readonly string[],
  options: readonly Option<unknown>[],
): { _: (string | number)[]; [name: string]: unknown } {
  const parser = yargs([...words])
    .help(false)
    .version(false)
    .exitProcess(false)
    .locale("en")
    .parserConfiguration({
      "boolean-negation": true,
      "camel-case-expansion": false,
      "dot-notation": false,
      "greedy-arrays": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "populate--": true,
    })
    .fail((message, error) => {
      const flag = /^Not enough arguments following: (.+)$/.exec(message ?? "")?.[1];
      if (flag === undefined) throw error ?? new UsageError(message);
      const option = options.find((o) => o.name === flag || o.short === flag);
      throw new UsageError(
        `--${option?.name ?? flag} needs a value: --${option?.name ?? flag} <${option?.placeholder ?? "value"}>`,
      );
    });
  for (const option of options) {
    const alias = option.short === undefined ? {} : { alias: option.short };
    if (option.placeholder === undefined) parser.option(option.name, { ...alias, type: "boolean" });
    else parser.option(option.name, { ...alias, type: option.many ? "array" : "string", nargs: 1, string: true });
  }
  return parser.parseSync();
}

/** yargs would read `--no-out` as a value of `--out`, and `--check=maybe` as yes. */
function checkSwitches(words: readonly string[], options: readonly Option<unknown>[]): void {
  const isSwitch = (name: string): boolean => options.some((o) => o.name === name && o.placeholder === undefined);
  const end = words.indexOf("--");
  for (const word of end < 0 ? words : words.slice(0, end)) {
    const [, name = "", given] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name.startsWith("no-") && !isSwitch(name.slice(3))) throw unknownFlag(name, options);
    if (isSwitch(name) && given !== undefined && !/^(true|false)$/.test(given)) {
      throw new UsageError(`--${name} takes no value`, `--no-${name} takes it back.`);
    }
  }
}

/** The value's own complaint, with the flag's name in front. */
function check(option: Option<unknown>, texts: readonly string[]): void {
  try {
    option.read(texts);
  } catch (cause) {
    if (cause instanceof UsageError) throw new UsageError(`--${option.name}: ${cause.message}`, cause.hint);
    throw cause;
  }
}

function unknownFlag(name: string, options: readonly Option<unknown>[]): UsageError {
  const dashed = name.length === 1 ? `-${name}` : `--${name}`;
  const names = options.map((o) => o.name);
  const [near] = nearest(name, names, 1);
  return new UsageError(`There is no flag ${dashed}`, near === undefined ? undefined : `Did you mean --${near}?`);
}

function checkPositionals({ name, positionals: declared }: Command, given: readonly string[]): void {
  const missing = declared.find((p, i) => !p.optional && given[i] === undefined);
  if (missing) throw new UsageError(`toolgen ${name} needs ${usageOf(missing)}: ${lower(missing.summary)}`);
  const empty = given.indexOf("");
  if (empty >= 0) throw new UsageError(`Argument ${empty + 1} of toolgen ${name} is empty`);
  const extra = given[declared.length];
  if (extra !== undefined && !declared.at(-1)?.many) {
    throw new UsageError(
      `"${extra}" is one argument too many`,
      declared.length === 0
        ? `toolgen ${name} takes flags only.`
        : `toolgen ${name} takes ${declared.map(usageOf).join(" ")}.`,
    );
  }
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
