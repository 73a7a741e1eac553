/** The sentences for wrong values: what was expected and what came, for a model that has to correct it. */
import type { ErrorObject } from "ajv";
import { nearest } from "../../tool/nearest.js";
import { isRecord } from "../schema.js";
import { BITS } from "./documents.js";
import { integerInWords } from "./integers.js";
import { child, missing, type Sentence, unknown } from "./keys.js";
import { cut, oneOf, quote, typeNames } from "./quote.js";
import { type Definitions, shapeOf } from "./shape.js";

const SECRET = /passw|passphrase|secret|token|api_?key|credential|authorization/i;

/** Either `expected …, got …` in its parts, so that several can be joined, or a sentence. */
export type Words = { readonly expected: string; readonly at: string } | Sentence;

/** One error of ajv (made with `verbose`) in words, and the place it is about. */
export function wordsOf(error: ErrorObject, definitions: Definitions): Words {
  const at = error.instancePath;
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case "required":
    case "dependentRequired":
      return missing(error, String(params["missingProperty"]), params["property"], definitions);
    case "additionalProperties":
    case "unevaluatedProperties":
      return unknown(error, String(params["additionalProperty"] ?? params["unevaluatedProperty"]), definitions);
    case "uniqueItems": {
      const [first, second] = params["twins"] as readonly [number, number];
      return { at, says: `items ${first} and ${second} are the same; each may occur once` };
    }
    case "propertyNames":
      return { at: child(at, String(params["propertyName"])), says: "this key is not allowed here" };
    case "contains":
      return { at, says: "no item is of the kind that has to be among them" };
    case "not":
      return { at, says: "this value is ruled out here" };
    case "toolgenExact":
      return { at, says: "this integer is beyond 2^53 and may have lost digits: give it as a string of digits" };
    case "false schema":
      return { at, says: "nothing is allowed here" };
    default:
      return { at, expected: expectation(error, definitions) };
  }
}

/** `a string`, `one of "a", "b"`, `at least 3 items`. */
function expectation(error: ErrorObject, definitions: Definitions): string {
  const limit = (error.params as Readonly<Record<string, unknown>>)["limit"];
  switch (error.keyword) {
    case "type":
      return error.schema === "object" ? shapeOf(error.parentSchema, definitions) : typeNames(error.schema);
    case "const":
      return quote(error.schema);
    case "enum":
      return oneOf(Array.isArray(error.schema) ? error.schema : []);
    case "minimum":
      return `at least ${limit}`;
    case "maximum":
      return `at most ${limit}`;
    case "exclusiveMinimum":
      return `more than ${limit}`;
    case "exclusiveMaximum":
      return `less than ${limit}`;
    case "multipleOf":
      return `a multiple of ${String(error.schema)}`;
    case "minLength":
      return `at least ${plural(limit, "character")}`;
    case "maxLength":
      return `at most ${plural(limit, "character")}`;
    case "minItems":
      return `at least ${plural(limit, "item")}`;
    case "maxItems":
    case "items":
    case "unevaluatedItems":
      return `at most ${plural(limit ?? (error.params as { len?: number }).len, "item")}`;
    case "minProperties":
      return `at least ${plural(limit, "key")}`;
    case "maxProperties":
      return `at most ${plural(limit, "key")}`;
    case "pattern":
      return `text that matches ${cut(String(error.schema))}`;
    case BITS:
      return integerInWords(String(error.schema)) ?? "an integer";
    case "format":
      return formatName(String(error.schema));
    default:
      return `something else (${error.keyword})`;
  }
}

/** What came: `the number 3`, `a list of 2`, `null`. Nothing of a value that may be secret. */
export function got(value: unknown, hidden: boolean): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value === "object") return Object.keys(value).length === 0 ? "an empty object" : "an object";
  if (hidden) return `another ${typeof value === "string" ? "string" : "number"}`;
  return typeof value === "string" ? `the string ${quote(value)}` : `the number ${value}`;
}

/** Whether a value must not be quoted. */
export function isSecret(error: ErrorObject): boolean {
  const name = error.instancePath.slice(error.instancePath.lastIndexOf("/") + 1);
  return SECRET.test(name) || (isRecord(error.parentSchema) && error.parentSchema["format"] === "password");
}

/** ` Did you mean "open"?`, or nothing. */
export function suggestion(value: unknown, allowed: readonly unknown[]): string {
  if (typeof value !== "string") return "";
  const [best] = nearest(
    value,
    allowed.filter((a) => typeof a === "string"),
    1,
  );
  return best === undefined ? "" : `; did you mean ${quote(best)}?`;
}

const FORMATS = new Map([
  ["byte", "base64 text"],
  ["date", "a date like 2024-01-31"],
  ["date-time", "a time like 2024-01-31T09:30:00Z"],
  ["duration", "a duration like P3DT12H"],
  ["email", "an e-mail address"],
  ["hostname", "a host name"],
  ["ipv4", "an IPv4 address"],
  ["ipv6", "an IPv6 address"],
  ["regex", "a regular expression"],
  ["time", "a time of day like 09:30:00Z"],
  ["uri", "a URI like https://example.com/page"],
  ["url", "a URL like https://example.com/page"],
  ["uuid", "a UUID like 123e4567-e89b-12d3-a456-426614174000"],
]);

function formatName(format: string): string {
  return FORMATS.get(format) ?? `text in the format ${cut(format)}`;
}

function plural(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
