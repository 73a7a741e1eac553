/** The document of `toolgen list --format json`, piece by piece: it can be larger than a string may be. */

import { ToolError } from "../../runtime/call/errors.js";
import { type Entry, loadTool } from "../../runtime/registry/catalog.js";
import { type DescribeOptions, describeTool, type ToolDescription } from "../../runtime/registry/describe.js";
import type { Toolkit } from "../../tool/types.js";
import { CommandError } from "../usage.js";

/** Modules that are loaded side by side. */
const WAVE = 128;

export async function* listDocument(toolkits: readonly Toolkit[], tools: readonly Entry[]): AsyncGenerator<string> {
  yield `{\n"toolkits": [\n${toolkits.map((t) => JSON.stringify(describeToolkit(t))).join(",\n")}\n],\n"tools": [`;
  for (let from = 0; from < tools.length; from += WAVE) {
    const wave = await Promise.all(tools.slice(from, from + WAVE).map(describe));
    for (const [i, text] of wave.entries()) yield `${from + i === 0 ? "" : ","}\n${text}`;
  }
  yield "\n]\n}\n";
}

function describeToolkit({ name, servers = {}, auth = {} }: Toolkit): object {
  return { name, servers: Object.values(servers).map((s) => s.url), auth };
}

async function describe(entry: Entry): Promise<string> {
  const { tags: _, ...description } = await describeEntry(entry);
  return JSON.stringify(description);
}

export async function describeEntry(entry: Entry, options: DescribeOptions = {}): Promise<ToolDescription> {
  const tool = await loadTool(entry).catch((cause: unknown) => {
    if (cause instanceof ToolError) throw new CommandError(cause.message, cause.facts.hint, { cause });
    throw cause;
  });
  return describeTool(entry.name, entry.registration.toolkit.name, tool, options);
}
