/** What `toolgen call` shows of a result, and of a request that is not sent. */
import type { RequestPreview, ToolResult } from "../../runtime/index.js";
import type { Terminal } from "../terminal.js";
import { printable } from "./words.js";

/** The text for the model goes to stdout, failure or not; what happened beside it to stderr. */
export function resultText({ content, meta, ...result }: ToolResult, terminal: Terminal): string {
  const { dim, red } = terminal.paint.err;
  if (!result.ok) terminal.say(`${red(result.error.code)}\n`);
  for (const note of meta.notes ?? []) terminal.say(`${dim(`note: ${printable(note)}`)}\n`);
  return `${forReader(content, terminal)}\n`;
}

export function previewText(preview: RequestPreview, terminal: Terminal): string {
  const { method, url, headers, body, problem } = preview;
  if (problem !== undefined)
    terminal.say(
      `${terminal.paint.err.yellow("would not be sent:")} ${printable(problem.replace(/^Not sent: /, ""))}\n`,
    );
  const { bold, dim } = terminal.paint.out;
  const head = [
    `${bold(method)} ${forReader(url, terminal)}`,
    ...Object.entries(headers).map(([name, value]) => `${dim(`${name}:`)} ${forReader(value, terminal)}`),
  ];
  return `${head.join("\n")}\n${body === undefined ? "" : `\n${forReader(body, terminal)}\n`}`;
}

/** An upstream's text may hold escapes that a terminal would obey; a file or a program gets it as it is. */
function forReader(text: string, { width }: Terminal): string {
  return width.out === undefined ? text : printable(text);
}
