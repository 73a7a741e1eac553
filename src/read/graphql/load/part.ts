/** One file, or one answer of an endpoint → a part of the schema: SDL, or the result of an introspection. */
import type { Diagnostics } from "../../../diagnostics.js";
import { ReadFault } from "../../source/fault.js";
import type { Part } from "./build.js";
import { readIntrospection } from "./introspection.js";
import type { TextFile } from "./library.js";
import type { GraphqlLimits } from "./limits.js";
import { parseDocument } from "./parse.js";

export function partOf({ text, shown }: TextFile, limits: GraphqlLimits, diagnostics: Diagnostics): Part {
  const json = jsonOf(text);
  if (json === undefined) return { file: shown, document: parseDocument(text, shown, limits) };
  return introspectedPart(json, shown, limits, diagnostics);
}

/** `data`: `{ __schema }`, or a response that holds it. What is no GraphQL in it is left out, and told. */
export function introspectedPart(data: unknown, file: string, limits: GraphqlLimits, diagnostics: Diagnostics): Part {
  const { schema, dropped } = readIntrospection(data, limits);
  reportDropped(dropped, file, diagnostics);
  return { file, schema };
}

/** No SDL begins like a JSON object that has a key. */
function jsonOf(text: string): unknown {
  if (!/^\s*(?:\{\s*["}]|\[)/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ReadFault(
      "GRAPHQL_UNUSABLE",
      `it begins like JSON, and is none: ${(cause as Error).message.slice(0, 200)}`,
      {},
      cause,
    );
  }
}

const MAX_DROPPED = 10;

function reportDropped(dropped: readonly string[], file: string, diagnostics: Diagnostics): void {
  const at = { file, pointer: "" };
  for (const what of dropped.slice(0, MAX_DROPPED)) {
    diagnostics.report("INTROSPECTION_INVALID", { message: `${what} is left out`, at });
  }
  const more = dropped.length - MAX_DROPPED;
  if (more > 0) diagnostics.report("INTROSPECTION_INVALID", { message: `${more} more parts are left out`, at });
}
