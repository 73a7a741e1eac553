/** Innermost: the request of a generated tool, or the function of a hand-written one. */
import type { FunctionToolDefinition } from "../../tool/types.js";
import { aborted } from "../call/abort.js";
import type { Call, Next, Outcome } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import type { Sender } from "../http/send/sender.js";
import { thrownBy } from "./thrown.js";

export function execute(sender: Sender): Next {
  return async (call) => {
    const { tool, signal } = call;
    // While something else was loaded: whoever aborted it was told that nothing was sent.
    if (signal.aborted) throw aborted(signal);
    if ("http" in tool || "graphql" in tool) return sender.send(call);
    if ("run" in tool) return runFunction(tool, call);
    throw new ToolError("unsupported", `${call.name} says neither what to send nor what to run.`, {
      hint: "This is for whoever wrote the tool. Use another one.",
    });
  };
}

async function runFunction(tool: FunctionToolDefinition, call: Call): Promise<Outcome> {
  call.meta.attempts++;
  let output: unknown;
  try {
    // What `validate` let pass is what the tool's types promise.
    const run = (async () =>
      tool.run(call.args as never, {
        signal: call.signal,
        context: call.context,
        progress: (progress) => call.watch?.progress(progress),
      }))();
    if (tool.effect !== "read") call.running?.(run);
    output = await run;
  } catch (cause) {
    throw thrownBy(cause, call);
  }
  return typeof output === "string" ? { data: output, text: output } : { data: plain(output, call) };
}

/** A copy that is JSON alone; integers beyond 2^53 as their digits. */
function plain(output: unknown, call: Call): unknown {
  try {
    const text = JSON.stringify(output, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
    return text === undefined ? undefined : JSON.parse(text);
  } catch (cause) {
    const message = `${call.name} gave back what cannot be written as JSON.`;
    const hint = "What it did may have had its effect. This is for whoever wrote the tool.";
    throw new ToolError("execution_error", message, { hint }, { cause });
  }
}
