/** `toolgen completion`: scripts for bash, zsh and fish, made from the commands' data. */
import { type Command, type Invocation, optionsOf } from "./command.js";
import type { Option } from "./option.js";
import { UsageError } from "./usage.js";

const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

export async function complete({ positionals, terminal }: Invocation, commands: readonly Command[]): Promise<number> {
  const shell = positionals[0] ?? terminal.env["SHELL"]?.split("/").at(-1) ?? "bash";
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (script === undefined)
    throw new UsageError(`There is no completion for ${shell}`, `Write ${Object.keys(SHELLS).join(", ")}.`);
  await terminal.print(script(commands));
  return 0;
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((c) => {
    const words = [...optionsOf(c).map((o) => `--${o.name}`), ...wordsOf(c)].join(" ");
    return `    ${c.name}) words="${words}" ;;`;
  });
  const values = unique(commands.flatMap(optionsOf).filter((o) => o.placeholder !== undefined)).map((o) => {
    const offers = o.choices
      ? `-W "${o.choices.join(" ")}"`
      : o.completes === "dir"
        ? "-d"
        : o.completes === "file"
          ? "-f"
          : "-W ''";
    return `    --${o.name}) COMPREPLY=( $(compgen ${offers} -- "$cur") ); return ;;`;
  });
  return `# toolgen completion for bash
_toolgen() {
  local cur prev words
  COMPREPLY=()
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W "${commands.map((c) => c.name).join(" ")} --help --version" -- "$cur") )
    return
  fi
  case "$prev" in
${values.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="" ;;
  esac
  case "$cur" in
    -*) COMPREPLY=( $(compgen -W "$words" -- "$cur") ) ;;
    *) COMPREPLY=( $(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur") ) ;;
  esac
}
complete -o filenames -F _toolgen toolgen
`;
}

function zsh(commands: readonly Command[]): string {
  const cases = commands.map((c) => {
    const flags = optionsOf(c).map((o) => {
      const action = o.choices
        ? `(${o.choices.join(" ")})`
        : o.completes === "dir"
          ? "_files -/"
          : o.completes === "file"
            ? "_files"
            : "";
      const argument = o.placeholder === undefined ? "" : `:${zshText(o.placeholder)}:${action}`;
      return `      ${quoted(`${o.many ? "*" : ""}--${o.name}[${zshText(o.summary)}]${argument}`)}`;
    });
    const rest = wordsOf(c);
    const files =
      rest.length > 0
        ? `      '*:word:(${rest.join(" ")})'`
        : c.positionals.length > 0
          ? "      '*:file:_files'"
          : undefined;
    return `    ${c.name}) _arguments \\\n${[...flags, ...(files ? [files] : [])].join(" \\\n")} ;;`;
  });
  const names = commands.map((c) => `    ${quoted(`${c.name}:${zshText(c.summary)}`)}`).join("\n");
  return `#compdef toolgen
_toolgen() {
  local -a commands
  commands=(
${names}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  words=("\${(@)words[2,-1]}")
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
compdef _toolgen toolgen
`;
}

function fish(commands: readonly Command[]): string {
  const lines = ["# toolgen completion for fish", "complete -c toolgen -f"];
  for (const c of commands) {
    lines.push(`complete -c toolgen -n __fish_use_subcommand -a ${c.name} -d ${quoted(c.summary)}`);
    const here = `complete -c toolgen -n '__fish_seen_subcommand_from ${c.name}'`;
    for (const o of optionsOf(c)) {
      const takes =
        o.placeholder === undefined
          ? ""
          : o.choices
            ? ` -x -a ${quoted(o.choices.join(" "))}`
            : o.completes
              ? " -r -F"
              : " -x";
      lines.push(`${here} -l ${o.name}${o.short ? ` -s ${o.short}` : ""}${takes} -d ${quoted(o.summary)}`);
    }
    if (wordsOf(c).length > 0) lines.push(`${here} -a ${quoted(wordsOf(c).join(" "))}`);
    else if (c.positionals.length > 0) lines.push(`${here} -F`);
  }
  return `${lines.join("\n")}\n`;
}

const wordsOf = (c: Command): readonly string[] => (c.name === "completion" ? Object.keys(SHELLS) : []);

const unique = (options: readonly Option<unknown>[]): readonly Option<unknown>[] => [
  ...new Map(options.map((o) => [o.name, o])).values(),
];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const zshText = (text: string): string => text.replaceAll(/[[\]:\\]/g, (c) => `\\${c}`);
