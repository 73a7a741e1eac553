/** A call's result → MCP's `CallToolResult`: text for the model, the same as data, files and long results by link. */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { stringifyJson } from "../../json/stringify.js";
import { type ObjectSchema, structured } from "../../providers/mcp-output.js";
import type { FileStore, ToolResult } from "../../runtime/index.js";
import { fileUri } from "./files.js";

export function callToolResult(result: ToolResult, schema: ObjectSchema | undefined, files: FileStore): CallToolResult {
  const text: ContentBlock = { type: "text", text: printable(result.content) };
  if (!result.ok) return { content: [text], isError: true };
  return {
    content: [text, ...links(result, files)],
    ...(schema && { structuredContent: plain(structured(shown(result), schema)) }),
  };
}

/** As data, what the text shows: a result that was cut would fill a model's context from here instead. */
function shown({ content, data, meta }: ToolResult & { readonly ok: true }): unknown {
  if (meta.truncated === undefined) return data;
  if (typeof data === "string") return content;
  // Before the JSON may stand what a model has to know of it, a line each.
  const caveats = new Set(meta.notes?.map((note) => `[${note}]`));
  const json = content.split("\n").find((line) => !caveats.has(line)) ?? "";
  try {
    return JSON.parse(json);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    // Nothing had room.
    return null;
  }
}

/** The whole of what was cut, and a file where the tool gave one. */
function links({ data, meta }: ToolResult & { readonly ok: true }, files: FileStore): ContentBlock[] {
  const uri = isFile(data) ? fileUri(data.handle) : undefined;
  if (isFile(data) && uri !== undefined) {
    const { contentType, filename = "file", size } = data;
    return [
      {
        type: "resource_link",
        uri,
        name: filename,
        ...(contentType !== undefined && { mimeType: contentType }),
        ...(size !== undefined && { size }),
      },
    ];
  }
  if (meta.truncated === undefined) return [];
  const bytes = Buffer.from(typeof data === "string" ? data : stringifyJson(data));
  const contentType = typeof data === "string" ? "text/plain" : "application/json";
  const whole = fileUri(files.put({ bytes, contentType }));
  if (whole === undefined) return [];
  const description = "The whole result, of which the text holds a part.";
  return [
    { type: "resource_link", uri: whole, name: "result", description, mimeType: contentType, size: bytes.length },
  ];
}

interface FileData {
  readonly handle: string;
  readonly contentType?: string;
  readonly filename?: string;
  readonly size?: number;
}

function isFile(data: unknown): data is FileData {
  return typeof data === "object" && data !== null && "handle" in data && typeof data.handle === "string";
}

/** Control characters steer terminals, and say nothing to a model. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, "");
}

/** JSON alone, integers beyond 2^53 as digits. */
function plain(value: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? one.toString() : one)));
}
