/** The registry's tools as MCP lists them, described on first use. */
import type { Tool } from "@modelcontextprotocol/server";
import { type McpTool, mcpTool } from "../../providers/mcp.js";
import { MAX_SCHEMA_BYTES } from "../../providers/tools.js";
import type { Registry } from "../../runtime/index.js";

export interface McpCatalog {
  /** One page, and the cursor of the next. `undefined`: no such cursor. */
  page(cursor: string | undefined): Promise<{ readonly tools: Tool[]; readonly nextCursor?: string } | undefined>;
  /** By the name that clients use. */
  find(name: string): Promise<{ readonly tool: McpTool; readonly name: string } | undefined>;
}

const PAGE = 250;

export function mcpCatalog(registry: Registry): McpCatalog {
  const described = new Map<string, Promise<McpTool | undefined>>();
  const describe = (name: string): Promise<McpTool | undefined> => {
    const known = described.get(name) ?? make(name);
    described.set(name, known);
    return known;
  };
  const make = async (name: string): Promise<McpTool | undefined> => {
    const tool = await registry.describe(name, { maxSchemaBytes: MAX_SCHEMA_BYTES });
    return tool && mcpTool(tool);
  };
  registry.onChange(() => described.clear());

  return {
    async page(cursor) {
      const names = registry.list().map(({ name }) => name);
      const from = cursor === undefined ? 0 : Number(cursor);
      if (!Number.isSafeInteger(from) || from < 0 || (from > 0 && from >= names.length)) return undefined;
      const tools = await Promise.all(names.slice(from, from + PAGE).map(describe));
      const next = from + PAGE;
      return {
        // A copy that is JSON alone, as it is sent.
        tools: JSON.parse(JSON.stringify(tools.filter((tool) => tool !== undefined))) as Tool[],
        ...(next < names.length && { nextCursor: String(next) }),
      };
    },
    async find(name) {
      const direct = await describe(name);
      if (direct?.name === name) return { tool: direct, name };
      // A name that was too long for clients.
      for (const summary of registry.list()) {
        if (summary.name.length <= name.length) continue;
        const tool = await describe(summary.name);
        if (tool?.name === name) return { tool, name: summary.name };
      }
      return undefined;
    },
  };
}
