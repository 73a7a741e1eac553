/** An agent of the AI SDK whose tools come from `toolgen serve`, over streamable HTTP. */
import { createMCPClient } from "@ai-sdk/mcp";
import { generateText, type LanguageModel, stepCountIs } from "ai";

/** `token`: what the server printed when it started. */
export async function ask(model: LanguageModel, url: string, token: string, question: string): Promise<string> {
  const client = await createMCPClient({
    transport: { type: "http", url, headers: { authorization: `Bearer ${token}` } },
  });
  try {
    const tools = await client.tools();
    const { text } = await generateText({ model, tools, prompt: question, stopWhen: stepCountIs(10) });
    return text;
  } finally {
    await client.close();
  }
}
