/** LangChain.js: structured tools for `bindTools` and agents. */
import type { Registry, ToolResult } from "../runtime/index.js";
import { type PlainObjectSchema, plainSchema } from "./plain.js";
import { type ProviderToolsOptions, providerTools } from "./tools.js";

/** Of the package `@langchain/core`, which this module does not import. */
export interface LangChain<Made> {
  /** Of `@langchain/core/tools`. */
  readonly DynamicStructuredTool: new (
    fields: LangChainFields,
  ) => Made;
  /** Of `@langchain/core/messages`: with it failed calls become messages with the status `error`. */
  readonly ToolMessage?: new (
    fields: LangChainFailure,
  ) => object;
}

export interface LangChainFailure {
  readonly status: "error";
  readonly tool_call_id: string;
  readonly name: string;
  readonly content: string;
  readonly artifact: ToolResult;
}

export interface LangChainFields {
  readonly name: string;
  readonly description: string;
  readonly schema: PlainObjectSchema;
  /** LangChain checks arguments itself, before the tool sees them: it says what is wrong with them. */
  readonly verboseParsingErrors: true;
  readonly responseFormat: "content_and_artifact";
  /** What the model reads, and the whole result, for the host. Never rejects. */
  readonly func: (
    input: unknown,
    run?: unknown,
    config?: LangChainConfig,
  ) => Promise<[content: unknown, artifact: ToolResult]>;
}

export interface LangChainConfig {
  readonly signal?: AbortSignal | undefined;
  /** Where a model has called. */
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
}

/**
 * A failed call is text as well, as the model reads what to do next; `artifact.ok` says so to the host. Throws
 * `TypeError` where `only` names a tool that is not there.
 */
export async function langChainTools<Made>(
  registry: Registry,
  { DynamicStructuredTool, ToolMessage }: LangChain<Made>,
  options: ProviderToolsOptions = {},
): Promise<Made[]> {
  const { tools } = await providerTools(registry, "openai", options);
  return tools.map(
    ({ name, tool, description, schema, restore }) =>
      new DynamicStructuredTool({
        name,
        description,
        schema: plainSchema(schema),
        verboseParsingErrors: true,
        responseFormat: "content_and_artifact",
        async func(input, _, { signal, toolCall } = {}) {
          const artifact = await registry.call(tool, restore(input), { ...options.call, ...(signal && { signal }) });
          const { ok, content } = artifact;
          const id = toolCall?.id;
          if (ok || id === undefined || !ToolMessage) return [content, artifact];
          return [new ToolMessage({ status: "error", tool_call_id: id, name, content, artifact }), artifact];
        },
      }),
  );
}
