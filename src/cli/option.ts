/** A flag as plain data plus the function that reads it: help, completion and the parser are all made from it. */
import { UsageError } from "./usage.js";

export interface Option<T> {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in help: `dir`. Absent: the flag takes none. */
  readonly placeholder?: string;
  readonly summary: string;
  /** May be given several times. */
  readonly many?: true;
  readonly choices?: readonly string[];
  /** Completion offers files or folders. */
  readonly completes?: "file" | "dir";
  /** Texts as given, at least one; a flag without value gives `true`, or `false` for `--no-…`. */
  readonly read: (given: readonly string[]) => T;
}

type Extra = Pick<Option<unknown>, "short" | "completes">;

/** `--check`, and `--no-check` to take it back. */
export function flag(name: string, summary: string, extra: Extra = {}): Option<boolean> {
  return { name, summary, ...extra, read: (given) => given.at(-1) === "true" };
}

/** `--out <dir>`; the last one given counts. */
export function value<T>(
  name: string,
  placeholder: string,
  summary: string,
  read: (text: string) => T,
  extra: Extra = {},
): Option<T> {
  return { name, placeholder, summary, ...extra, read: (given) => read(given.at(-1) ?? "") };
}

/** `--include <glob>`, any number of times. */
export function list<T>(
  name: string,
  placeholder: string,
  summary: string,
  read: (text: string) => T,
  extra: Extra = {},
): Option<readonly T[]> {
  return { name, placeholder, summary, many: true, ...extra, read: (given) => given.map(read) };
}

/** `--format json`: one of a few words. */
export function choice(
  name: string,
  choices: readonly string[],
  summary: string,
  placeholder: string = choices.join("|"),
): Option<string> {
  const read = (text: string): string => {
    if (choices.includes(text)) return text;
    throw new UsageError(
      `"${text}" is not one of its values`,
      `Write ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}.`,
    );
  };
  return { ...value(name, placeholder, summary, read), choices };
}

/** Any text but an empty one. */
export function text(given: string): string {
  if (given === "") throw new UsageError("The value is empty", "Give one, or leave the flag out.");
  return given;
}

/** What was given on one command line. */
export class Flags {
  readonly #given: ReadonlyMap<string, readonly string[]>;

  constructor(given: ReadonlyMap<string, readonly string[]>) {
    this.#given = given;
  }

  /** The flag's value, undefined where it was not given. */
  get<T>(option: Option<T>): T | undefined {
    const given = this.#given.get(option.name);
    return given === undefined ? undefined : option.read(given);
  }

  on(option: Option<boolean>): boolean {
    return this.get(option) === true;
  }
}
