/** MCP, Tool: a registry's tools as `tools/list` shows them. */

import { foldSchema } from "../runtime/index.js";
import type { ToolDescription } from "../runtime/registry/describe.js";
import { type ObjectSchema, outputSchema } from "./mcp-output.js";
import { toProfile } from "./profile.js";

export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: McpAnnotations;
}

/** Every hint is said: clients assume the worst of what is not. */
export interface McpAnnotations {
  readonly title?: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What comes back is seen when it comes: its schema may be short. */
const MAX_OUTPUT_BYTES = 2_000;

export function mcpTool(tool: ToolDescription): McpTool {
  const { name, description, schema } = toProfile(tool, "mcp");
  const { title, outputSchema: output } = tool;
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: { ...schema, type: "object" },
    // What refuses goes first, so that more of what tells has room; a folded part may refuse again.
    ...(output !== undefined && { outputSchema: outputSchema(foldSchema(outputSchema(output), MAX_OUTPUT_BYTES)) }),
    annotations: annotationsOf(tool),
  };
}

/** RFC 9110 §9.2.2, those that are not safe. */
const IDEMPOTENT: ReadonlySet<string> = new Set(["PUT", "DELETE"]);

function annotationsOf({ title, effect, origin }: ToolDescription): McpAnnotations {
  return {
    ...(title !== undefined && { title }),
    readOnlyHint: effect === "read",
    destructiveHint: effect === "irreversible",
    idempotentHint: effect === "read" || (origin.kind === "http" && IDEMPOTENT.has(origin.method)),
    openWorldHint: origin.kind !== "function",
  };
}
