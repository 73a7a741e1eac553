/** Innermost: the request of a generated tool, or the function of a hand-written one. */
import type { Call, Next, Outcome } from "../call.js";
import { copyPlain } from "../copy.js";
import { ToolError } from "../errors.js";
import type { Sender } from "../http/sender.js";
import { isRecord, mapValues } from "../schema.js";

export function execute(sender: Sender): Next {
  return (call) => ("http" in call.tool ? sender.send(call) : runFunction(call));
}

async function runFunction(call: Call): Promise<Outcome> {
  const { tool } = call;
  if (!("run" in tool))
    throw new ToolError("unsupported", `The tool ${call.name} says neither what to send nor what to run.`);
  let output: unknown;
  try {
    call.meta.attempts++;
    output = await tool.run(call.args as never, { signal: call.signal, context: call.context });
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError("execution_error", `${call.name} failed: ${said.slice(0, 500)}`, {}, { cause });
  }
  if (output === undefined) return { data: undefined };
  const copy = copyPlain(output);
  if (copy.ok) return { data: copy.big ? withDigits(copy.value) : copy.value };
  throw new ToolError("execution_error", `${call.name} gave back what is no JSON: ${copy.message}.`);
}

/** Results hold integers beyond 2^53 as their digits. */
function withDigits(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(withDigits);
  return isRecord(value) ? mapValues(value, withDigits) : value;
}
