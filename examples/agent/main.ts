/** The agent at a small shop, offline: the model is a script. `node examples/agent/main.ts`, with Node 22.18 or later. */
import { createRegistry } from "toolgen/runtime";
import { agent } from "./loop.ts";
import { script } from "./model.ts";
import { shop } from "./shop.ts";

const registry = createRegistry({
  // In earnest a person is asked here; see the README, "Deciding what may be called".
  approve: ({ tool, arguments: args }) => {
    console.log(`approved: ${tool} ${JSON.stringify(args)}`);
    return true;
  },
});
registry.register(shop());

const answer = await agent(script(), registry, "Cancel my order of tea, please. I am Ann.", {
  instructions: "You work for a small shop.",
  onMessage: (message) => console.log(JSON.stringify(message)),
});
console.log(answer);
await registry.close();
