/** What a command is: data for help, completion and the parser, and a way to its work. */
import type { Flags, Option } from "./option.js";
import { globalOptions } from "./options.js";
import type { Terminal } from "./terminal.js";

/** What stands on a command line besides flags. */
export interface Positional {
  readonly name: string;
  readonly summary: string;
  readonly many?: true;
  readonly optional?: true;
  readonly completes?: "file" | "dir";
}

export interface Invocation {
  /** As declared, all that is required is there. */
  readonly positionals: readonly string[];
  readonly flags: Flags;
  readonly terminal: Terminal;
}

/** A command's work; the exit code. */
export type Run = (invocation: Invocation) => Promise<number>;

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly details?: string;
  readonly positionals: readonly Positional[];
  /** Title of the group → flags. */
  readonly options: Readonly<Record<string, readonly Option<unknown>[]>>;
  readonly examples: readonly { readonly line: string; readonly says: string }[];
  readonly load: () => Promise<Run>;
}

/** All flags that a command takes. */
export function optionsOf(command: Command): readonly Option<unknown>[] {
  return [...Object.values(command.options).flat(), ...globalOptions];
}

/** `<dir>`, `<dir…>`, `[shell]` */
export function usageOf(p: Positional): string {
  const text = `${p.name}${p.many ? "…" : ""}`;
  return p.optional ? `[${text}]` : `<${text}>`;
}
