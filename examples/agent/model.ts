/** Stands for a model: it asks wrongly at first, reads why, mends it, and goes by what the tools say. */
import type { AssembledChatCall } from "toolgen/providers";
import type { Answer, Message, Model } from "./loop.ts";

/** By what the last answers of tools said. */
type Turn = (said: readonly string[]) => Answer;

const say = (content: string): Answer => ({ role: "assistant", content });
const call = (id: string, name: string, args: object): AssembledChatCall => ({
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) },
});
const ask = (...tool_calls: readonly AssembledChatCall[]): Answer => ({ role: "assistant", content: "", tool_calls });

type Order = { id: number; item: string; parcel?: string };
const ordersIn = (content = ""): readonly Order[] => (content.startsWith("[") ? JSON.parse(content) : []);

function turns(): readonly Turn[] {
  const news: string[] = [];
  return [
    () => ask(call("call_1", "find_orders", { name: "Ann" })),
    ([why = ""]) => (why.includes("customer") ? ask(call("call_2", "find_orders", { customer: "Ann" })) : say(why)),
    ([found]) => {
      const orders = ordersIn(found);
      const [tea, pot] = ["tea", "pot"].map((item) => orders.find((order) => order.item === item));
      if (!tea || !pot) return say("There are no such orders.");
      const cancel = call("call_3", "cancel_order", { id: tea.id, reason: null });
      return ask(cancel, call("call_4", "track_parcel", { parcel: pot.parcel }));
    },
    ([cancelled = "", tracked = ""]) => {
      if (!cancelled.includes('"cancelled"')) news.push("I could not cancel the tea.");
      if (tracked.includes("credentials"))
        news.push("I have no access to the carrier, and cannot say where the pot is.");
      return ask(call("call_5", "find_orders", { customer: "Ann" }));
    },
    ([left]) => {
      const items = ordersIn(left).map(({ item }) => item);
      return say(`These are your orders now: ${items.join(", ")}. ${news.join(" ")}`);
    },
  ];
}

export function script(): Model {
  const left = [...turns()];
  return async (messages) => {
    const from = messages.findLastIndex(({ role }) => role === "assistant") + 1;
    const said = messages.slice(from).map(({ content }: Message) => content);
    return left.shift()?.(said) ?? say("I have nothing to add.");
  };
}
