/** Percent-encoding by RFC 3986. Half of a surrogate pair has no UTF-8 form: a `URIError`. */
import { ToolError } from "../../call/errors.js";

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** All but the unreserved characters (RFC 3986, section 2.3), as UTF-8. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

/** Where a text with reserved characters stands, and so what would end or split it there. `,` stands between items. */
const SYNTAX: Readonly<Record<ReservedPlace, RegExp>> = {
  query: /[&+=#[\]]/g,
  queryItem: /[&+=#[\],]/g,
  path: /[/?#[\]]/g,
  pathItem: /[/?#[\],]/g,
};

export type ReservedPlace = "query" | "queryItem" | "path" | "pathItem";

/**
 * OpenAPI Parameter Object, `allowReserved`: reserved characters and percent-encoded triples pass (RFC 6570, section
 * 3.2.3), but for those that the place reads as its own syntax.
 */
export function encodeReserved(text: string, place: ReservedPlace): string {
  return text
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((part, i) => (i % 2 ? part : encodeURI(part).replace(SYNTAX[place], hex)))
    .join("");
}

/** An argument that passed its schema and still cannot be sent. */
export function wrongArgument(arg: string, message: string, hint?: string): ToolError {
  return new ToolError("invalid_arguments", `The argument ${arg} ${message}.`, {
    issues: [{ path: `/${arg}`, message }],
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Runs what encodes an argument. */
export function wellFormed<T>(arg: string, encode: () => T): T {
  try {
    return encode();
  } catch (cause) {
    if (cause instanceof URIError) throw wrongArgument(arg, "holds half of a surrogate pair, which is no character");
    throw cause;
  }
}
