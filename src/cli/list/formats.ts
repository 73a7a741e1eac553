/** `toolgen list --format <provider>`: what goes into `tools` of a request to it. */
import { anthropicTool } from "../../providers/anthropic.js";
import type { ProfileName } from "../../providers/dialect.js";
import { functionDeclaration } from "../../providers/gemini.js";
import { mcpTool } from "../../providers/mcp.js";
import { functionOf } from "../../providers/openai.js";
import type { ProviderTool } from "../../providers/profile.js";
import { toolSet } from "../../providers/set.js";
import { MAX_SCHEMA_BYTES } from "../../providers/tools.js";
import type { ToolDescription } from "../../runtime/registry/describe.js";

export { MAX_SCHEMA_BYTES };

export interface Formatted {
  readonly tools: readonly unknown[];
  readonly warnings: readonly string[];
}

export function formatTools(tools: readonly ToolDescription[], format: ProfileName): Formatted {
  const { tools: converted, warnings } = toolSet(tools, format);
  return { tools: inShape(tools, converted, format), warnings };
}

function inShape(
  tools: readonly ToolDescription[],
  converted: readonly ProviderTool[],
  format: ProfileName,
): readonly unknown[] {
  switch (format) {
    case "openai":
    case "openai-strict":
      return converted.map((tool) => ({ type: "function", function: functionOf(tool) }));
    case "anthropic":
    case "anthropic-strict":
      return converted.map(anthropicTool);
    case "gemini":
      return [{ functionDeclarations: converted.map(functionDeclaration) }];
    case "mcp":
      return tools.map(mcpTool);
    default:
      return format satisfies never;
  }
}
