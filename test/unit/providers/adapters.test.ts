import { describe, expect, it } from "vitest";
import { createRegistry, defineTool, type Registry } from "../../../src/index.js";
import type { ProfileName } from "../../../src/providers/index.js";
import {
  aiSdkTools,
  anthropicTools,
  assembleChatCalls,
  assembleToolUse,
  geminiTools,
  type LangChainFailure,
  type LangChainFields,
  langChainTools,
  openAiChatTools,
  openAiResponsesTools,
  providerTools,
} from "../../../src/providers/index.js";
import type { AnyTool, JsonSchemaObject } from "../../../src/tool/index.js";

const add = defineTool<{ a: number; note?: string }, { sum: number }>({
  name: "add_one",
  description: "Adds one.",
  effect: "read",
  input: {
    type: "object",
    additionalProperties: false,
    properties: { a: { type: "integer" }, note: { type: "string" } },
    required: ["a"],
  },
  run: ({ a }) => ({ sum: a + 1 }),
});

function registry(namespace?: string): Registry {
  const made = createRegistry();
  made.register({ name: "sums", tools: { add_one: add } }, namespace === undefined ? {} : { namespace });
  return made;
}

describe("OpenAI", () => {
  it("chat: tools, and messages in the order of the calls, with their ids", async () => {
    const { tools, run } = await openAiChatTools(registry(), { strict: true });
    expect(tools).toEqual([
      {
        type: "function",
        function: {
          name: "add_one",
          description: "Adds one.",
          strict: true,
          parameters: {
            type: "object",
            properties: { a: { type: "integer" }, note: { type: ["string", "null"] } },
            required: ["a", "note"],
            additionalProperties: false,
          },
        },
      },
    ]);
    const messages = await run([
      { id: "c1", type: "function", function: { name: "add_one", arguments: '{"a":1,"note":null}' } },
      { id: "c2", type: "custom" },
      { id: "c3", type: "function", function: { name: "add_onne", arguments: "{}" } },
      { id: "c4", type: "function", function: { name: "add_one", arguments: '{"a":' } },
    ]);
    expect(messages.map(({ role, tool_call_id: id }) => [role, id])).toEqual([
      ["tool", "c1"],
      ["tool", "c3"],
      ["tool", "c4"],
    ]);
    expect(messages[0]?.content).toBe('{"sum":2}');
    expect(messages[1]?.content).toContain("add_one");
    expect(messages[2]?.content).toMatch(/argument/i);
  });

  it("responses: items in, items out", async () => {
    const { tools, run } = await openAiResponsesTools(registry());
    expect(tools[0]).toMatchObject({ type: "function", name: "add_one", strict: false });
    expect(
      await run([
        { type: "reasoning" },
        { type: "function_call", call_id: "f1", name: "add_one", arguments: '{"a":41}' },
      ]),
    ).toEqual([{ type: "function_call_output", call_id: "f1", output: '{"sum":42}' }]);
  });

  it("puts streamed pieces together", () => {
    expect(
      assembleChatCalls([
        { index: 1, id: "b", function: { name: "two", arguments: "" } },
        { index: 0, id: "a", function: { name: "one", arguments: '{"a"' } },
        { index: 0, function: { arguments: ":1}" } },
        { index: 1, function: { arguments: "{}" } },
      ]),
    ).toEqual([
      { id: "a", type: "function", function: { name: "one", arguments: '{"a":1}' } },
      { id: "b", type: "function", function: { name: "two", arguments: "{}" } },
    ]);
  });
});

describe("Anthropic", () => {
  it("answers tool_use with tool_result, failures marked", async () => {
    const { tools, run } = await anthropicTools(registry());
    expect(tools[0]).toMatchObject({ name: "add_one", input_schema: { type: "object", required: ["a"] } });
    const blocks = await run([
      { type: "text" },
      { type: "tool_use", id: "t1", name: "add_one", input: { a: 1 } },
      { type: "tool_use", id: "t2", name: "add_one", input: { b: 1 } },
    ]);
    expect(blocks[0]).toEqual({ type: "tool_result", tool_use_id: "t1", content: '{"sum":2}' });
    expect(blocks[1]).toMatchObject({ type: "tool_result", tool_use_id: "t2", is_error: true });
  });

  it("puts a stream's blocks together, and runs them", async () => {
    const blocks = assembleToolUse([
      { type: "content_block_start", index: 0, content_block: { type: "text" } },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "t", name: "add_one", input: {} },
      },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"a":' } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "6}" } },
      { type: "content_block_stop", index: 1 },
    ]);
    const { run } = await anthropicTools(registry());
    expect(await run(blocks)).toEqual([{ type: "tool_result", tool_use_id: "t", content: '{"sum":7}' }]);
  });
});

describe("Gemini", () => {
  it("answers functionCall parts with functionResponse parts", async () => {
    const { functionDeclarations, run } = await geminiTools(registry());
    expect(functionDeclarations[0]).toEqual({
      name: "add_one",
      description: "Adds one.",
      parameters: {
        type: "OBJECT",
        properties: { a: { type: "INTEGER" }, note: { type: "STRING" } },
        required: ["a"],
      },
    });
    expect(await run([{}, { functionCall: { id: "g", name: "add_one", args: { a: 2 } } }])).toEqual([
      { functionResponse: { id: "g", name: "add_one", response: { output: '{"sum":3}' } } },
    ]);
  });
});

describe("frameworks", () => {
  it("AI SDK: executes by itself", async () => {
    const tools = await aiSdkTools(registry(), { jsonSchema: (schema) => ({ schema }) });
    const tool = tools["add_one"];
    const output = await tool?.execute({ a: 1 }, { toolCallId: "x" });
    expect(output).toMatchObject({ ok: true, id: "x", data: { sum: 2 } });
    expect(output && tool?.toModelOutput({ output })).toEqual({ type: "text", value: '{"sum":2}' });
    const failed = await tool?.execute({ a: "one" });
    expect(failed && tool?.toModelOutput({ output: failed })).toMatchObject({
      type: "error-text",
      value: expect.stringMatching(/a: expected an integer/),
    });
  });

  it("LangChain: executes by itself", async () => {
    class Made {
      readonly fields: LangChainFields;
      constructor(fields: LangChainFields) {
        this.fields = fields;
      }
    }
    const [made] = await langChainTools(registry(), { DynamicStructuredTool: Made });
    expect(made?.fields).toMatchObject({ name: "add_one", responseFormat: "content_and_artifact" });
    expect(await made?.fields.func({ a: 1 })).toEqual(['{"sum":2}', expect.objectContaining({ ok: true })]);
    const [content, artifact] = (await made?.fields.func({ a: "x" }, undefined, { toolCall: { id: "1" } })) ?? [];
    expect([content, artifact?.ok]).toEqual([artifact?.content, false]);
  });

  it("LangChain: a failed call is a message that says so, where the class is given", async () => {
    class DynamicStructuredTool {
      readonly fields: LangChainFields;
      constructor(fields: LangChainFields) {
        this.fields = fields;
      }
    }
    class ToolMessage {
      readonly fields: LangChainFailure;
      constructor(fields: LangChainFailure) {
        this.fields = fields;
      }
    }
    const [made] = await langChainTools(registry(), { DynamicStructuredTool, ToolMessage });
    const call = (a: unknown): unknown => made?.fields.func({ a }, undefined, { toolCall: { id: "1" } });
    expect(await call(1)).toEqual(['{"sum":2}', expect.objectContaining({ ok: true })]);
    const artifact = expect.objectContaining({ ok: false });
    const content = expect.stringContaining("a: expected an integer");
    const message = { status: "error", tool_call_id: "1", name: "add_one", content, artifact };
    expect(await call("x")).toEqual([{ fields: message }, artifact]);
    // Nobody could tell whose answer it is.
    expect(await made?.fields.func({ a: "x" })).toEqual([content, artifact]);
  });
});

describe("a request with tools of the host's own", () => {
  const options = { others: ["ask_person"] };

  it("leaves their calls to the host, and answers what nobody knows", async () => {
    const chat = await openAiChatTools(registry(), options);
    const called = (name: string): { name: string; arguments: string } => ({ name, arguments: '{"a":1}' });
    const messages = await chat.run([
      { id: "1", function: called("ask_person") },
      { id: "2", function: called("add_one") },
      { id: "3", function: called("add_on") },
    ]);
    expect(messages.map(({ tool_call_id: id }) => id)).toEqual(["2", "3"]);
    expect(messages[1]?.content).toContain("add_one");

    const responses = await openAiResponsesTools(registry(), options);
    expect(await responses.run([{ type: "function_call", call_id: "1", ...called("ask_person") }])).toEqual([]);
    const { run } = await anthropicTools(registry(), options);
    expect(
      await run([
        { type: "thinking" },
        { type: "server_tool_use", id: "0", name: "web_search", input: {} },
        { type: "tool_use", id: "1", name: "ask_person", input: {} },
      ]),
    ).toEqual([]);
    const gemini = await geminiTools(registry(), options);
    expect(await gemini.run([{ functionCall: { name: "ask_person", args: {} } }, { functionCall: {} }])).toEqual([]);
  });

  it("is refused where the registry has one of that name", async () => {
    await expect(openAiChatTools(registry(), { others: ["add_one"] })).rejects.toThrow(
      "Both the host and the registry have a tool add_one",
    );
  });
});

it("answers each of two calls that have one id, and gives up those that are aborted", async () => {
  const { run } = await openAiChatTools(registry());
  const call = (a: number): object => ({ id: "c", function: { name: "add_one", arguments: JSON.stringify({ a }) } });
  const twins = [call(1), call(2)] as Parameters<typeof run>[0];
  expect(await run(twins)).toEqual([
    { role: "tool", tool_call_id: "c", content: '{"sum":2}' },
    { role: "tool", tool_call_id: "c", content: '{"sum":3}' },
  ]);
  const aborted = await run(twins, { signal: AbortSignal.abort() });
  expect(aborted.map(({ content }) => /cancelled/i.test(content))).toEqual([true, true]);
});

it("takes no arguments at all as none, and broken ones as text", async () => {
  const { run } = await anthropicTools(registry());
  const blocks = await run([
    { type: "tool_use", id: "1", name: "add_one", input: "" },
    { type: "tool_use", id: "2", name: "add_one", input: '{"a":' },
  ]);
  expect(blocks.map(({ content }) => content)).toEqual([
    expect.stringMatching(/a: .*missing|missing.* a\b|a is required|required/),
    expect.stringMatching(/object/),
  ]);
});

describe("providerTools", () => {
  it("maps long names back, and warns about large sets", async () => {
    const long = "n".repeat(48);
    const many = createRegistry();
    const tools = Object.fromEntries(
      Array.from({ length: 130 }, (_, i) => [`tool_${String(i).padStart(43, "x")}`, i]).map(([name]) => [
        name,
        { ...add, name: String(name) },
      ]),
    );
    many.register({ name: "many", tools }, { namespace: long });
    const made = await providerTools(many, "openai");
    expect(new Set(made.tools.map(({ name }) => name)).size).toBe(130);
    expect(made.warnings[0]).toBe(
      "130 tools; OpenAI takes 128 in one request. Take fewer: --include when generating, or `only`",
    );
    const [first] = made.tools;
    const [result] = await made.run([{ name: first?.name ?? "", arguments: { a: 1 } }]);
    expect(result).toMatchObject({ ok: true, tool: first?.tool });
  });

  it("folds a schema that takes too much room, and takes what was folded all the same", async () => {
    const deep = (levels: number): JsonSchemaObject => ({
      type: "object",
      properties: Object.fromEntries(
        ["first", "second", "third"].map((key) => [
          key,
          levels === 0 ? { type: "string", description: "A word. ".repeat(9) } : deep(levels - 1),
        ]),
      ),
    });
    const big = createRegistry();
    const tool = { ...add, name: "get_big", input: deep(5), run: (input: object) => input };
    big.register({ name: "big", tools: { get_big: tool as AnyTool } });
    const { tools, run } = await providerTools(big, "anthropic", { maxSchemaBytes: 4_000 });
    expect(JSON.stringify(tools[0]?.schema).length).toBeLessThanOrEqual(4_000);
    const input = { first: { second: { third: { first: { second: { third: "x" } } } } } };
    expect((await run([{ name: "get_big", arguments: input }]))[0]).toMatchObject({ ok: true, data: input });
  });

  it.each<ProfileName>(["openai-strict", "openai", "anthropic", "gemini"])(
    "%s: refuses arguments that run deep, and never rejects",
    async (profile) => {
      const deep = createRegistry();
      const node = { type: "object", properties: { child: { $ref: "#/$defs/Node" } }, additionalProperties: false };
      const input = { type: "object", properties: { "a b": { $ref: "#/$defs/Node" } }, $defs: { Node: node } } as const;
      deep.register({
        name: "deep",
        tools: { put_tree: { ...add, name: "put_tree", input: input as JsonSchemaObject } },
      });
      const { run } = await providerTools(deep, profile);
      let tree: unknown = {};
      for (let i = 0; i < 50_000; i++) tree = { child: tree };
      expect(await run([{ name: "put_tree", arguments: { "a b": tree } }])).toMatchObject([
        { ok: false, error: { code: "invalid_arguments" } },
      ]);
    },
  );

  it("refuses a name that is not there", async () => {
    await expect(providerTools(registry(), "mcp", { only: ["nothing"] })).rejects.toThrow(
      "There is no tool nothing in the registry",
    );
  });
});

describe("an answer without a call, however it is written, is passed over", () => {
  const none = [
    null,
    undefined,
    [],
    [null],
    [7],
    [{}],
    [{ functionCall: null, function: null, type: "tool_use", id: null, name: null }],
    [{ functionCall: { name: null }, function: { name: null }, type: "function_call", call_id: "1", name: null }],
  ];
  it.each(none.map((given) => [given]))("%j", async (given) => {
    const made = registry();
    const adapters = await Promise.all([
      openAiChatTools(made),
      openAiResponsesTools(made),
      anthropicTools(made),
      geminiTools(made),
    ]);
    for (const { run } of adapters) expect(await run(given as never)).toEqual([]);
  });
});
