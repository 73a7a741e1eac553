/** OpenAI: chat completions (`tools`, `tool_calls`, role `tool`) and responses (`function_call`, `function_call_output`). */
import type { Registry } from "../runtime/index.js";
import type { CallOptions } from "../runtime/options.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import { type PlainObjectSchema, plainSchema } from "./plain.js";
import { itemsOf, type ProviderToolsOptions, providerTools } from "./tools.js";

export interface OpenAiOptions extends ProviderToolsOptions {
  /** Hold the model to the schemas, where they can be said strictly; default: false. */
  readonly strict?: boolean;
}

export interface OpenAiFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: PlainObjectSchema;
  readonly strict: boolean;
}

/** Chat Completions API: one of `tools`. */
export interface ChatTool {
  readonly type: "function";
  readonly function: OpenAiFunction;
}

/** Responses API: one of `tools`. */
export interface ResponsesTool extends OpenAiFunction {
  readonly type: "function";
}

/** As in a message's `tool_calls`; calls of other types are passed over. */
export interface ChatToolCall {
  readonly id: string;
  readonly type?: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** Chat Completions API: the answer to one tool call. */
export interface ChatToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

/** A registry for the Chat Completions API. */
export interface OpenAiChatTools {
  readonly tools: ChatTool[];
  readonly warnings: readonly string[];
  /** The calls of one message → the messages that answer them, in their order. `call`: options of these calls. */
  run(calls: readonly ChatToolCall[] | null | undefined, call?: CallOptions): Promise<ChatToolMessage[]>;
}

/** All tools, or those of `only`, for Chat Completions. Throws `TypeError` where `only` names one that is not there. */
export async function openAiChatTools(registry: Registry, options: OpenAiOptions = {}): Promise<OpenAiChatTools> {
  const { tools, warnings, answers, run } = await providerTools(registry, profileOf(options), options);
  return {
    tools: tools.map((tool) => ({ type: "function", function: functionOf(tool) })),
    warnings,
    async run(calls, call) {
      const made = itemsOf(calls).flatMap(({ id, function: called }) =>
        typeof called?.name === "string" && answers(called.name) ? [{ id, ...called }] : [],
      );
      const results = await run(made, call);
      return made.map(({ id }, i) => ({ role: "tool", tool_call_id: id, content: results[i]?.content ?? "" }));
    },
  };
}

/** An item of a response's `output`; items that are no function call are passed over. */
export interface ResponsesItem {
  readonly type?: string;
  readonly call_id?: string | null;
  readonly name?: string | null;
  readonly arguments?: unknown;
}

/** Responses API: the answer to one `function_call` item. */
export interface FunctionCallOutput {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string;
}

/** A registry for the Responses API. */
export interface OpenAiResponsesTools {
  readonly tools: ResponsesTool[];
  readonly warnings: readonly string[];
  /** A response's `output` → the input items that answer its calls, in their order. `call`: options of these calls. */
  run(output: readonly ResponsesItem[] | null | undefined, call?: CallOptions): Promise<FunctionCallOutput[]>;
}

/** All tools, or those of `only`, for the Responses API. Throws `TypeError` where `only` names one that is not there. */
export async function openAiResponsesTools(
  registry: Registry,
  options: OpenAiOptions = {},
): Promise<OpenAiResponsesTools> {
  const { tools, warnings, answers, run } = await providerTools(registry, profileOf(options), options);
  return {
    tools: tools.map((tool) => ({ type: "function", ...functionOf(tool) })),
    warnings,
    async run(output, call) {
      const made = itemsOf(output).flatMap(({ type, call_id: id, name, arguments: args }) =>
        type === "function_call" && typeof id === "string" && typeof name === "string" && answers(name)
          ? [{ id, name, arguments: args }]
          : [],
      );
      const results = await run(made, call);
      return made.map(({ id }, i) => ({
        type: "function_call_output",
        call_id: id,
        output: results[i]?.content ?? "",
      }));
    },
  };
}

const profileOf = ({ strict }: OpenAiOptions): "openai" | "openai-strict" => (strict ? "openai-strict" : "openai");

interface Convertible {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchemaObject;
  readonly strict: boolean;
}

export function functionOf({ name, description, schema, strict }: Convertible): OpenAiFunction {
  return { name, description, parameters: plainSchema(schema), strict };
}

/** A piece of a streamed message: `choices[0].delta.tool_calls`. */
export interface ChatToolCallDelta {
  readonly index: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

/** A call that is whole: part of the next request, and what `run` takes. */
export interface AssembledChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Puts streamed pieces together, in the order of their index. */
export function assembleChatCalls(deltas: Iterable<ChatToolCallDelta>): AssembledChatCall[] {
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  for (const { index, id, function: piece } of deltas) {
    const call = calls.get(index) ?? { id: "", name: "", arguments: "" };
    calls.set(index, {
      id: id || call.id,
      name: call.name + (piece?.name ?? ""),
      arguments: call.arguments + (piece?.arguments ?? ""),
    });
  }
  return [...calls]
    .sort(([a], [b]) => a - b)
    .map(([, { id, name, arguments: args }]) => ({ id, type: "function", function: { name, arguments: args } }));
}
