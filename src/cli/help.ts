/** Help texts, made from the commands' data. */
import { type Command, usageOf } from "./command.js";
import { commands } from "./commands.js";
import type { Option } from "./option.js";
import { globalOptions, version } from "./options.js";
import type { Paint } from "./terminal.js";

export interface Page {
  readonly paint: Paint;
  /** Columns to fit into. */
  readonly width: number;
}

/** Columns that a text needs at the least; with fewer beside it, it goes below. */
const NARROW = 30;

type Row = readonly [left: string, right: string];

/** `toolgen --help` */
export function overview(page: Page): string {
  const { bold, dim } = page.paint;
  const width = widest(commands.map((c) => c.name));
  return [
    `${bold("toolgen")} turns OpenAPI documents and GraphQL schemas into typed tools for AI agents, and calls them.\n`,
    heading(page, "Usage"),
    "  toolgen <command> [flags]\n",
    heading(page, "Commands"),
    ...rows(
      page,
      commands.map((c): Row => [c.name, c.summary]),
      width,
    ),
    "",
    heading(page, "Start here"),
    `  toolgen demo                        ${dim("a tour, without network")}`,
    `  toolgen openapi <spec>              ${dim("write a toolkit")}`,
    `  toolgen list <dir>                  ${dim("see its tools")}`,
    `  toolgen call <dir> <tool> --args …  ${dim("call one")}\n`,
    heading(page, "Flags"),
    ...optionRows(page, [version, ...globalOptions]),
    "",
    `${dim("toolgen <command> --help tells more. Results go to stdout, everything else to stderr.")}\n`,
  ].join("\n");
}

/** `toolgen call --help` */
export function commandHelp(command: Command, page: Page): string {
  const { dim } = page.paint;
  const usage = ["toolgen", command.name, ...command.positionals.map(usageOf), "[flags]"].join(" ");
  const lines = [...fold(`${command.summary}.`, page.width), "", heading(page, "Usage"), `  ${usage}\n`];
  if (command.details) lines.push(...fold(command.details, page.width - 2).map((l) => `  ${l}`), "");
  if (command.positionals.length > 0) {
    lines.push(heading(page, "Arguments"));
    lines.push(
      ...rows(
        page,
        command.positionals.map((p): Row => [usageOf(p), p.summary]),
      ),
      "",
    );
  }
  const groups = { ...command.options, General: globalOptions };
  const width = widest(Object.values(groups).flat().map(label));
  for (const [title, options] of Object.entries(groups)) {
    lines.push(heading(page, title), ...optionRows(page, options, width), "");
  }
  lines.push(heading(page, "Examples"));
  for (const { line, says } of command.examples) {
    lines.push(`  ${line}`);
    if (says !== "") lines.push(...fold(says, page.width - 6).map((part) => `      ${dim(part)}`));
  }
  return `${lines.join("\n")}\n`;
}

/** `-o, --out <dir>` */
export function label(option: Option<unknown>): string {
  const short = option.short === undefined ? "    " : `-${option.short}, `;
  const placeholder = option.placeholder === undefined ? "" : ` <${option.placeholder}>`;
  return `${short}--${option.name}${placeholder}`;
}

function optionRows(page: Page, options: readonly Option<unknown>[], width?: number): string[] {
  return rows(
    page,
    options.map((o): Row => [label(o), o.many ? `${o.summary} (repeatable)` : o.summary]),
    width,
  );
}

function rows(page: Page, table: readonly Row[], width: number = widest(table.map(([l]) => l))): string[] {
  const indent = width + 4;
  if (page.width - indent < NARROW) {
    return table.flatMap(([left, right]) => [
      `  ${page.paint.cyan(left.trimStart())}`,
      ...fold(right, page.width - 6).map((part) => `      ${part}`),
    ]);
  }
  return table.flatMap(([left, right]) =>
    fold(right, page.width - indent).map((part, i) =>
      i === 0
        ? `  ${page.paint.cyan(left)}${" ".repeat(indent - 2 - left.length)}${part}`
        : `${" ".repeat(indent)}${part}`,
    ),
  );
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((t) => t.length));

const heading = (page: Page, text: string): string => page.paint.bold(text);

/** Words into lines of at most so many columns. */
function fold(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > Math.max(NARROW, width)) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
