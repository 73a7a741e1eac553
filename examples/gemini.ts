/** Gemini, generateContent. */
import { type Content, type GoogleGenAI, Type } from "@google/genai";
import { geminiTools } from "toolgen/providers";
import type { Registry } from "toolgen/runtime";

export async function ask(client: GoogleGenAI, registry: Registry, question: string): Promise<string> {
  const { functionDeclarations, run } = await geminiTools(registry, { Type });
  const contents: Content[] = [{ role: "user", parts: [{ text: question }] }];
  for (let turn = 0; turn < 10; turn++) {
    const config = { tools: [{ functionDeclarations }] };
    const response = await client.models.generateContent({ model: "gemini-2.5-flash", contents, config });
    const content = response.candidates?.[0]?.content;
    const results = await run(content?.parts);
    if (content === undefined || results.length === 0) return response.text ?? "";
    contents.push(content, { role: "user", parts: results });
  }
  return "There were too many turns.";
}
