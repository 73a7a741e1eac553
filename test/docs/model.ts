/** Stands for a provider's SDK in the README's loop: a model that asks for one tool, wrongly at first, and then answers. */
export interface Asked {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[];
}

export async function ask(
  messages: readonly { readonly role: string; readonly content: unknown }[],
  _tools: readonly object[],
): Promise<Asked> {
  const call = (id: string, args: unknown): Asked => ({
    text: "",
    calls: [{ id, name: "museum__get_museum_hours", arguments: args }],
  });
  if (messages.length === 1) return call("1", { days: 1 });
  if (messages.length === 3) return call("2", { limit: 1 });
  return { text: "The museum opens at 09:00.", calls: [] };
}
