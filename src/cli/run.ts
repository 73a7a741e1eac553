/** `toolgen run`: an agent's calls as JSON lines. */
import { serveLines } from "../serve/lines.js";
import type { Invocation } from "./command.js";
import { openRegistry } from "./registry.js";

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, terminal } = invocation;
  const registry = await openRegistry(positionals, invocation, false);
  try {
    await serveLines({
      input: terminal.stdin,
      output: terminal.stdout,
      caller: {
        call: (name, args, { signal }) => registry.call(name, args, { signal }),
        dispatchMany: (calls) => registry.dispatchMany(calls),
      },
      signal: terminal.interruption(),
    });
    return 0;
  } finally {
    await registry.close();
  }
}
