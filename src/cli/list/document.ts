/** The document of `toolgen list --format json`, piece by piece: it can be larger than a string may be. */
import type { AnyTool, CatalogEntry, Origin, Toolkit } from "../../tool/types.js";
import { bindingsOf } from "./bindings.js";
import { SchemaPrinter } from "./schemas.js";

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
  const schemas = new SchemaPrinter();
  yield `{\n"toolkits": [\n${toolkits.map((t) => JSON.stringify(describeToolkit(t))).join(",\n")}\n],\n"tools": [`;
  for (let from = 0; from < tools.length; from += WAVE) {
    const wave = await Promise.all(
      tools.slice(from, from + WAVE).map(async (listed) => ({ listed, tool: await toolOf(listed.entry) })),
    );
    yield wave
      .map(({ listed, tool }, i) => `${from + i === 0 ? "\n" : ",\n"}${describeTool(listed, tool, schemas)}`)
      .join("");
  }
  yield "\n]\n}\n";
}

function describeToolkit({ name, servers = {}, auth = {} }: Toolkit): object {
  return { name, servers: Object.values(servers).map((s) => s.url), auth };
}

function describeTool({ name, toolkit }: ListedTool, tool: AnyTool, schemas: SchemaPrinter): string {
  const http = "http" in tool ? tool : undefined;
  const bindings = http ? bindingsOf(http.http, http.input) : [];
  const head = { name, toolkit: toolkit.name, title: tool.title, description: tool.description, effect: tool.effect };
  const members = [
    JSON.stringify({ ...head, origin: originOf(tool) }).slice(1, -1),
    `"inputSchema":${schemas.print(tool.input)}`,
    ...(tool.output === undefined ? [] : [`"outputSchema":${schemas.print(tool.output)}`]),
    JSON.stringify({ bindings, auth: http?.auth ?? [] }).slice(1, -1),
  ];
  return `{${members.join(",")}}`;
}

function originOf(tool: AnyTool): Origin {
  if (!("http" in tool)) return { kind: "function", file: "index.ts", export: tool.name };
  const { method, path } = tool.http;
  return { kind: "http", method, path, operationId: tool.operationId ?? null };
}

const toolOf = async (entry: CatalogEntry | AnyTool): Promise<AnyTool> => ("load" in entry ? entry.load() : entry);
