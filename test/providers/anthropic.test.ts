import Anthropic from "@anthropic-ai/sdk";
import { anthropicTools, assembleToolUse, type StreamEvent } from "toolgen/providers";
import { afterEach, expect, it } from "vitest";
import { refusals } from "../unit/providers/accepts.js";
import { type Answer, type FakeApi, fakeApi } from "./api.js";
import { ask } from "./examples/anthropic.js";
import { ANSWER, HOURS, openMuseum, QUESTION, REASON, RIGHT, WRONG } from "./museum.js";

const open: FakeApi[] = [];
afterEach(() => {
  for (const api of open.splice(0)) api.close();
});

async function clientOf(answers: readonly Answer[]): Promise<{ client: Anthropic; api: FakeApi }> {
  const api = await fakeApi(answers);
  open.push(api);
  return { api, client: new Anthropic({ apiKey: "none", baseURL: api.url, maxRetries: 0 }) };
}

const use = (id: string, input: object): object => ({ type: "tool_use", id, name: "get_museum_hours", input });
const message = (content: object[]): object => ({
  id: "m",
  type: "message",
  role: "assistant",
  model: "fake",
  content,
  stop_reason: null,
  usage: { input_tokens: 0, output_tokens: 0 },
});

it("takes tools as they are, and results in the order of the calls", async () => {
  const { client, api } = await clientOf([
    message([{ type: "text", text: "Let me see." }, use("a", WRONG), use("b", RIGHT)]),
    message([{ type: "text", text: ANSWER }]),
  ]);
  expect(await ask(client, openMuseum(), QUESTION)).toBe(ANSWER);
  const [first, second] = api.requests;
  const tools = first?.body["tools"] as { name: string; input_schema: object }[];
  expect(tools.flatMap(({ input_schema: schema }) => refusals("anthropic", { ...schema }))).toEqual([]);
  const messages = second?.body["messages"] as object[];
  expect(messages.at(-1)).toEqual({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "a", content: expect.stringMatching(REASON), is_error: true },
      { type: "tool_result", tool_use_id: "b", content: HOURS },
    ],
  });
});

it("holds the model to schemas where it is asked to", async () => {
  const { tools, warnings } = await anthropicTools(openMuseum(), { strict: true });
  const { client, api } = await clientOf([message([{ type: "text", text: ANSWER }])]);
  await client.messages.create({
    model: "fake",
    max_tokens: 100,
    messages: [{ role: "user", content: QUESTION }],
    tools,
  });
  const sent = api.requests[0]?.body["tools"] as { strict?: boolean; input_schema: object }[];
  expect(sent.map(({ strict }) => strict)).toEqual([true, true, true, true]);
  expect(sent.flatMap(({ input_schema: schema }) => refusals("anthropic-strict", { ...schema }))).toEqual([]);
  expect(warnings).toEqual([]);
});

const EVENTS = [
  { type: "message_start", message: message([]) },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me see." } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: use("a", {}) },
  ...[...JSON.stringify(RIGHT)].map((text) => ({
    type: "content_block_delta",
    index: 1,
    delta: { type: "input_json_delta", partial_json: text },
  })),
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
  { type: "message_stop" },
];

it("takes the events of a stream, or the message that the SDK makes of them", async () => {
  const { tools, run } = await anthropicTools(openMuseum());
  const { client } = await clientOf([{ events: EVENTS }, { events: EVENTS }]);
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: QUESTION }];
  const request = { model: "fake", max_tokens: 1000, messages, tools };

  const events: StreamEvent[] = [];
  for await (const event of await client.messages.create({ ...request, stream: true })) events.push(event);
  const results: Anthropic.ContentBlockParam[] = await run(assembleToolUse(events));
  expect(results).toEqual([{ type: "tool_result", tool_use_id: "a", content: HOURS }]);

  const whole = await client.messages.stream(request).finalMessage();
  expect(await run(whole.content)).toEqual(results);
});
