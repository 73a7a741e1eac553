/** MCP, Tool: a registry's tools as `tools/list` shows them. */
import type { ToolDescription } from "../runtime/describe.js";
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { toProfile } from "./profile.js";

export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchemaObject & { readonly type: "object" };
  readonly outputSchema?: JsonSchemaObject & { readonly type: "object" };
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

export function mcpTool(tool: ToolDescription): McpTool {
  const { name, description, schema } = toProfile(tool, "mcp");
  const { title, outputSchema } = tool;
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: { ...schema, type: "object" },
    ...(outputSchema !== undefined && { outputSchema: outputOf(outputSchema) }),
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

/** `structuredContent` is an object: other results stand in its `result`. */
export function outputOf(schema: JsonSchema): McpTool["outputSchema"] & object {
  if (isObjectSchema(schema)) return { ...schema, type: "object" };
  const { $defs, ...rest }: JsonSchemaObject = typeof schema === "object" ? schema : {};
  return { type: "object", properties: { result: rest }, required: ["result"], ...($defs && { $defs }) };
}

export function isObjectSchema(schema: JsonSchema): schema is JsonSchemaObject {
  return typeof schema === "object" && schema.type === "object";
}
