/** LangChain.js: structured tools for `bindTools` and agents. */
import type { Registry } from "../runtime/index.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import { type ProviderToolsOptions, providerTools } from "./tools.js";

/** Of the package `@langchain/core/tools`, which this module does not import: its `tool`. */
export type LangChainTool<Made> = (
  run: (input: unknown, config?: { readonly signal?: AbortSignal }) => Promise<string>,
  fields: {
    readonly name: string;
    readonly description: string;
    readonly schema: JsonSchemaObject & Record<string, unknown>;
  },
) => Made;

export async function langChainTools<Made>(
  registry: Registry,
  tool: LangChainTool<Made>,
  options: ProviderToolsOptions = {},
): Promise<Made[]> {
  const { tools } = await providerTools(registry, "openai", options);
  return tools.map((one) =>
    tool(
      async (input, config) => {
        const signal = config?.signal;
        const result = await registry.call(one.tool, one.restore(input), {
          ...options.call,
          ...(signal && { signal }),
        });
        return result.content;
      },
      { name: one.name, description: one.description, schema: { ...one.schema } },
    ),
  );
}
