/** Percent-encoding by RFC 3986. Half of a surrogate pair has no UTF-8 form: a `URIError`. */
import { ToolError } from "../errors.js";

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** All but the unreserved characters (RFC 3986, section 2.3), as UTF-8. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

/**
 * OpenAPI Parameter Object, `allowReserved`: reserved characters and percent-encoded triples pass (RFC 6570, section
 * 3.2.3), but for what would end or split a query: `#`, `[`, `]`, `&`, `+`.
 */
export function encodeReserved(text: string): string {
  return text
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((part, i) => (i % 2 ? part : encodeURI(part).replace(/[&+#[\]]/g, hex)))
    .join("");
}

/** An argument that passed its schema and still cannot be sent. */
export function wrongArgument(arg: string, message: string, hint?: string): ToolError {
  return new ToolError("invalid_arguments", `The argument ${arg} ${message}.`, {
    issues: [{ path: `/${arg}`, message }],
    ...(hint === undefined ? {} : { hint }),
  });
}
