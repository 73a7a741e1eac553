import { describe, expect, it } from "vitest";
import { createRegistry, type ToolResult } from "../../../../src/runtime/index.js";
import { callToolResult } from "../../../../src/serve/mcp/result.js";

const { files } = createRegistry();
const schema = { type: "object", properties: { result: { type: ["array", "null"] } } } as const;

const cut = (lines: readonly string[], notes: readonly string[] = []): ToolResult => ({
  tool: "list",
  ok: true,
  content: lines.join("\n"),
  data: ["a", "b", "c"],
  meta: { durationMs: 1, attempts: 1, queuedMs: 0, truncated: "1 of 3 items kept.", notes },
});
const MARK = "[Truncated: 1 of 3 items kept.]";

describe("what a cut result shows as data is what its text shows", () => {
  it.each([
    ["alone", cut(['["a"]', MARK]), ["a"]],
    ["below what a model has to know of it", cut(["[12 s old]", '["a"]', MARK], ["12 s old"]), ["a"]],
    ["of two notes one has no place in the text", cut(["[12 s old]", '["a"]', MARK], ["read as 1", "12 s old"]), ["a"]],
    ["where nothing had room", cut([MARK]), null],
  ])("%s", (_, result, want) => {
    expect(callToolResult(result, schema, files).structuredContent).toEqual({ result: want });
  });
});
