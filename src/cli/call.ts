/** `toolgen call`: one tool, once. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { JsonError, parseJson } from "../json/parse.js";
import type { RequestPreview } from "../runtime/index.js";
import type { Invocation } from "./command.js";
import * as o from "./options.js";
import { openRegistry } from "./registry.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage.js";

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, flags, terminal } = invocation;
  const [folder = "", tool = ""] = positionals;
  const args = await readArguments(flags.get(o.args), terminal);
  const registry = await openRegistry([folder], invocation, true);
  try {
    if (flags.on(o.dryCall)) {
      const preview = await registry.preview(tool, args);
      if (!("ok" in preview)) {
        await terminal.print(flags.on(o.json) ? `${JSON.stringify(preview, null, 2)}\n` : requestText(preview));
        if (preview.problem) terminal.say(`${terminal.paint.err.yellow("warning")} ${preview.problem}\n`);
        return 0;
      }
      await terminal.print(`${flags.on(o.json) ? JSON.stringify(preview, null, 2) : preview.content}\n`);
      return 1;
    }
    const result = await registry.call(tool, args, { signal: terminal.interruption() });
    await terminal.print(`${flags.on(o.json) ? JSON.stringify(result, null, 2) : result.content}\n`);
    for (const note of result.meta.notes ?? []) terminal.say(`${terminal.paint.err.dim(note)}\n`);
    return result.ok ? 0 : 1;
  } finally {
    await registry.close();
  }
}

function requestText({ method, url, headers, body }: RequestPreview): string {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join("\n")}\n${body === undefined ? "" : `\n${body}\n`}`;
}

async function readArguments(given: string | undefined, { stdin, cwd }: Terminal): Promise<unknown> {
  if (given === undefined) return {};
  const text = given === "-" ? await textOf(stdin) : given.startsWith("@") ? fileText(given.slice(1), cwd) : given;
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

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}
