/** The document of `toolgen list --format json`, piece by piece: it can be larger than a string may be. */
import { describeTool } from "../../runtime/describe.js";
import type { AnyTool, CatalogEntry, Toolkit } from "../../tool/types.js";

/** One tool to be listed. */
export interface ListedTool {
  /** As `call` and `run` take it. */
  readonly name: string;
  readonly toolkit: Toolkit;
  readonly entry: CatalogEntry | AnyTool;
}

/** Modules that are loaded side by side. */
const WAVE = 128;

export async function* listDocument(
  toolkits: readonly Toolkit[],
  tools: readonly ListedTool[],
): AsyncGenerator<string> {
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

async function describe({ name, toolkit, entry }: ListedTool): Promise<string> {
  const tool = "load" in entry ? await entry.load() : entry;
  const { tags: _, ...description } = describeTool(name, toolkit.name, tool);
  return JSON.stringify(description);
}
