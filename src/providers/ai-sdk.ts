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
  /** The whole result, for the host: in `toolResults` and the parts of a stream. Never rejects. */
  readonly execute: (
    input: unknown,
    options?: { readonly toolCallId?: string; readonly abortSignal?: AbortSignal },
  ) => Promise<ToolResult>;
  /** What the model reads: the result's text, which says of a failed call what to do next. */
  readonly toModelOutput: (made: { readonly output: ToolResult }) => {
    readonly type: "text" | "error-text";
    readonly value: string;
  };
}

/** By the name that the model uses. Throws `TypeError` where `only` names a tool that is not there. */
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
        execute: (input, { toolCallId, abortSignal } = {}) =>
          registry.call(tool, restore(input), {
            ...options.call,
            ...(toolCallId !== undefined && { id: toolCallId }),
            ...(abortSignal && { signal: abortSignal }),
          }),
        toModelOutput: ({ output: { ok, content } }) => ({ type: ok ? "text" : "error-text", value: content }),
      },
    ]),
  );
}
