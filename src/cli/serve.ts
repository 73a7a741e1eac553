/** `toolgen serve`: the tools of toolkits over MCP. */
import { toolgenVersion } from "../generate/version.js";
import type { Invocation } from "./command.js";
import * as o from "./options.js";
import { openRegistry } from "./registry.js";
import { announceInput } from "./terminal.js";
import { CommandError } from "./usage.js";

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, flags, terminal } = invocation;
  const signal = terminal.interruption();
  const registry = await openRegistry(positionals, invocation, false);
  try {
    const { serveMcpHttp, serveMcpStdio } = await import("../serve/mcp/index.js");
    const version = toolgenVersion();
    const http = flags.get(o.http);
    if (http === undefined) {
      announceInput(terminal, "MCP messages, one JSON object a line,");
      await serveMcpStdio(registry, { version, input: terminal.stdin, output: terminal.stdout, signal });
      return 0;
    }
    const token = flags.on(o.open) ? false : (flags.get(o.token) ?? terminal.env["TOOLGEN_TOKEN"]);
    const server = await serveMcpHttp(registry, {
      ...http,
      version,
      ...(token !== undefined && { token }),
      allowHosts: flags.get(o.allowHost) ?? [],
    }).catch((cause: unknown) => {
      throw notListening(cause);
    });
    terminal.say(`MCP at ${server.url}\n`);
    if (server.token !== undefined && token === undefined) terminal.say(`Authorization: Bearer ${server.token}\n`);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await server.close();
    return 0;
  } finally {
    await registry.close();
  }
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
