/** `toolgen call`: one tool, once. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { JsonError, parseJson } from "../json/parse.js";
import { stringifyJson } from "../json/stringify.js";
import type { CallOptions, Registry, RequestPreview, ToolResult } from "../runtime/index.js";
import type { Invocation } from "./command.js";
import * as o from "./options.js";
import { openRegistry } from "./registry.js";
import { previewText, resultText } from "./report/call.js";
import { count } from "./report/words.js";
import { announceInput, type Terminal } from "./terminal.js";
import { CommandError, UsageError } from "./usage.js";

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, flags, terminal } = invocation;
  const [folder = "", tool = ""] = positionals;
  const signal = terminal.interruption();
  const args = await readArguments(flags.get(o.args), terminal);
  const idempotencyKey = flags.get(o.idempotencyKey);
  const approved = flags.get(o.approved);
  const own: CallOptions = {
    signal,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(approved !== undefined && { approved }),
  };
  const registry = await openRegistry([folder], invocation, true);
  try {
    const answer = await perform(registry, flags.on(o.dryCall), tool, args, own);
    const file = flags.get(o.save);
    if (file !== undefined && "ok" in answer && answer.ok) saveResult(answer.data, file, registry, terminal);
    else if (flags.on(o.json)) await terminal.print(`${stringifyJson(answer, 2)}\n`);
    else if ("ok" in answer) {
      await terminal.print(resultText(answer, terminal));
      if (answer.ok && handleOf(answer.data) !== undefined) terminal.say(`${FILE_GONE}\n`);
    } else await terminal.print(previewText(answer, terminal));
    return "ok" in answer && !answer.ok ? 1 : 0;
  } finally {
    await registry.close();
  }
}

const FILE_GONE = "note: the file ends with this command; --save <file> keeps it";

/** Bytes and text as they came, anything else as JSON. */
function saveResult(data: unknown, file: string, { files }: Registry, { cwd, say }: Terminal): void {
  const handle = handleOf(data);
  const bytes = handle === undefined ? undefined : files.get(handle)?.bytes;
  const content = bytes ?? (typeof data === "string" ? data : `${stringifyJson(data, 2)}\n`);
  try {
    writeFileSync(resolve(cwd, file), content);
  } catch (cause) {
    throw new CommandError(`The call was made, and ${file} cannot be written (${codeOf(cause)})`, undefined, { cause });
  }
  say(`wrote ${count(Buffer.byteLength(content), "byte")} to ${file}\n`);
}

function handleOf(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("handle" in data)) return undefined;
  return typeof data.handle === "string" ? data.handle : undefined;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown cause";
}

function perform(
  registry: Registry,
  dry: boolean,
  tool: string,
  args: unknown,
  own: CallOptions,
): Promise<RequestPreview | ToolResult> {
  return dry ? registry.preview(tool, args, own) : registry.call(tool, args, own);
}

async function readArguments(given: string | undefined, terminal: Terminal): Promise<unknown> {
  if (given === undefined) return {};
  const { stdin, cwd } = terminal;
  if (given === "-") announceInput(terminal, "the arguments");
  const text = given === "-" ? await readText(stdin) : given.startsWith("@") ? fileText(given.slice(1), cwd) : given;
  const hint = `Write --args '{"limit": 3}', --args @file.json, or --args - for standard input.`;
  if (text.trim() === "") {
    const where = given === "-" ? "standard input" : given.startsWith("@") ? given.slice(1) : "the value";
    throw new UsageError(`--args: ${where} is empty`, hint);
  }
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw new UsageError(`--args is not JSON: ${cause.message}`, hint);
  }
}

function fileText(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (cause) {
    throw new UsageError(`--args: ${file} cannot be read (${codeOf(cause)})`, "Check the path.");
  }
}
