/** What the URL of a server says: where calls go, and whether credentials may go along. */
import type { Server } from "../tool/types.js";

/** With the defaults of its variables. */
export function filledUrl(server: Server): string {
  return server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variables = server.variables ?? {};
    return Object.hasOwn(variables, name) ? (variables[name]?.default ?? whole) : whole;
  });
}

/** `https://api.example.com:8443`; undefined for a relative server, and for one that waits for its variables. */
export function originOf(server: Server): string | undefined {
  const filled = filledUrl(server);
  if (!/^https?:/i.test(filled) || !URL.canParse(filled)) return undefined;
  const { origin } = new URL(filled);
  return /[{}]|%7b/i.test(origin) ? undefined : origin;
}

/** Whether credentials may travel there at all: https, or this machine. */
export function isConfidential(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return (
    protocol === "https:" || hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}
