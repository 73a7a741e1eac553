/** Anthropic messages: `tools`, blocks of type `tool_use`, and the user message of `tool_result` blocks. */
import type { Registry } from "../runtime/index.js";
import type { CallOptions } from "../runtime/options.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import { type PlainObjectSchema, plainSchema } from "./plain.js";
import { itemsOf, type ProviderToolsOptions, providerTools } from "./tools.js";

export interface AnthropicOptions extends ProviderToolsOptions {
  /**
   * Hold the model to the schemas, where they can be said strictly, and as many as one request may have; default: false.
   */
  readonly strict?: boolean;
}

/** Messages API: one of `tools`. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: PlainObjectSchema;
  readonly strict?: true;
}

/** A block of a message's content; those that are no `tool_use` are passed over. */
export interface ContentBlock {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
}

/** Messages API: a block of the next user message. */
export interface ToolResultBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: true;
}

/** A registry for the Messages API. */
export interface AnthropicTools {
  readonly tools: AnthropicTool[];
  readonly warnings: readonly string[];
  /**
   * A message's content → the content of the user message that answers its calls, in their order. `call`: options of
   * these calls.
   */
  run(content: readonly ContentBlock[] | null | undefined, call?: CallOptions): Promise<ToolResultBlock[]>;
}

/** All tools, or those of `only`, for the Messages API. Throws `TypeError` where `only` names one that is not there. */
export async function anthropicTools(registry: Registry, options: AnthropicOptions = {}): Promise<AnthropicTools> {
  const profile = options.strict ? "anthropic-strict" : "anthropic";
  const { tools, warnings, answers, run } = await providerTools(registry, profile, options);
  return {
    tools: tools.map(anthropicTool),
    warnings,
    async run(content, call) {
      const made = itemsOf(content).flatMap(({ type, id, name, input }) =>
        type === "tool_use" && typeof id === "string" && typeof name === "string" && answers(name)
          ? [{ id, name, arguments: input }]
          : [],
      );
      const results = await run(made, call);
      return made.map(({ id }, i) => ({
        type: "tool_result",
        tool_use_id: id,
        content: results[i]?.content ?? "",
        ...(results[i]?.ok === false && { is_error: true }),
      }));
    },
  };
}

export function anthropicTool(tool: {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchemaObject;
  readonly strict: boolean;
}): AnthropicTool {
  const { name, description, schema, strict } = tool;
  return { name, description, input_schema: plainSchema(schema), ...(strict && { strict }) };
}

/** An event of a streamed message. */
export interface StreamEvent {
  readonly type: string;
  readonly index?: number;
  readonly content_block?: ContentBlock;
  /** Of a `content_block_delta`: a piece of JSON where it is an `input_json_delta`. */
  readonly delta?: object;
}

/** Puts the `tool_use` blocks of a stream together. Their input stays JSON text, which `run` reads. */
export function assembleToolUse(events: Iterable<StreamEvent>): ContentBlock[] {
  const blocks = new Map<number, { readonly block: ContentBlock; json: string }>();
  for (const { type, index = 0, content_block: block, delta } of events) {
    if (type === "content_block_start" && block?.type === "tool_use") blocks.set(index, { block, json: "" });
    const open = blocks.get(index);
    if (type === "content_block_delta" && open && delta && "partial_json" in delta)
      open.json += String(delta.partial_json);
  }
  return [...blocks.values()].map(({ block, json }) => (json === "" ? block : { ...block, input: json }));
}
