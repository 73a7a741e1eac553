/** `toolgen list`: the tools of toolkits, as a table or as data. */
import type { ProfileName } from "../providers/dialect.js";
import { Catalog } from "../runtime/registry/catalog.js";
import type { Invocation } from "./command.js";
import { describeEntry, listDocument } from "./list/document.js";
import { loadToolkits, registerAll } from "./loader/toolkit.js";
import * as o from "./options.js";
import { bePatient } from "./patience.js";
import { toolTable } from "./report/tools.js";

export async function run({ positionals, flags, terminal }: Invocation): Promise<number> {
  bePatient();
  const loaded = await loadToolkits(positionals, terminal.cwd);
  const toolkits = loaded.map((l) => l.toolkit);
  const catalog = new Catalog();
  registerAll(loaded, (toolkit, options) => catalog.add(toolkit, options, () => undefined));
  const tools = catalog.list(flags.get(o.search));
  if (flags.on(o.json) || flags.get(o.format) === "json") {
    const entries = tools.map(({ name }) => catalog.find(name));
    for await (const piece of listDocument(toolkits, entries)) await terminal.print(piece);
    return 0;
  }
  const format = flags.get(o.format) ?? "table";
  if (format !== "table") {
    const { formatTools, MAX_SCHEMA_BYTES: maxSchemaBytes } = await import("./list/formats.js");
    const described = await Promise.all(tools.map(({ name }) => describeEntry(catalog.find(name), { maxSchemaBytes })));
    const { tools: formatted, warnings } = formatTools(described, format as ProfileName);
    await terminal.print(`${JSON.stringify(formatted, null, 2)}\n`);
    for (const warning of warnings) terminal.say(`warning: ${warning}\n`);
    return 0;
  }
  const groups = toolkits.map((toolkit) => {
    const rows = tools.filter((t) => t.toolkit === toolkit.name);
    return { toolkit, rows, hidden: Object.keys(toolkit.tools).length - rows.length };
  });
  await terminal.print(toolTable(groups, { paint: terminal.paint.out, width: terminal.width.out }));
  return 0;
}
