/** The program: which command, and what its end means. Light: a command loads what it needs by itself. */
import { toolgenVersion } from "../generate/version.js";
import { commands, findCommand } from "./commands.js";
import { commandHelp, overview, type Page } from "./help.js";
import { createTerminal, type Terminal, type World } from "./terminal.js";
import { CommandError, UsageError } from "./usage.js";

const DONE = 0;
const NO = 1;
const USAGE = 2;

/** Runs one command line; the exit code. */
export async function main(words: readonly string[], world: World): Promise<number> {
  const terminal = createTerminal(world, colorFlag(words));
  try {
    return await dispatch(words, terminal);
  } catch (error) {
    return await fail(error, words, terminal);
  }
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
  const page: Page = { paint: terminal.paint.out, width: Math.min(terminal.width.out ?? 100, 100) };
  const flags = words.slice(0, words.includes("--") ? words.indexOf("--") : words.length);
  const wantsHelp = flags.includes("--help") || flags.includes("-h");
  const [first, ...rest] = words.filter((w) => !/^--(no-)?color$/.test(w));
  if (first === undefined) {
    terminal.say(overview({ ...page, paint: terminal.paint.err }));
    return USAGE;
  }
  if (first === "--help" || first === "-h" || (first === "help" && rest.length === 0)) {
    await terminal.print(overview(page));
    return DONE;
  }
  if (first === "--version" || first === "-V") {
    await terminal.print(`${toolgenVersion()}\n`);
    return DONE;
  }
  const name = first === "help" ? (rest[0] ?? "") : first;
  const command = findCommand(name);
  if (command === undefined) throw await unknownCommand(name);
  if (wantsHelp || first === "help") {
    await terminal.print(commandHelp(command, page));
    return DONE;
  }
  const { parseArguments } = await import("./arguments.js");
  const parsed = parseArguments(command, rest);
  const run = await command.load();
  return run({ ...parsed, terminal });
}

async function unknownCommand(name: string): Promise<UsageError> {
  const { nearest } = await import("../tool/nearest.js");
  if (name.startsWith("-")) {
    const [near] = nearest(name.replace(/^-+/, ""), ["help", "version", "color"], 1);
    return near === undefined
      ? new UsageError(`The command comes first, before ${name}`, "toolgen <command> [flags]")
      : new UsageError(`There is no flag ${name}`, `Did you mean --${near}?`);
  }
  const names = commands.map((c) => c.name);
  const [near] = nearest(name, names, 1);
  return new UsageError(
    `There is no command ${name}`,
    near === undefined ? `The commands are ${names.join(", ")}.` : `Did you mean toolgen ${near}?`,
  );
}

async function fail(error: unknown, words: readonly string[], terminal: Terminal): Promise<number> {
  const { red, dim } = terminal.paint.err;
  const lines = (message: string, ...more: readonly (string | undefined)[]): void =>
    terminal.say(
      `${[`${red("error")} ${message}`, ...more.filter((m) => m !== undefined).map((m) => `      ${m}`)].join("\n")}\n`,
    );
  if (error instanceof UsageError) {
    const command = findCommand(words[0] ?? "");
    lines(
      error.message,
      error.hint,
      dim(`${terminal.program} ${command ? `${command.name} ` : ""}--help shows how it is used.`),
    );
    return USAGE;
  }
  if (error instanceof CommandError) {
    lines(error.message, error.hint);
    if (terminal.env["TOOLGEN_DEBUG"] && error.cause instanceof Error) terminal.say(`${error.cause.stack}\n`);
    return NO;
  }
  const { internalError } = await import("./report/internal.js");
  terminal.say(internalError(error, terminal));
  return NO;
}

function colorFlag(words: readonly string[]): boolean | undefined {
  const given = words.findLast((w) => w === "--color" || w === "--no-color");
  return given === undefined ? undefined : given === "--color";
}
