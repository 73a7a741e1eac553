/** What a chat completions API answers with. `calls`: arguments for `get_museum_hours`, by the call's id. */
export function message(content: string | null, calls: Readonly<Record<string, object>> = {}): object {
  const made = Object.entries(calls).map(([id, args]) => ({
    id,
    type: "function",
    function: { name: "get_museum_hours", arguments: JSON.stringify(args) },
  }));
  return {
    id: "chat",
    object: "chat.completion",
    created: 0,
    model: "fake",
    choices: [
      {
        index: 0,
        finish_reason: made.length > 0 ? "tool_calls" : "stop",
        message: { role: "assistant", content, ...(made.length > 0 && { tool_calls: made }) },
      },
    ],
  };
}
