import OpenAI from "openai";
import { openAiChatTools, openAiResponsesTools } from "toolgen/providers";
import { afterEach, describe, expect, it } from "vitest";
import { refusals } from "../unit/providers/accepts.js";
import { type Answer, type FakeApi, fakeApi } from "./api.js";
import { ask as askChat } from "./examples/openai-chat.js";
import { ask as askResponses } from "./examples/openai-responses.js";
import { ANSWER, HOURS, openMuseum, QUESTION, REASON, RIGHT, WRONG } from "./museum.js";

const open: FakeApi[] = [];
afterEach(() => {
  for (const api of open.splice(0)) api.close();
});

async function clientOf(answers: readonly Answer[]): Promise<{ client: OpenAI; api: FakeApi }> {
  const api = await fakeApi(answers);
  open.push(api);
  return { api, client: new OpenAI({ apiKey: "none", baseURL: `${api.url}/v1`, maxRetries: 0 }) };
}

const chunk = (delta: object, finish: string | null = null): object => ({
  id: "chat",
  object: "chat.completion.chunk",
  created: 0,
  model: "fake",
  choices: [{ index: 0, delta, finish_reason: finish }],
});

const piece = (index: number, id: string | undefined, text: string): object =>
  chunk({
    tool_calls: [
      {
        index,
        ...(id && { id, type: "function" }),
        function: { ...(id && { name: "get_museum_hours" }), arguments: text },
      },
    ],
  });

/** In pieces of five characters, those of both calls mixed. */
const CALLS: readonly object[] = (() => {
  const pieces = (index: number, args: object): object[] => {
    const text = JSON.stringify({ startDate: null, page: null, ...args });
    return [
      piece(index, `call_${index}`, ""),
      ...(text.match(/.{1,5}/gs) ?? []).map((part) => piece(index, undefined, part)),
    ];
  };
  const [first, second] = [pieces(0, WRONG), pieces(1, RIGHT)];
  return first.flatMap((one, i) => (second[i] ? [one, second[i]] : [one]));
})();

describe("chat completions", () => {
  it("takes tools as they are, calls in pieces, and results in the order of the calls", async () => {
    const { client, api } = await clientOf([
      { events: [chunk({ role: "assistant", content: "" }), ...CALLS, chunk({}, "tool_calls"), "[DONE]"] },
      { events: [chunk({ role: "assistant", content: ANSWER }), chunk({}, "stop"), "[DONE]"] },
    ]);
    expect(await askChat(client, openMuseum(), QUESTION)).toBe(ANSWER);
    const [first, second] = api.requests;
    const tools = first?.body["tools"] as { function: { name: string; strict: boolean; parameters: object } }[];
    expect(tools.map(({ function: { name, strict } }) => [name, strict])).toContainEqual(["get_museum_hours", true]);
    expect(tools.flatMap(({ function: { parameters } }) => refusals("openai-strict", { ...parameters }))).toEqual([]);
    expect(second?.body["messages"]).toEqual([
      { role: "user", content: QUESTION },
      {
        role: "assistant",
        content: "",
        tool_calls: [
          expect.objectContaining({ id: "call_0", type: "function" }),
          expect.objectContaining({ id: "call_1", type: "function" }),
        ],
      },
      { role: "tool", tool_call_id: "call_0", content: expect.stringMatching(REASON) },
      { role: "tool", tool_call_id: "call_1", content: HOURS },
    ]);
  });

  it("takes calls of a message that is not streamed", async () => {
    const { tools, run } = await openAiChatTools(openMuseum());
    const called = { name: "get_museum_hours", arguments: JSON.stringify(RIGHT) };
    const message = { role: "assistant", content: null, tool_calls: [{ id: "c", type: "function", function: called }] };
    const { client } = await clientOf([{ choices: [{ index: 0, message, finish_reason: "tool_calls" }] }]);
    const answer = await client.chat.completions.create({
      model: "fake",
      messages: [{ role: "user", content: QUESTION }],
      tools,
    });
    const results: OpenAI.ChatCompletionMessageParam[] = await run(answer.choices[0]?.message.tool_calls);
    expect(results).toEqual([{ role: "tool", tool_call_id: "c", content: HOURS }]);
  });
});

describe("responses", () => {
  const call = (id: string, args: object): object => ({
    type: "function_call",
    id: `item_${id}`,
    call_id: id,
    name: "get_museum_hours",
    arguments: JSON.stringify({ startDate: null, page: null, ...args }),
    status: "completed",
  });
  const text = { type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text: ANSWER }] };
  const reasoning = { type: "reasoning", id: "r", summary: [] };

  it("takes tools as they are, and items in the order of the calls", async () => {
    const { client, api } = await clientOf([
      { id: "resp_1", object: "response", output: [reasoning, call("a", WRONG), call("b", RIGHT)] },
      { id: "resp_2", object: "response", output: [text] },
    ]);
    expect(await askResponses(client, openMuseum(), QUESTION)).toBe(ANSWER);
    const [first, second] = api.requests;
    const tools = first?.body["tools"] as { type: string; strict: boolean; parameters: object }[];
    expect(new Set(tools.map(({ type, strict }) => `${type} ${strict}`))).toEqual(new Set(["function true"]));
    expect(second?.body).toMatchObject({
      previous_response_id: "resp_1",
      input: [
        { type: "function_call_output", call_id: "a", output: expect.stringMatching(REASON) },
        { type: "function_call_output", call_id: "b", output: HOURS },
      ],
    });
  });

  it("takes the items of a stream", async () => {
    const { tools, run } = await openAiResponsesTools(openMuseum(), { strict: true });
    const whole = call("s", RIGHT) as { arguments: string };
    const { client } = await clientOf([
      {
        events: [
          { type: "response.created", response: { id: "resp", output: [] } },
          { type: "response.output_item.added", output_index: 0, item: { ...whole, arguments: "" } },
          ...[...whole.arguments].map((delta) => ({
            type: "response.function_call_arguments.delta",
            output_index: 0,
            delta,
          })),
          { type: "response.output_item.done", output_index: 0, item: whole },
          { type: "response.completed", response: { id: "resp", output: [whole] } },
        ],
      },
    ]);
    const answer = await client.responses.stream({ model: "fake", input: QUESTION, tools }).finalResponse();
    const input: OpenAI.Responses.ResponseInputItem[] = await run(answer.output);
    expect(input).toEqual([{ type: "function_call_output", call_id: "s", output: HOURS }]);
  });
});
