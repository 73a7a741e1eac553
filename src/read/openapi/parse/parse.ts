import { ReadFault } from "../../source/fault.js";
import type { JsonValue } from "../document.js";
import type { Limits } from "../limits.js";
import { otherText } from "./other.js";

export interface Parsed {
  readonly value: JsonValue;
  readonly format: "json" | "yaml";
  /** Looks like JSON, yet only YAML's grammar accepts it: a trailing comma, a comment. */
  readonly lax: boolean;
}

/** JSON or YAML, told apart by the text itself. Throws `ReadFault`. */
export async function parseText(text: string, limits: Limits): Promise<Parsed> {
  const json = /^\s*[[{]/.test(text);
  if (json) {
    const value = parseJson(text);
    if (value !== undefined) return { value, format: "json", lax: false };
  }
  if (/^\s*<(?:[!?]|[a-z][\w:]*[\s>])/i.test(text)) throw foreign(text, "the text is HTML or XML");
  // Loaded when needed: most large documents are JSON.
  const { parseYaml } = await import("./yaml.js");
  try {
    return { value: parseYaml(text, limits.depth), format: "yaml", lax: json };
  } catch (cause) {
    if (!(cause instanceof ReadFault) || cause.code !== "SYNTAX_ERROR") throw cause;
    throw foreign(text, json ? `neither JSON nor YAML: ${cause.message}` : cause.message, cause);
  }
}

function foreign(text: string, message: string, cause?: ReadFault): ReadFault {
  const other = otherText(text);
  const at = { line: cause?.line, column: cause?.column };
  if (!other) return new ReadFault("SYNTAX_ERROR", message, at, cause);
  return new ReadFault("NOT_OPENAPI", `it looks like ${other.what}`, { fix: other.fix }, cause);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // YAML's parser says where the fault is, and accepts what is nearly JSON.
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
