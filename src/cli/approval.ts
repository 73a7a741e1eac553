import { once } from "node:events";
import { createInterface } from "node:readline";
import { stringifyJson } from "../json/stringify.js";
import type { ApprovalRequest } from "../runtime/index.js";
import { printable } from "./report/words.js";
import type { Terminal } from "./terminal.js";

/** Asks the person at the terminal. Anything but a yes, Ctrl-C and the end of the input among them, is a no. */
export function askApproval(terminal: Terminal): (request: ApprovalRequest) => Promise<boolean> {
  return async ({ tool, description, arguments: args, request }) => {
    const { yellow, bold, dim } = terminal.paint.err;
    const about = printable(description.split("\n", 1)[0] ?? "");
    terminal.say(
      `${yellow("This cannot be undone.")} ${bold(tool)}  ${dim(about)}\n  ${printable(stringifyJson(args))}\n`,
    );
    if (request) terminal.say(`  ${printable(`${request.method} ${request.url}`)}\n`);
    terminal.say("Call it? [y/N] ");
    // No terminal mode: Ctrl-C stays with the process, which aborts the signal.
    const reader = createInterface({ input: terminal.stdin, terminal: false });
    const answered = new AbortController();
    const stop = (): void => answered.abort();
    reader.once("close", stop);
    terminal.interruption().addEventListener("abort", stop);
    try {
      const [line] = await once(reader, "line", { signal: answered.signal });
      return /^y(?:es)?$/i.test(String(line).trim());
    } catch (cause) {
      if (!answered.signal.aborted) throw cause;
      terminal.say("\n");
      return false;
    } finally {
      terminal.interruption().removeEventListener("abort", stop);
      reader.close();
    }
  };
}
