/** `--auth`: how a GraphQL toolkit sends its one credential. */
import type { Diagnostics } from "../diagnostics.js";
import { isReservedHeader } from "../read/header.js";
import type { AuthScheme } from "../tool/types.js";

/** `bearer`, `basic` or `header:<Name>`. Undefined: it is none of them; that is reported. */
export function authScheme(text: string, diagnostics: Diagnostics): AuthScheme | undefined {
  if (text === "bearer" || text === "basic") return { type: "http", scheme: text };
  const header = /^header:([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100})$/.exec(text)?.[1];
  if (header !== undefined && !isReservedHeader(header)) return { type: "apiKey", in: "header", name: header };
  diagnostics.report("AUTH_INVALID", { message: `--auth ${JSON.stringify(text.slice(0, 100))}` });
  return undefined;
}
