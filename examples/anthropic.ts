/** Anthropic, messages. */
import type Anthropic from "@anthropic-ai/sdk";
import { anthropicTools } from "toolgen/providers";
import type { Registry } from "toolgen/runtime";

export async function ask(client: Anthropic, registry: Registry, question: string): Promise<string> {
  const { tools, run } = await anthropicTools(registry);
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
  for (let turn = 0; turn < 10; turn++) {
    const message = await client.messages.create({ model: "claude-sonnet-5-5", max_tokens: 4096, messages, tools });
    const results = await run(message.content);
    if (results.length === 0) return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    messages.push({ role: "assistant", content: message.content }, { role: "user", content: results });
  }
  return "There were too many turns.";
}
