/** Stands for a model: it asks wrongly at first, reads why, mends it, and goes by what the tools say. */
import type { AssembledChatCall } from "toolgen/providers";
import type { Answer, Message, Model } from "./loop.ts";

type Turn = (last: Message) => Answer;

const say = (content: string): Answer => ({ role: "assistant", content });
const call = (id: string, name: string, args: object): Answer => {
  const made: AssembledChatCall = { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
  return { role: "assistant", content: "", tool_calls: [made] };
};

const TURNS: readonly Turn[] = [
  () => call("call_1", "find_orders", { name: "Ann" }),
  ({ content }) =>
    content.includes("customer") ? call("call_2", "find_orders", { customer: "Ann" }) : say("I give up."),
  ({ content }) => {
    const tea = (JSON.parse(content) as { id: number; item: string }[]).find(({ item }) => item === "tea");
    return tea ? call("call_3", "cancel_order", { id: tea.id, reason: null }) : say("There is no such order.");
  },
  ({ content }) => say(content.includes('"cancelled"') ? "Your order is cancelled." : `I could not: ${content}`),
];

export function script(): Model {
  let turn = 0;
  return async (messages) => {
    const [last] = messages.slice(-1);
    const next = TURNS[turn++];
    return last && next ? next(last) : say("I have nothing to add.");
  };
}
