/** A small complete agent: a model, a registry, and the loop between them. */
import { type AssembledChatCall, type ChatTool, openAiChatTools } from "toolgen/providers";
import type { Registry } from "toolgen/runtime";

export type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly tool_calls?: readonly AssembledChatCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

export type Answer = Extract<Message, { readonly role: "assistant" }>;

/** Any API of chat completions: OpenAI's, a local one, a script. */
export type Model = (messages: readonly Message[], tools: readonly ChatTool[], signal: AbortSignal) => Promise<Answer>;

export interface AgentOptions {
  readonly instructions?: string;
  /** Answers of the model, at most; default: 10. */
  readonly maxTurns?: number;
  readonly signal?: AbortSignal;
  /** Hears every message as it comes. */
  readonly onMessage?: (message: Message) => void;
}

/** The model's last word. Failed calls are no end: the model reads why, and goes on. */
export async function agent(
  model: Model,
  registry: Registry,
  question: string,
  options: AgentOptions = {},
): Promise<string> {
  const { instructions, maxTurns = 10, signal = new AbortController().signal, onMessage = () => {} } = options;
  const { tools, warnings, run } = await openAiChatTools(registry, { strict: true, call: { signal } });
  for (const warning of warnings) process.emitWarning(warning);
  const messages: Message[] = [];
  const add = (...news: readonly Message[]): void => {
    for (const message of news) {
      messages.push(message);
      onMessage(message);
    }
  };
  if (instructions !== undefined) add({ role: "system", content: instructions });
  add({ role: "user", content: question });
  for (let turn = 0; turn < maxTurns; turn++) {
    const answer = await model(messages, tools, signal);
    add(answer);
    const calls = answer.tool_calls ?? [];
    if (calls.length === 0) return answer.content;
    add(...(await run(calls)));
  }
  throw new Error(`There was no answer after ${maxTurns} turns`);
}
