/** `toolgen list`: the tools of toolkits, as a table or as data. */
import type { Invocation } from "./command.js";
import { type ListedTool, listDocument } from "./list/document.js";
import { loadToolkits } from "./loader/toolkit.js";
import * as o from "./options.js";
import { toolTable } from "./report/tools.js";

export async function run({ positionals, flags, terminal }: Invocation): Promise<number> {
  const toolkits = (await loadToolkits(positionals, terminal.cwd)).map((l) => l.toolkit);
  const words = (flags.get(o.search) ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const all = toolkits.flatMap((toolkit) =>
    Object.entries(toolkit.tools).map(([tool, entry]): ListedTool => {
      const name = toolkits.length > 1 ? `${toolkit.name}__${tool}` : tool;
      return { name, toolkit, entry };
    }),
  );
  const tools = all.filter((tool) => hasWords(tool, words));
  if (flags.on(o.json) || flags.get(o.format) === "json") {
    for await (const piece of listDocument(toolkits, tools)) await terminal.print(piece);
    return 0;
  }
  const groups = toolkits.map((toolkit) => {
    const rows = tools.filter((t) => t.toolkit === toolkit).map(({ name, entry }) => ({ ...pick(entry), name }));
    return { toolkit, rows, hidden: Object.keys(toolkit.tools).length - rows.length };
  });
  await terminal.print(toolTable(groups, { paint: terminal.paint.out, width: terminal.width.out }));
  return 0;
}

const pick = ({ description, effect }: ListedTool["entry"]): Pick<ListedTool["entry"], "description" | "effect"> => ({
  description,
  effect,
});

function hasWords({ name, entry }: ListedTool, words: readonly string[]): boolean {
  const text = [name, entry.title, entry.description, ...(entry.tags ?? [])]
    .join(" ")
    .toLowerCase()
    .replaceAll("_", " ");
  return words.every((word) => text.includes(word.replaceAll("_", " ")));
}
