/** OpenAI, chat completions, streamed. */
import type OpenAI from "openai";
import { assembleChatCalls, type ChatToolCallDelta, openAiChatTools } from "toolgen/providers";
import type { Registry } from "toolgen/runtime";

export async function ask(client: OpenAI, registry: Registry, question: string): Promise<string> {
  const { tools, run } = await openAiChatTools(registry, { strict: true });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: question }];
  for (let turn = 0; turn < 10; turn++) {
    const stream = await client.chat.completions.create({ model: "gpt-5", messages, tools, stream: true });
    let content = "";
    const deltas: ChatToolCallDelta[] = [];
    for await (const { choices } of stream) {
      content += choices[0]?.delta.content ?? "";
      deltas.push(...(choices[0]?.delta.tool_calls ?? []));
    }
    if (deltas.length === 0) return content;
    const calls = assembleChatCalls(deltas);
    messages.push({ role: "assistant", content, tool_calls: calls }, ...(await run(calls)));
  }
  return "There were too many turns.";
}
