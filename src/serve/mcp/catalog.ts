/** The registry's tools as MCP lists them, described on first use. */
import type { Tool } from "@modelcontextprotocol/server";
import { dialects } from "../../providers/dialect.js";
import { type McpTool, mcpTool } from "../../providers/mcp.js";
import { legalName } from "../../providers/names.js";
import { MAX_SCHEMA_BYTES } from "../../providers/tools.js";
import type { Registry } from "../../runtime/index.js";

export interface McpCatalog {
  /** Of what whoever has this `context` may know: one page, and the cursor of the next. `undefined`: no such cursor. */
  page(
    cursor: string | undefined,
    context: unknown,
  ): Promise<{ readonly tools: Tool[]; readonly nextCursor?: string } | undefined>;
  /** By the name that clients use. */
  find(name: string, context: unknown): Promise<{ readonly tool: McpTool; readonly name: string } | undefined>;
  /** Listens to the registry no longer. */
  close(): void;
}

const PAGE = 250;

/** `onError` hears of tools whose modules do not load: they are not listed, the others are. */
export function mcpCatalog(registry: Registry, onError: (error: Error) => void): McpCatalog {
  /** As JSON: a thousand of them take a third of the memory. */
  const described = new Map<string, Promise<string | undefined>>();
  const describe = async (name: string, context: unknown): Promise<string | undefined> => {
    const known = described.get(name) ?? make(name, context);
    described.set(name, known);
    // What is not there for one may be there for another.
    if ((await known) === undefined) described.delete(name);
    return known;
  };
  const make = async (name: string, context: unknown): Promise<string | undefined> => {
    try {
      const tool = await registry.describe(name, { maxSchemaBytes: MAX_SCHEMA_BYTES, context });
      return tool && JSON.stringify(mcpTool(tool));
    } catch (cause) {
      onError(cause instanceof Error ? cause : new Error(String(cause)));
      return undefined;
    }
  };
  const close = registry.onChange(() => described.clear());
  /** The tool whose name is too long for clients, and is this one for them. */
  const longName = (shown: string, context: unknown): string | undefined =>
    registry.list({ context }).find(({ name }) => legalName(name, dialects.mcp.toolName) === shown)?.name;

  return {
    close,
    async page(cursor, context) {
      const last = cursor === undefined ? "" : nameIn(cursor);
      if (last === undefined) return undefined;
      const names = registry
        .list({ context })
        .map(({ name }) => name)
        .filter((name) => name > last);
      const here = names.slice(0, PAGE);
      const texts = await Promise.all(here.map((name) => describe(name, context)));
      const end = here.at(-1);
      return {
        tools: texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as Tool])),
        ...(names.length > PAGE && end !== undefined && { nextCursor: cursorAfter(end) }),
      };
    },
    async find(name, context) {
      const own = (await describe(name, context)) === undefined ? longName(name, context) : name;
      const text = own === undefined ? undefined : await describe(own, context);
      return text === undefined || own === undefined ? undefined : { tool: JSON.parse(text) as McpTool, name: own };
    },
  };
}

/** By the last name of a page, so that none is left out or told twice when tools come and go in between. */
const cursorAfter = (name: string): string => Buffer.from(`after ${name}`).toString("base64url");

function nameIn(cursor: string): string | undefined {
  const [, name] = /^after ([a-z][a-z0-9_]*)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  return name !== undefined && cursorAfter(name) === cursor ? name : undefined;
}
