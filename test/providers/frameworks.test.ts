/** AI SDK and LangChain.js, both with a model that speaks OpenAI's chat completions. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ChatOpenAI } from "@langchain/openai";
import { afterEach, expect, it } from "vitest";
import { type FakeApi, fakeApi } from "./api.js";
import { message } from "./chat.js";
import { ask as askAiSdk } from "./examples/ai-sdk.js";
import { ask as askLangChain } from "./examples/langchain.js";
import { ANSWER, HOURS, openMuseum, QUESTION, REASON, RIGHT, WRONG } from "./museum.js";

let api: FakeApi | undefined;
afterEach(() => api?.close());

const SCRIPT = [message(null, { a: WRONG, b: RIGHT }), message(ANSWER)];

it("AI SDK: calls the tools by itself", async () => {
  api = await fakeApi(SCRIPT);
  const provider = createOpenAICompatible({ name: "fake", baseURL: `${api.url}/v1`, apiKey: "none" });
  expect(await askAiSdk(provider("fake"), openMuseum(), QUESTION)).toBe(ANSWER);
  const [first, second] = api.requests.map(({ body }) => body);
  const tools = first?.["tools"] as { function: { name: string; parameters: object } }[];
  expect(tools.find(({ function: { name } }) => name === "get_museum_hours")?.function.parameters).toMatchObject({
    type: "object",
    properties: { limit: { type: "integer", maximum: 30 } },
  });
  expect((second?.["messages"] as object[] | undefined)?.slice(2)).toEqual([
    { role: "tool", tool_call_id: "a", content: expect.stringMatching(REASON) },
    { role: "tool", tool_call_id: "b", content: HOURS },
  ]);
});

it("LangChain.js: calls the tools, and says itself what does not fit", async () => {
  api = await fakeApi(SCRIPT);
  const model = new ChatOpenAI({
    model: "fake",
    apiKey: "none",
    maxRetries: 0,
    configuration: { baseURL: `${api.url}/v1` },
  });
  expect(await askLangChain(model, openMuseum(), QUESTION)).toBe(ANSWER);
  const [first, second] = api.requests.map(({ body }) => body);
  const tools = first?.["tools"] as { function: { name: string; parameters: object } }[];
  expect(tools.find(({ function: { name } }) => name === "get_museum_hours")?.function.parameters).toMatchObject({
    type: "object",
    properties: { limit: { type: "integer", maximum: 30 } },
  });
  expect((second?.["messages"] as object[] | undefined)?.slice(2)).toEqual([
    { role: "tool", tool_call_id: "a", content: expect.stringMatching(/limit.*type|type.*integer/s) },
    { role: "tool", tool_call_id: "b", content: HOURS },
  ]);
});
