/** The agent at a small shop, offline: the model is a script. `node examples/agent/main.ts`, with Node 22.18 or later. */
import { createRegistry } from "toolgen/runtime";
import { carrier } from "./carrier.ts";
import { agent, type Message } from "./loop.ts";
import { script } from "./model.ts";
import { shop } from "./shop.ts";

const registry = createRegistry({
  // In earnest a person is asked here; see the README, "Deciding what may be called".
  approve: ({ tool, arguments: args }) => {
    console.log(`(approved: ${tool} ${JSON.stringify(args)})`);
    return true;
  },
  onCall: (event) => {
    if (event.event === "end" && event.waitedMs > 100) console.log(`(${event.tool} waited for the quota)`);
  },
});
registry.register(shop());
registry.register(carrier());

function show(message: Message): void {
  const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
  for (const { function: called } of calls) console.log(`call: ${called.name} ${called.arguments}`);
  if (message.content !== "") console.log(`${message.role}: ${message.content}`);
}

await agent(script(), registry, "I am Ann. Cancel my tea, please, and where is my pot?", { onMessage: show });
await registry.close();
