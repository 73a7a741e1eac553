/** `toolgen demo`: a tour without network. Each step runs the real program and shows what it says. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Invocation } from "../command.js";
import * as o from "../options.js";
import type { Terminal } from "../terminal.js";
import { CommandError } from "../usage.js";
import { bookshopDocument, openBookshop, QUOTA, type Upstream } from "./bookshop.js";

interface Step {
  readonly says: string;
  /** Words after `toolgen`. */
  readonly words: readonly string[];
  readonly input?: string;
  /** What the step is there to show; the tour fails where it does not. */
  readonly exits: number;
  readonly shows: RegExp;
}

const STEPS: readonly Step[] = [
  {
    says: "One command turns the shop's OpenAPI document into typed tools.",
    words: ["openapi", "bookshop.yaml", "--out", "bookshop", "--quota", QUOTA],
    exits: 0,
    shows: /5 tools/,
  },
  { says: "These are the tools, and what each may do.", words: ["list", "bookshop"], exits: 0, shows: /place_order/ },
  {
    says: "A good call: checked, signed with the key, sent, answered.",
    words: ["call", "bookshop", "list_books", "--args", '{"author": "Le Guin"}'],
    exits: 0,
    shows: /Dispossessed/,
  },
  {
    says: "A wrong call is not sent. The model is told what to mend.",
    words: ["call", "bookshop", "place_order", "--args", '{"isbn": "9780441478125", "copies": "many", "gift": true}'],
    exits: 1,
    shows: /copies/,
  },
  {
    says: "The key never shows: not in a dry run …",
    words: ["call", "bookshop", "get_book", "--args", '{"isbn": "9780156453806"}', "--dry-run"],
    exits: 0,
    shows: /x-api-key: \[redacted\]/i,
  },
  {
    says: "… and not in an answer that says it back.",
    words: ["call", "bookshop", "get_account"],
    exits: 0,
    shows: /\[redacted\]/,
  },
  {
    says: "What cannot be undone waits for a person.",
    words: ["call", "bookshop", "cancel_order", "--args", '{"id": 1}'],
    exits: 1,
    shows: /approval_required/,
  },
  {
    says: `An agent's loop, JSON lines in and out. The shop bears ${QUOTA}, so the fourth call is told when to come back.`,
    words: ["run", "bookshop", "--max-wait", "100ms"],
    input: ["1", "2", "3", "4"]
      .map((id) => `{"id":"${id}","name":"get_book","arguments":{"isbn":"9780156453806"}}\n`)
      .join(""),
    exits: 0,
    shows: /"code":"rate_limited".*"retryAfterMs":/,
  },
];

export async function run({ flags, terminal }: Invocation): Promise<number> {
  const signal = terminal.interruption();
  const { bold, dim, green } = terminal.paint.out;
  const folder = await mkdtemp(join(tmpdir(), "toolgen-demo-"));
  const upstream = await openBookshop();
  try {
    await writeFile(join(folder, "bookshop.yaml"), bookshopDocument(upstream.url));
    await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    await terminal.print(`A bookshop opens on ${bold(upstream.url)}; its key is in $BOOKSHOP_APIKEY.\n`);
    for (const [i, step] of STEPS.entries()) {
      // The shop counts what earlier steps sent.
      if (step.input !== undefined) await sleep(1000, undefined, { signal });
      await terminal.print(`\n${bold(`${i + 1} ${step.says}`)}\n${commandLine(step, terminal)}\n`);
      const { code, output } = await perform(step, folder, upstream, terminal, signal);
      await terminal.print(output.replaceAll(/^/gm, dim("  │ ")).replace(/[^\n]*$/, ""));
      if (code !== step.exits)
        throw new CommandError(`Step ${i + 1} of the tour exited ${code} instead of ${step.exits}`);
    }
    const goodbye = "That was the tour. Next: toolgen openapi <your document>";
    await terminal.print(`\n${green(goodbye)}\n${flags.on(o.keep) ? `The folder: ${folder}\n` : ""}`);
    return 0;
  } catch (error) {
    if (signal.aborted) return 1;
    throw error;
  } finally {
    upstream.close();
    if (!flags.on(o.keep)) await rm(folder, { recursive: true, force: true });
  }
}

function commandLine(step: Step, { paint }: Terminal): string {
  const words = step.words.map((w) => (/^[\w./:@-]+$/.test(w) ? w : `'${w}'`));
  const line = `toolgen ${words.join(" ")}`;
  const input = step.input?.trimEnd().replaceAll(/^/gm, "  < ");
  return paint.out.cyan(`  $ ${line}`) + (input === undefined ? "" : `\n${paint.out.dim(input)}`);
}

interface Performance {
  readonly code: number;
  readonly output: string;
}

async function perform(
  step: Step,
  cwd: string,
  upstream: Upstream,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Performance> {
  const colors = terminal.paint.out.bold("x") === "x" ? { NO_COLOR: "1" } : { FORCE_COLOR: "1" };
  const child = spawn(process.execPath, [fileURLToPath(new URL("../main.js", import.meta.url)), ...step.words], {
    cwd,
    env: { PATH: terminal.env["PATH"], ...colors, BOOKSHOP_APIKEY: upstream.apiKey },
    stdio: ["pipe", "pipe", "pipe"],
    signal,
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => parts.push(part));
  child.stdin.on("error", () => parts.push(""));
  child.stdin.end(step.input ?? "");
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit) => resolve(exit ?? 1));
  });
  return { code, output: parts.join("") };
}
