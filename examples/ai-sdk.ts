/** Vercel's AI SDK, which calls the tools by itself. */
import { generateText, jsonSchema, type LanguageModel, stepCountIs } from "ai";
import { aiSdkTools } from "toolgen/providers";
import type { Registry } from "toolgen/runtime";

export async function ask(model: LanguageModel, registry: Registry, question: string): Promise<string> {
  const tools = await aiSdkTools(registry, { jsonSchema });
  const { text } = await generateText({ model, tools, prompt: question, stopWhen: stepCountIs(10) });
  return text;
}
