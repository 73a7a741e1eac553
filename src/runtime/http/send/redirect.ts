/** Redirects by hand: no client protects a key in a header of its own (RFC 9110, section 15.4). */
import { ToolError } from "../../call/errors.js";
import { statusText } from "../answer/failure.js";
import type { Answer } from "../message.js";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
export const MAX_REDIRECTS = 5;

export interface Redirect {
  readonly method: string;
  /** Path and query on the same origin. */
  readonly target: string;
  readonly keepsBody: boolean;
}

/**
 * Where a redirect leads, if it stays within the origin; `undefined` where the answer is none. One that leaves the
 * origin is not followed at all: what it leads to is the upstream's choice, not the operator's.
 */
export function redirectOf(answer: Answer, url: string, method: string): Redirect | undefined {
  const location = answer.header("location");
  if (!REDIRECTS.has(answer.status) || location === undefined) return undefined;
  const from = new URL(url);
  const to = webAddress(location, from);
  if (!to || to.origin !== from.origin) {
    throw new ToolError(
      "upstream_error",
      `${statusText(answer.status)}: the service redirects to ${to ? to.origin : "what is no web address"}, which was not followed.`,
      {
        status: answer.status,
        hint: `Calls stay with the service's own origin.${to ? " The address is in details.location; it may be opened without credentials." : ""}`,
        details: { location: to ? to.href : location.slice(0, 200) },
      },
    );
  }
  const repeats = answer.status === 307 || answer.status === 308 || method === "GET" || method === "HEAD";
  // Browsers turn a POST into a GET for 301 and 302: a list would come back as if it were what was created.
  if (!repeats && answer.status !== 303) {
    throw new ToolError(
      "upstream_error",
      `${statusText(answer.status)}: the service redirects a ${method}, which was not followed.`,
      {
        status: answer.status,
        hint: "The call may have had its effect: check before you call again. If the address is merely an old one, whoever runs the host has to correct the server's address.",
        details: { location: to.href },
      },
    );
  }
  return { method: repeats ? method : "GET", target: to.pathname + to.search, keepsBody: repeats };
}

/** Nothing else may be opened: a `file:` or `javascript:` address is not the upstream's to hand out. */
function webAddress(location: string, from: URL): URL | undefined {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  return to?.protocol === "https:" || to?.protocol === "http:" ? to : undefined;
}
