/** Flags of `call` and `run` → a registry that holds the toolkits of the folders. */
import { createInterface } from "node:readline/promises";
import type { ApprovalRequest, Registry } from "../runtime/index.js";
import type { Invocation } from "./command.js";
import { readEnvironment } from "./environment.js";
import { loadToolkits } from "./loader/toolkit.js";
import * as o from "./options.js";

/** `asks`: a person may be asked at the terminal. */
export async function openRegistry(
  folders: readonly string[],
  { flags, terminal }: Invocation,
  asks: boolean,
): Promise<Registry> {
  const toolkits = await loadToolkits(folders, terminal.cwd);
  const { createRegistry } = await import("../runtime/index.js");
  const approve = flags.on(o.yes) ? () => true : asks && terminal.interactive ? asker(terminal) : undefined;
  const registry = createRegistry({
    env: readEnvironment(flags.get(o.envFile) ?? [], terminal.env, terminal.cwd),
    readOnly: flags.on(o.readOnly),
    ...given("timeoutMs", flags.get(o.timeout)),
    ...given("retries", flags.get(o.retries)),
    ...given("retryBaseMs", flags.get(o.retryBase)),
    ...given("quota", flags.get(o.quota)),
    ...given("maxWaitMs", flags.get(o.maxWait)),
    ...given("maxResultChars", flags.get(o.maxResult)),
    ...(approve && { approve }),
  });
  const many = toolkits.length > 1;
  for (const { toolkit } of toolkits) {
    registry.register(toolkit, { ...(many && { namespace: toolkit.name }), ...given("baseUrl", flags.get(o.baseUrl)) });
  }
  return registry;
}

function given<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: T };
}

function asker({ stdin, stderr, paint }: Invocation["terminal"]): (request: ApprovalRequest) => Promise<boolean> {
  return async ({ tool, description, arguments: args }) => {
    stderr.write(
      `${paint.err.yellow("irreversible")} ${paint.err.bold(tool)}: ${description.split("\n", 1)[0]}\n  ${JSON.stringify(args)}\n`,
    );
    const reader = createInterface({ input: stdin, output: stderr });
    try {
      return /^y(?:es)?$/i.test((await reader.question("Call it? [y/N] ")).trim());
    } finally {
      reader.close();
    }
  };
}
