/** Tools by the names that the conformance suite calls, as far as a tool of toolgen can do what it wants of them. */
import { type AnyTool, defineTool, defineToolkit, type Effect, type ToolContext, type Toolkit } from "toolgen/tool";

type Run = (args: Record<string, never>, context: ToolContext) => unknown;

const tool = (name: string, effect: Effect, run: Run): AnyTool =>
  defineTool({
    name,
    description: "For the conformance suite.",
    effect,
    input: { type: "object", additionalProperties: false, properties: {} },
    run,
  });

const tools = [
  tool("test_simple_text", "read", () => "This is a simple text response for testing."),
  tool("test_error_handling", "read", () => {
    throw new Error("This tool intentionally returns an error for testing");
  }),
  tool("test_tool_with_progress", "read", async (_, { progress }) => {
    for (const fraction of [0, 0.5, 1]) {
      progress({ fraction });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return "done";
  }),
  // What cannot be undone is asked of the client: with a state that is sealed, where the client can ask.
  tool("test_input_required_result_tampered_state", "irreversible", () => "done"),
];

export const suite: Toolkit = defineToolkit({
  name: "suite",
  tools: Object.fromEntries(tools.map((one) => [one.name, one])),
});
