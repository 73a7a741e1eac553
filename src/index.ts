/** `toolgen`: generate toolkits, define tools, call them. */
export type { Diagnostic, Place, Severity } from "./diagnostics.js";
export {
  type Change,
  type ChangeKind,
  checkToolkit,
  type GenerateOptions,
  type GenerateReport,
  type GraphqlOptions,
  generateGraphql,
  generateOpenApi,
} from "./generate.js";
export {
  createRegistry,
  environmentCredentials,
  type Registry,
  type RegistryOptions,
  ToolError,
  type ToolResult,
} from "./runtime/index.js";
export { defineTool, defineToolkit, type JsonSchema, type Tool, type Toolkit } from "./tool/index.js";
