/** What `toolgen serve` says when it starts: where it is, and what clients may not like about its tools. */
import { isIP } from "node:net";
import { dialects } from "../../providers/dialect.js";
import { count } from "./words.js";

/** Of a tool's name with most model providers, as `toolName` of their dialects has it; what the client puts before it included. */
const LONGEST = 64;
/** `mcp__museum__get_hours`: what Claude's clients put before a name, without the server's. */
const PREFIX = "mcp____".length;
/** A name for the server that says something; those of generated tools leave as much. */
const SHORT = 8;

/** `names`: as clients see them. */
export function toolWarnings(names: readonly string[]): readonly string[] {
  if (names.length === 0) return ["there are no tools to serve"];
  const warnings: string[] = [];
  const overrun = (dialects.mcp.limits.tools ?? []).filter(({ most }) => names.length > most);
  if (overrun.length > 0) {
    const who = overrun.map(({ most, by }) => `${by} takes about ${most}`).join(", ");
    warnings.push(
      `${count(names.length, "tool")}: ${who} in a request. Serve fewer: --read-only, a client's own choice, or a toolkit generated with --include or --tag`,
    );
  }
  const longest = names.reduce((most, name) => (name.length > most.length ? name : most));
  const room = LONGEST - PREFIX - longest.length;
  if (room < SHORT) {
    const cure =
      room > 0
        ? `call this server by at most ${count(room, "character")} there`
        : "generate it with a shorter name there";
    warnings.push(
      `${longest} has ${longest.length} characters: clients that put mcp__<server>__ before it take ${LONGEST} in all; ${cure}`,
    );
  }
  return warnings;
}

export interface Door {
  /** As given; absent: loopback. */
  readonly host?: string | undefined;
  readonly open: boolean;
  readonly allowHosts: readonly string[];
}

/** Of a server that others than this machine can reach. */
export function doorWarnings({ host = "127.0.0.1", open, allowHosts }: Door): readonly string[] {
  if (isLoopback(host)) return [];
  const warnings = [
    open
      ? `whoever reaches ${host} can call these tools with your credentials: leave out --open`
      : `the network reaches ${host}, and tokens travel in clear: put TLS before it`,
  ];
  if (/^(?:0\.0\.0\.0|::)$/.test(host) && allowHosts.length === 0)
    warnings.push("requests for other names than loopback's get 403: --allow-host names those that clients use");
  return warnings;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
