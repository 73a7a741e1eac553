/** Vercel's AI SDK: the `tools` of `generateText` and `streamText`. */
import type { Registry, ToolResult } from "../runtime/index.js";
import { type PlainObjectSchema, plainSchema } from "./plain.js";
import { type ProviderToolsOptions, providerTools } from "./tools.js";

/** Of the package `ai`, which this module does not import: its `jsonSchema`. */
export interface AiSdk<Schema> {
  readonly jsonSchema: (schema: PlainObjectSchema) => Schema;
}

export interface AiSdkTool<Schema> {
  readonly description: string;
  readonly inputSchema: Schema;
  readonly execute: (
    input: unknown,
    options?: { readonly toolCallId?: string; readonly abortSignal?: AbortSignal },
  ) => Promise<string>;
}

/** By the name that the model uses. A failed call is text as well: the model reads what to do next. */
export async function aiSdkTools<Schema>(
  registry: Registry,
  { jsonSchema }: AiSdk<Schema>,
  options: ProviderToolsOptions = {},
): Promise<Record<string, AiSdkTool<Schema>>> {
  const { tools } = await providerTools(registry, "openai", options);
  return Object.fromEntries(
    tools.map(({ name, tool, description, schema, restore }) => [
      name,
      {
        description,
        inputSchema: jsonSchema(plainSchema(schema)),
        async execute(input, { toolCallId, abortSignal } = {}) {
          const result: ToolResult = await registry.call(tool, restore(input), {
            ...options.call,
            ...(toolCallId !== undefined && { id: toolCallId }),
            ...(abortSignal && { signal: abortSignal }),
          });
          return result.content;
        },
      },
    ]),
  );
}
