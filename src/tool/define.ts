import type { FunctionToolDefinition, GraphqlToolDefinition, HttpToolDefinition, Tool, Toolkit } from "./types.js";

/** Gives a tool its types. The definition is returned as it is: generated modules are data, the runtime reads them. */
export function defineTool<Input, Output>(definition: HttpToolDefinition): Tool<Input, Output>;
export function defineTool<Input, Output>(definition: GraphqlToolDefinition): Tool<Input, Output>;
export function defineTool<Input, Output>(definition: FunctionToolDefinition<Input, Output>): Tool<Input, Output>;
export function defineTool<Input, Output>(
  definition: HttpToolDefinition | GraphqlToolDefinition | FunctionToolDefinition<Input, Output>,
): Tool<Input, Output> {
  return definition;
}

/** Gives a toolkit its type, and returns it as it is. */
export function defineToolkit(toolkit: Toolkit): Toolkit {
  return toolkit;
}
