import { describe, expect, it } from "vitest";
import type { ProfileName } from "../../../src/providers/dialect.js";
import { toolSet } from "../../../src/providers/set.js";
import { describeTool, type ToolDescription } from "../../../src/runtime/registry/describe.js";
import type { JsonSchemaObject } from "../../../src/tool/json-schema.js";
import { requestRefusals } from "./accepts.js";

function toolOf(
  name: string,
  properties: JsonSchemaObject["properties"],
  required: readonly string[] = [],
): ToolDescription {
  const input = { type: "object", additionalProperties: false, properties: properties ?? {}, required } as const;
  return describeTool(name, "kit", { name, description: "", effect: "read", input, run: () => undefined });
}

const optional = (count: number): JsonSchemaObject["properties"] =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, { type: "string" }]));

const CURE = "Take fewer: --include when generating, or `only`";

describe("what a request has room for", () => {
  it("goes to the tools that take least of it", () => {
    const set = [
      toolOf("wide", optional(9)),
      toolOf("small", optional(1)),
      toolOf("none", {}),
      toolOf("two", optional(2)),
    ];
    const { tools, warnings } = toolSet(set, "anthropic-strict");
    expect(tools.map(({ name, strict }) => [name, strict])).toEqual([
      ["wide", false],
      ["small", true],
      ["none", true],
      ["two", true],
    ]);
    expect(warnings).toEqual([
      "wide: not strict, as the strict tools of one request have room for 10 arguments that may be left out. Anthropic takes it all the same; arguments are checked when called",
    ]);
    expect(tools[0]?.schema).toEqual(set[0]?.inputSchema);
  });

  it("is counted in tools, and in arguments of several types", () => {
    const union = { anyOf: [{ type: "string" }, { type: "integer" }] } as const;
    const unions = Array.from({ length: 20 }, (_, i) => toolOf(`union_${i}`, { a: union }, ["a"]));
    const plain = Array.from({ length: 10 }, (_, i) => toolOf(`plain_${i}`, {}));
    const { tools, warnings } = toolSet([...unions, ...plain], "anthropic-strict");
    expect(tools.filter(({ strict }) => strict)).toHaveLength(20);
    expect(warnings).toEqual([
      "union_10, union_11, union_12, union_13, union_14 and 5 more: not strict, as one request has room for 20 strict tools. Anthropic takes it all the same; arguments are checked when called",
    ]);
    expect(toolSet(unions, "anthropic-strict").tools.filter(({ strict }) => strict)).toHaveLength(16);
    for (const set of [unions, plain, [...unions, ...plain]])
      expect(requestRefusals("anthropic-strict", toolSet(set, "anthropic-strict").tools)).toEqual([]);
  });
});

describe("a warning", () => {
  const many = (count: number): readonly ToolDescription[] =>
    Array.from({ length: count }, (_, i) => toolOf(`tool_${i}`, {}));

  it.each<{ profile: ProfileName; count: number; want: readonly string[] }>([
    { profile: "openai", count: 128, want: [] },
    { profile: "openai", count: 129, want: [`129 tools; OpenAI takes 128 in one request. ${CURE}`] },
    { profile: "gemini", count: 512, want: [] },
    { profile: "gemini", count: 513, want: [`513 tools; Gemini takes 512 in one request. ${CURE}`] },
    { profile: "mcp", count: 41, want: [`41 tools; Cursor takes 40 in one request. ${CURE}`] },
    {
      profile: "mcp",
      count: 129,
      want: [`129 tools; Cursor takes 40 in one request, VS Code takes 128 in one request. ${CURE}`],
    },
    { profile: "anthropic", count: 600, want: [] },
  ])("of $count tools for $profile", ({ profile, count, want }) => {
    expect(toolSet(many(count), profile).warnings).toEqual(want);
  });

  it("of definitions that fill a model's context", () => {
    const wide = Array.from({ length: 3 }, (_, i) => toolOf(`wide_${i}`, optional(2000)));
    expect(toolSet(wide, "anthropic").warnings).toEqual([
      expect.stringMatching(/^About 38k tokens of definitions in every request\. Take fewer/),
    ]);
  });

  it.each<{ what: string; properties: JsonSchemaObject["properties"]; reason: string }>([
    {
      what: "levels",
      properties: {
        a: Array.from({ length: 10 }).reduce<JsonSchemaObject>(
          (inner) => ({ type: "object", properties: { a: inner }, additionalProperties: false }),
          { type: "string" },
        ),
      },
      reason: "its schema has 11 levels, of 10 at most",
    },
    {
      what: "values",
      properties: { a: { type: "integer", enum: Array.from({ length: 1001 }, (_, i) => i) } },
      reason: "its schema has 1002 values of enums, of 1000 at most",
    },
    {
      what: "a long enum",
      properties: { a: { type: "string", enum: Array.from({ length: 300 }, (_, i) => `${i}`.padEnd(60, "x")) } },
      reason: "its schema has 18000 characters in the values of one enum, of 15000 at most",
    },
    { what: "properties", properties: optional(5001), reason: "its schema has 5001 properties, of 5000 at most" },
  ])("of a tool that strict mode cannot hold: $what", ({ properties, reason }) => {
    const { tools, warnings } = toolSet([toolOf("big", properties), toolOf("small", {})], "openai-strict");
    expect(tools.map(({ strict }) => strict)).toEqual([false, true]);
    expect(tools[0]?.reason).toBe(reason);
    expect(warnings).toContain(
      `big: not strict, as ${reason}. OpenAI takes it all the same; arguments are checked when called`,
    );
    expect(requestRefusals("openai-strict", tools)).toEqual([]);
  });
});
