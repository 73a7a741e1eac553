/** LangChain.js: any chat model that takes tools. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { langChainTools } from "toolgen/providers";
import type { Registry } from "toolgen/runtime";

export async function ask(model: BaseChatModel, registry: Registry, question: string): Promise<string> {
  const tools = await langChainTools(registry, { DynamicStructuredTool, ToolMessage });
  const bound = model.bindTools?.(tools);
  if (!bound) throw new Error("This model takes no tools");
  const messages: BaseMessage[] = [new HumanMessage(question)];
  for (let turn = 0; turn < 10; turn++) {
    const answer = await bound.invoke(messages);
    messages.push(answer);
    if (!answer.tool_calls?.length) return answer.text;
    for (const { id = "", name, args } of answer.tool_calls) {
      const called = tools.find((one) => one.name === name);
      // LangChain throws what does not fit the schema; the model may read why.
      const made: unknown = await called
        ?.invoke({ type: "tool_call", id, name, args })
        .catch((error: unknown) => String(error));
      const content = typeof made === "string" ? made : `There is no tool ${name}`;
      // Its `artifact` is the whole result: data, status, attempts.
      const message =
        made instanceof ToolMessage ? made : new ToolMessage({ tool_call_id: id, content, status: "error" });
      messages.push(message);
    }
  }
  return "There were too many turns.";
}
