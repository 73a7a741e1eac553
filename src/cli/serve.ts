/** `toolgen serve`: the tools of toolkits over MCP. */
import { toolgenVersion } from "../generate/version.js";
import type { Registry } from "../runtime/index.js";
import { reserveStdout } from "../serve/stdout.js";
import type { Invocation } from "./command.js";
import * as o from "./options.js";
import { openRegistry } from "./registry.js";
import { doorWarnings, toolWarnings } from "./report/serving.js";
import { count, printable } from "./report/words.js";
import { announceInput, type Terminal } from "./terminal.js";
import { CommandError, UsageError } from "./usage.js";

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, flags, terminal } = invocation;
  const http = flags.get(o.http);
  checkFlags(invocation);
  const signal = terminal.interruption("as usual");
  // Before any module of a toolkit runs.
  const output = http === undefined ? reserveStdout(terminal) : undefined;
  const registry = await openRegistry(positionals, invocation, false);
  try {
    if (output) await serveStdio(registry, invocation, output, signal);
    else await serveHttp(registry, invocation, signal);
    return 0;
  } finally {
    await registry.close();
  }
}

async function serveStdio(
  registry: Registry,
  { terminal }: Invocation,
  output: ReturnType<typeof reserveStdout>,
  signal: AbortSignal,
): Promise<void> {
  const { serveMcp } = await import("../serve/mcp/index.js");
  warn(terminal, toolWarnings(names(registry)));
  announceInput(terminal, "MCP messages, one JSON object a line,");
  const onError = ({ message }: Error): void => warn(terminal, [message]);
  await serveMcp(registry, { version: toolgenVersion(), input: terminal.stdin, output, signal, onError });
}

async function serveHttp(registry: Registry, { flags, terminal }: Invocation, signal: AbortSignal): Promise<void> {
  const { serveMcpHttp } = await import("../serve/mcp/index.js");
  const http = flags.get(o.http);
  const open = flags.on(o.open);
  const allowHosts = flags.get(o.allowHost) ?? [];
  const token = open ? false : (flags.get(o.token) ?? (terminal.env["TOOLGEN_TOKEN"] || undefined));
  const server = await serveMcpHttp(registry, {
    ...http,
    version: toolgenVersion(),
    ...(token !== undefined && { token }),
    allowHosts,
    onError: ({ message }) => warn(terminal, [message]),
  }).catch((cause: unknown) => {
    throw notListening(cause);
  });
  terminal.say(`MCP at ${server.url}  ${terminal.paint.err.dim(count(names(registry).length, "tool"))}\n`);
  if (server.token !== undefined && token === undefined) terminal.say(`Authorization: Bearer ${server.token}\n`);
  warn(terminal, [...doorWarnings({ host: http?.host, open, allowHosts }), ...toolWarnings(names(registry))]);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.close();
}

/** What would be without effect, or contradicts itself. */
function checkFlags({ flags }: Invocation): void {
  if (flags.on(o.open) && flags.get(o.token) !== undefined)
    throw new UsageError("--open takes any request, --token only some", "Leave one of them out.");
  if (flags.get(o.http) !== undefined) return;
  const lost = flags.on(o.open)
    ? "open"
    : [o.token, o.allowHost].find((one) => flags.get<unknown>(one) !== undefined)?.name;
  if (lost !== undefined)
    throw new UsageError(
      `--${lost} means nothing without --http`,
      "Standard input and output have one client: who started it.",
    );
}

const names = (registry: Registry): readonly string[] => registry.list().map(({ name }) => name);

function warn({ paint, say }: Terminal, warnings: readonly string[]): void {
  for (const warning of warnings) say(`${paint.err.yellow("warning")} ${printable(warning)}\n`);
}

/** What keeps a server from its address is the user's to mend. */
function notListening(cause: unknown): unknown {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const why = WHY.get(code);
  return why === undefined ? cause : new CommandError(`--http: ${why} (${code})`, "Name another one.", { cause });
}

const WHY = new Map([
  ["EADDRINUSE", "something else listens at this port"],
  ["EACCES", "this port may not be used by you"],
  ["EADDRNOTAVAIL", "this machine has no such address"],
  ["ENOTFOUND", "there is no such host"],
]);
