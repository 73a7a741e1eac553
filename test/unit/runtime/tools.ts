/** Hand-written tools for tests of what stands between a call and its executor. */
import { createRegistry, type RegistryOptions, type ToolResult } from "../../../src/runtime/index.js";
import {
  type AnyTool,
  defineTool,
  type FunctionToolDefinition,
  type JsonSchema,
  type Tool,
  type Toolkit,
} from "../../../src/tool/index.js";

type Given = Record<string, unknown>;
export type Runs = FunctionToolDefinition<Given, unknown>;

/** A tool that gives back its arguments, unless told otherwise. */
export function tool(name: string, input: JsonSchema, more: Partial<Runs> = {}): Tool<Given, unknown> {
  return defineTool<Given, unknown>({
    name,
    description: `${name}.`,
    effect: "read",
    input,
    run: (args) => args,
    ...more,
  });
}

export function toolkit(name: string, ...tools: readonly AnyTool[]): Toolkit {
  return { name, tools: Object.fromEntries(tools.map((t) => [t.name, t])) };
}

export interface Probe {
  /** What the executor got; `undefined`: it was not reached. */
  readonly sent: unknown;
  readonly result: ToolResult;
}

/** Calls one tool with this input schema. */
export async function probe(
  input: JsonSchema,
  args: unknown,
  more: Partial<Runs> = {},
  options: RegistryOptions = {},
): Promise<Probe> {
  let sent: unknown;
  const run = (given: unknown): string => {
    sent = given;
    return "ok";
  };
  const registry = createRegistry(options);
  registry.register(toolkit("kit", tool("act", input, { run, ...more })));
  return { result: await registry.call("act", args), sent };
}

/** `path: message` of each issue. */
export async function issues(input: JsonSchema, args: unknown, more: Partial<Runs> = {}): Promise<readonly string[]> {
  const { result, sent } = await probe(input, args, more);
  if (result.ok || sent !== undefined) return ["accepted"];
  if (result.error.code !== "invalid_arguments") return [result.error.code, result.error.message];
  return (result.error.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
}

export const object = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
