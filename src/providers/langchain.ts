/** LangChain.js: structured tools for `bindTools` and agents. */
import type { Registry, ToolResult } from "../runtime/index.js";
import { type PlainObjectSchema, plainSchema } from "./plain.js";
import { type ProviderToolsOptions, providerTools } from "./tools.js";

/** Of the package `@langchain/core/tools`, which this module does not import: its `DynamicStructuredTool`. */
export interface LangChain<Made> {
  readonly DynamicStructuredTool: new (fields: LangChainFields) => Made;
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
    config?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<[content: string, artifact: ToolResult]>;
}

/**
 * A failed call is text as well, as the model reads what to do next; `artifact.ok` says so to the host. Throws
 * `TypeError` where `only` names a tool that is not there.
 */
export async function langChainTools<Made>(
  registry: Registry,
  { DynamicStructuredTool }: LangChain<Made>,
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
        async func(input, _, { signal } = {}) {
          const result = await registry.call(tool, restore(input), { ...options.call, ...(signal && { signal }) });
          return [result.content, result];
        },
      }),
  );
}
