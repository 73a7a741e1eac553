/** `toolgen call`: one tool, once. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { JsonError, parseJson } from "../json/parse.js";
import { stringifyJson } from "../json/stringify.js";
import type { Registry, RequestPreview, ToolResult } from "../runtime/index.js";
import type { Invocation } from "./command.js";
import * as o from "./options.js";
import { openRegistry } from "./registry.js";
import { previewText, resultText } from "./report/call.js";
import { announceInput, type Terminal } from "./terminal.js";
import { UsageError } from "./usage.js";

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, flags, terminal } = invocation;
  const [folder = "", tool = ""] = positionals;
  const signal = terminal.interruption();
  const args = await readArguments(flags.get(o.args), terminal);
  const registry = await openRegistry([folder], invocation, true);
  try {
    const answer = await perform(registry, flags.on(o.dryCall), tool, args, signal);
    if (flags.on(o.json)) await terminal.print(`${stringifyJson(answer, 2)}\n`);
    else if ("ok" in answer) await terminal.print(resultText(answer, terminal));
    else await terminal.print(previewText(answer, terminal));
    return "ok" in answer && !answer.ok ? 1 : 0;
  } finally {
    await registry.close();
  }
}

function perform(
  registry: Registry,
  dry: boolean,
  tool: string,
  args: unknown,
  signal: AbortSignal,
): Promise<RequestPreview | ToolResult> {
  return dry ? registry.preview(tool, args, { signal }) : registry.call(tool, args, { signal });
}

async function readArguments(given: string | undefined, terminal: Terminal): Promise<unknown> {
  if (given === undefined) return {};
  const { stdin, cwd } = terminal;
  if (given === "-") announceInput(terminal, "the arguments");
  const text = given === "-" ? await readText(stdin) : given.startsWith("@") ? fileText(given.slice(1), cwd) : given;
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw new UsageError(
      `--args is not JSON: ${cause.message}`,
      `Write --args '{"limit": 3}', --args @file.json, or --args - for standard input.`,
    );
  }
}

function fileText(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    throw new UsageError(`--args: ${file} cannot be read (${code ?? "unknown cause"})`, "Check the path.");
  }
}
