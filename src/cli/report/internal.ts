/** What is said when toolgen itself is at fault. */
import type { Terminal } from "../terminal.js";

const ISSUES = "the issue tracker of toolgen";

export function internalError(error: unknown, { env, paint }: Pick<Terminal, "env" | "paint">): string {
  const { red, dim } = paint.err;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const lines = [
    `${red("internal error")} ${message}`,
    `      This is a fault of toolgen, not yours. Please report it to ${ISSUES}, with the command that you ran.`,
  ];
  if (env["TOOLGEN_DEBUG"]) lines.push(dim(stackOf(error)));
  else lines.push(dim("      TOOLGEN_DEBUG=1 shows where it happened."));
  return `${lines.join("\n")}\n`;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const cause = error.cause === undefined ? "" : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? ""}${cause}`;
}
