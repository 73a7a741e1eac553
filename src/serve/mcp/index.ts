/** `toolgen/mcp`: a registry as an MCP server. */
export type { Authorize } from "./door.js";
export { type McpHttpOptions, type McpHttpServer, serveMcpHttp } from "./http.js";
export { type McpServerOptions, mcpServerFactory } from "./server.js";
export { type McpStdioOptions, serveMcp } from "./stdio.js";
