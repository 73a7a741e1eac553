/** `toolgen run`: the agent loop. */
import { serveLines } from "../serve/lines.js";
import { reserveStdout } from "../serve/stdout.js";
import type { Invocation } from "./command.js";
import { openRegistry } from "./registry.js";
import { announceInput } from "./terminal.js";

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, terminal } = invocation;
  const signal = terminal.interruption();
  // Before any module of a toolkit runs.
  const output = reserveStdout(terminal);
  const registry = await openRegistry(positionals, invocation, false);
  try {
    announceInput(terminal, "calls, one JSON object a line,");
    await serveLines({ input: terminal.stdin, output, caller: registry, signal });
    await new Promise<void>((resolve) => output.end(resolve));
    return 0;
  } finally {
    await registry.close();
  }
}
