/** Values that are not what the schema asks for, and can mean one thing only. */
import type { ErrorObject } from "ajv";
import { JsonError, parseJson } from "../../json/parse.js";
import { isRecord } from "../schema.js";
import { quote } from "./words.js";

const INTEGER = /^-?(?:0|[1-9]\d{0,300})$/;
const NUMBER = /^-?(?:0|[1-9]\d{0,300})(?:\.\d{1,300})?$/;

/**
 * Corrects, in place, values of the wrong type that errors are about; says what was read differently. What is valid is
 * never touched, and a union's branches are left alone: there, another reading could change the meaning.
 */
export function coerce(root: Record<string, unknown>, errors: readonly ErrorObject[]): readonly string[] {
  const notes: string[] = [];
  for (const error of errors) {
    if (error.keyword !== "type" || /\/(?:anyOf|oneOf|not|if)(?:\/|$)/.test(error.schemaPath)) continue;
    const place = locate(root, error.instancePath);
    if (!place) continue;
    const value = place.holder[place.key];
    const read = reading(value, new Set([error.schema].flat().map(String)));
    if (read === undefined) continue;
    place.holder[place.key] = read.value;
    notes.push(
      `${error.instancePath.slice(1)}: ${quote(value)} was read as ${read.words ?? (typeof read.value === "bigint" ? String(read.value) : quote(read.value))}`,
    );
  }
  return notes;
}

function reading(
  value: unknown,
  types: ReadonlySet<string>,
): { readonly value: unknown; readonly words?: string } | undefined {
  const parsed = typeof value === "string" ? fromText(value, types) : undefined;
  if (parsed !== undefined) return { value: parsed };
  if (!types.has("array") || Array.isArray(value) || value === null || value === undefined) return undefined;
  return { value: [value], words: "a list of one" };
}

function fromText(text: string, types: ReadonlySet<string>): unknown {
  if (types.has("integer") || types.has("number")) {
    if (INTEGER.test(text)) {
      const number = Number(text);
      return Number.isSafeInteger(number) ? number : BigInt(text);
    }
    if (types.has("number") && NUMBER.test(text)) return Number(text);
  }
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if ((types.has("array") && /^\s*\[/.test(text)) || (types.has("object") && /^\s*\{/.test(text))) {
    try {
      return parseJson(text, { maxDepth: 100 });
    } catch (cause) {
      // No JSON: what it is, it stays.
      if (cause instanceof JsonError) return undefined;
      throw cause;
    }
  }
  return undefined;
}

function locate(
  root: Record<string, unknown>,
  pointer: string,
): { holder: Record<string, unknown>; key: string } | undefined {
  const parts = pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = parts.pop();
  let holder: unknown = root;
  for (const part of parts) {
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, part)) return undefined;
    holder = (holder as Record<string, unknown>)[part];
  }
  if (
    pointer === "" ||
    key === undefined ||
    typeof holder !== "object" ||
    holder === null ||
    !Object.hasOwn(holder, key)
  )
    return undefined;
  return isRecord(holder) || Array.isArray(holder) ? { holder: holder as Record<string, unknown>, key } : undefined;
}
