/** AI SDK and LangChain.js, both with a model that speaks OpenAI's chat completions. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { jsonSchema, stepCountIs, streamText } from "ai";
import { aiSdkTools, langChainTools } from "toolgen/providers";
import { createRegistry } from "toolgen/runtime";
import { defineTool } from "toolgen/tool";
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

it("AI SDK: streams, and gives the host the whole results", async () => {
  const chunk = (delta: object, finish: string | null = null): object => ({
    id: "chat",
    object: "chat.completion.chunk",
    created: 0,
    model: "fake",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const piece = (index: number, text: string, id?: string): object => {
    const head = id === undefined ? {} : { id, type: "function" };
    const called = { ...(id !== undefined && { name: "get_museum_hours" }), arguments: text };
    return chunk({ tool_calls: [{ index, ...head, function: called }] });
  };
  const [wrong, right] = [JSON.stringify(WRONG), JSON.stringify(RIGHT)];
  const pieces = [piece(0, "", "a"), piece(1, "", "b"), piece(0, wrong.slice(0, 5)), piece(1, right.slice(0, 3))];
  const rest = [piece(1, right.slice(3)), piece(0, wrong.slice(5)), chunk({}, "tool_calls"), "[DONE]"];
  api = await fakeApi([
    { events: [...pieces, ...rest] },
    { events: [chunk({ role: "assistant", content: ANSWER }), chunk({}, "stop"), "[DONE]"] },
  ]);
  const provider = createOpenAICompatible({ name: "fake", baseURL: `${api.url}/v1`, apiKey: "none" });
  const tools = await aiSdkTools(openMuseum(), { jsonSchema });
  const { steps, text } = streamText({ model: provider("fake"), tools, prompt: QUESTION, stopWhen: stepCountIs(3) });
  expect(await text).toBe(ANSWER);
  const results = (await steps)[0]?.toolResults.map(({ toolCallId, output }) => [toolCallId, output]);
  expect(results?.toSorted()).toEqual([
    ["a", expect.objectContaining({ ok: false, error: expect.objectContaining({ code: "invalid_arguments" }) })],
    ["b", expect.objectContaining({ ok: true, data: JSON.parse(HOURS) })],
  ]);
  expect((api.requests[1]?.body["messages"] as object[] | undefined)?.slice(2)).toEqual(
    expect.arrayContaining([
      { role: "tool", tool_call_id: "a", content: expect.stringMatching(REASON) },
      { role: "tool", tool_call_id: "b", content: HOURS },
    ]),
  );
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
    { role: "tool", tool_call_id: "b", name: "get_museum_hours", content: HOURS },
  ]);
});

it("LangChain.js: a failed call is an error to whoever looks at its status", async () => {
  const registry = createRegistry();
  const run = ({ fails }: { fails: boolean }): string => {
    if (fails) throw new Error("It rains.");
    return "done";
  };
  const input = { type: "object", properties: { fails: { type: "boolean" } }, required: ["fails"] } as const;
  const speak = defineTool({ name: "speak", description: "Speaks.", effect: "read", input, run });
  registry.register({ name: "kit", tools: { speak } });
  const [tool] = await langChainTools(registry, { DynamicStructuredTool, ToolMessage });
  const call = (fails: boolean): unknown =>
    tool?.invoke({ type: "tool_call", id: "1", name: "speak", args: { fails } });
  const facts = { tool_call_id: "1", name: "speak" };
  expect(await call(false)).toMatchObject({ ...facts, status: "success", content: "done", artifact: { ok: true } });
  const content = expect.stringContaining("It rains.");
  expect(await call(true)).toMatchObject({ ...facts, status: "error", content, artifact: { ok: false } });
});
