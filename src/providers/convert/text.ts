/** What a schema cannot say in a provider's dialect is said in words. */
import type { JsonSchemaObject } from "../../tool/json-schema.js";

const PHRASES: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (n) => `at least ${n} characters`,
  maxLength: (n) => `at most ${n} characters`,
  minItems: (n) => `at least ${n} items`,
  maxItems: (n) => `at most ${n} items`,
  minProperties: (n) => `at least ${n} entries`,
  maxProperties: (n) => `at most ${n} entries`,
  minimum: (n) => `at least ${n}`,
  maximum: (n) => `at most ${n}`,
  exclusiveMinimum: (n) => `more than ${n}`,
  exclusiveMaximum: (n) => `less than ${n}`,
  multipleOf: (n) => `a multiple of ${n}`,
  pattern: (text) => `matches ${text}`,
  format: (text) => `format ${text}`,
  uniqueItems: (on) => (on === true ? "no item twice" : ""),
  default: (value) => `default ${JSON.stringify(value)}`,
  const: (value) => `always ${JSON.stringify(value)}`,
};

const LONGEST = 200;

/** `undefined`: nothing that a reader would miss. */
export function inWords(keyword: string, value: unknown): string | undefined {
  const phrase = Object.hasOwn(PHRASES, keyword) ? PHRASES[keyword]?.(value) : undefined;
  return phrase === undefined || phrase === "" || phrase.length > LONGEST ? undefined : phrase;
}

/** The description with what is said in words behind it. */
export function described(schema: JsonSchemaObject, words: readonly (string | undefined)[]): JsonSchemaObject {
  const said = words.filter((word) => word !== undefined);
  const own = typeof schema.description === "string" ? schema.description : "";
  const added = said.length === 0 ? "" : `(${said.join("; ")})`;
  const description = [own, added].filter((text) => text !== "").join(" ");
  return description === "" ? schema : { ...schema, description };
}
