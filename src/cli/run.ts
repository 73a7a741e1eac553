/** `toolgen run`: the agent loop. */
import { Console } from "node:console";
import { serveLines } from "../serve/lines.js";
import type { Invocation } from "./command.js";
import { openRegistry } from "./registry.js";

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, terminal } = invocation;
  const signal = terminal.interruption();
  // What a hand-written tool logs must not come between the lines.
  globalThis.console = new Console(terminal.stderr, terminal.stderr);
  const registry = await openRegistry(positionals, invocation, false);
  try {
    await serveLines({ input: terminal.stdin, output: terminal.stdout, caller: registry, signal });
    return 0;
  } finally {
    await registry.close();
  }
}
