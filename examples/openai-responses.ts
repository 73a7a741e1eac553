/** OpenAI, responses. */
import type OpenAI from "openai";
import { openAiResponsesTools } from "toolgen/providers";
import type { Registry } from "toolgen/runtime";

export async function ask(client: OpenAI, registry: Registry, question: string): Promise<string> {
  const { tools, run } = await openAiResponsesTools(registry, { strict: true });
  let response = await client.responses.create({ model: "gpt-5", input: question, tools });
  for (let turn = 0; turn < 10; turn++) {
    const results = await run(response.output);
    if (results.length === 0) return response.output_text;
    response = await client.responses.create({
      model: "gpt-5",
      previous_response_id: response.id,
      input: results,
      tools,
    });
  }
  return "There were too many turns.";
}
