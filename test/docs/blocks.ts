/** The fenced blocks of a Markdown page, and what their info strings say is to be done with them. */

export interface Block {
  /** First word of the info string. */
  readonly language: string;
  /** Further words: `run`, or `file=…` and `from=…`. */
  readonly words: readonly string[];
  readonly text: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
}

/** One command of a session and what it prints. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { info: string; line: number; lines: string[] } | undefined;
  for (const [i, line] of page.split("\n").entries()) {
    if (!open && line.startsWith("```")) open = { info: line.slice(3).trim(), line: i + 1, lines: [] };
    else if (open && line === "```") {
      const [language = "", ...words] = open.info.split(/\s+/);
      blocks.push({ language, words, text: open.lines.join("\n"), line: open.line });
      open = undefined;
    } else open?.lines.push(line);
  }
  if (open) throw new Error(`The block of line ${open.line} has no end`);
  return blocks;
}

/** `file=toolgen.config.json` → `toolgen.config.json` */
export function wordOf(block: Block, key: string): string | undefined {
  return block.words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1);
}

/** Lines that begin with `$ ` are commands; what follows one is its output. */
export function stepsOf(block: Block): readonly Step[] {
  const steps: { command: string; lines: string[] }[] = [];
  for (const line of block.text.split("\n")) {
    const last = steps.at(-1);
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), lines: [] });
    else if (last) last.lines.push(line);
    else throw new Error(`Line ${block.line}: a session begins with "$ "`);
  }
  return steps.map(({ command, lines }) => ({ command, output: lines.join("\n").trimEnd() }));
}

/** Whether a text is as shown; a line `…` stands for any lines, `// …` in code as well. */
export function isAsShown(shown: string, real: string): boolean {
  const parts = shown.split(/^\s*(?:\/\/ )?…$\n?/m);
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const found = i === 0 ? (real.startsWith(part) ? 0 : -1) : real.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length > 1 ? parts.at(-1) === "" || real.endsWith(parts.at(-1) ?? "") : real === shown;
}
