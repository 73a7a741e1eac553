/** Where credentials may go. The operator names origins; the document only proposes them. */
import type { Registration } from "../registry/registration.js";

/** 127.0.0.0/8, ::1 and localhost, as WHATWG URL writes host names. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Why no credential may be sent to `origin`; `undefined` where it may. */
export function refusedOrigin(
  origin: string,
  registration: Registration,
): { reason: string; hint: string } | undefined {
  const url = new URL(origin);
  if (url.protocol !== "https:" && !isLoopback(url.hostname)) {
    return {
      reason: `${origin} is not encrypted, and credentials go over https only`,
      hint: `Use an https server; --base-url names another one.`,
    };
  }
  if (registration.toolkit.origins?.includes(origin)) return undefined;
  if (registration.baseUrl !== undefined && new URL(registration.baseUrl).origin === origin) return undefined;
  return {
    reason: `${origin} is not an origin that this toolkit may send credentials to`,
    hint: `If you trust it, generate the toolkit with --allow-origin ${origin}.`,
  };
}
