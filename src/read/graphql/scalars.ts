/** Scalar types as JSON Schema. GraphQL says nothing of custom ones but a name, so names that mean the same everywhere are known. */
import type { GraphQLSchema } from "graphql";
import { isScalarType, isSpecifiedScalarType } from "graphql";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { FILE_VALUE } from "../file-value.js";
import { cap, cleanLine } from "../text.js";

export interface Scalars {
  /** What a variable of the type may hold. */
  input(name: string): JsonSchema;
  /** What the type is in a result. */
  output(name: string): JsonSchema;
  /** A file, by the GraphQL multipart request specification. */
  isUpload(name: string): boolean;
  /** Names of the types of which nothing is known. */
  readonly unknown: readonly string[];
}

const MAX_INT = 2_147_483_647;
const text = (description?: string): JsonSchemaObject => ({ type: "string", ...(description && { description }) });
const either = (a: "string", b: "integer" | "number", description?: string): JsonSchemaObject => ({
  type: [a, b],
  ...(description && { description }),
});
/** Arguments beyond 2^53 are digits. */
const bigInteger: JsonSchemaObject = {
  ...either("string", "integer", "An integer; digits where it is large."),
  pattern: "^-?\\d+$",
};
const base64: JsonSchemaObject = { type: "string", contentEncoding: "base64", description: "Base64." };

/**
 * By name in lower case. No `format` on dates and the like: what a server takes there is wider than any format (Linear's
 * `DateTimeOrDuration`), and a value refused wrongly costs more than a server's own error.
 */
const KNOWN: Readonly<Record<string, JsonSchema>> = {
  bigint: bigInteger,
  long: bigInteger,
  int64: bigInteger,
  uint64: bigInteger,
  unsignedint64: bigInteger,
  unsignedlong: bigInteger,
  decimal: either("string", "number", "A decimal number."),
  bigdecimal: either("string", "number", "A decimal number."),
  positivedecimal: either("string", "number", "A decimal number."),
  numeric: either("string", "number", "A decimal number."),
  money: either("string", "number", "An amount of money."),
  smallint: { type: "integer" },
  int32: { type: "integer" },
  unsignedint: { type: "integer", minimum: 0 },
  unsignedint32: { type: "integer", minimum: 0 },
  nonnegativeint: { type: "integer", minimum: 0 },
  positiveint: { type: "integer", minimum: 1 },
  float8: either("string", "number"),
  double: { type: "number" },
  datetime: text("RFC 3339 date and time."),
  iso8601datetime: text("ISO 8601 date and time."),
  iso8601date: text("Date as YYYY-MM-DD."),
  datetimeiso: text("RFC 3339 date and time."),
  timestamp: either("string", "number", "A point in time."),
  timestamptz: text("RFC 3339 date and time."),
  precisedatetime: text("RFC 3339 date and time."),
  date: text("Date as YYYY-MM-DD."),
  localdate: text("Date as YYYY-MM-DD."),
  time: text("Time of day."),
  timetz: text("Time of day with its offset."),
  localtime: text("Time of day."),
  localdatetime: text("Date and time without an offset."),
  duration: text("ISO 8601 duration."),
  interval: text("A span of time."),
  uuid: text("UUID."),
  guid: text("UUID."),
  uri: text("URI."),
  url: text("URL."),
  email: text("Email address."),
  emailaddress: text("Email address."),
  gitobjectid: text("Git object ID, hexadecimal."),
  gitrefname: text("Fully qualified Git ref name."),
  gitsshremote: text(),
  gittimestamp: text("RFC 3339 date and time."),
  hash: text(),
  cursor: text(),
  slug: text(),
  html: text("HTML."),
  markdown: text("Markdown."),
  color: text(),
  text: text(),
  citext: text(),
  varchar: text(),
  bpchar: text(),
  char: text(),
  name: text(),
  bytea: text(),
  hex: text("Hexadecimal."),
  ipv4: text("IPv4 address."),
  ipv6: text("IPv6 address."),
  ip: text("IP address."),
  ipaddress: text("IP address."),
  base64,
  base64string: base64,
  byte: base64,
  bytes: base64,
  x509certificate: text("X.509 certificate, PEM."),
  json: {},
  jsonb: {},
  any: {},
  genericscalar: {},
  metadata: {},
  jsonobject: { type: "object" },
  map: { type: "object" },
  jsonstring: { type: "string", contentMediaType: "application/json" },
  void: { type: "null" },
};

const SPECIFIED_INPUT: Readonly<Record<string, JsonSchema>> = {
  // §3.5.5: an integer is taken as well, and some services say `ID` of numbers.
  ID: { type: ["string", "integer"] },
  Int: { type: "integer", minimum: -MAX_INT - 1, maximum: MAX_INT },
  Float: { type: "number" },
  String: { type: "string" },
  Boolean: { type: "boolean" },
};

const SPECIFIED_OUTPUT: Readonly<Record<string, JsonSchema>> = {
  ...SPECIFIED_INPUT,
  // §3.5.5: results hold strings.
  ID: { type: "string" },
  Int: { type: "integer" },
};

/** `given`: what `--scalars` says; it goes before everything but files. */
export function createScalars(schema: GraphQLSchema, given: Readonly<Record<string, JsonSchema>> = {}): Scalars {
  const custom = new Map<string, JsonSchema>();
  const unknown: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || isSpecifiedScalarType(type)) continue;
    const own = Object.hasOwn(given, type.name) ? given[type.name] : undefined;
    const key = type.name.toLowerCase();
    const known = own ?? (Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined);
    if (known === undefined && type.name !== UPLOAD) unknown.push(type.name);
    custom.set(type.name, known ?? described(type.name, type.description ?? "", type.specifiedByURL ?? ""));
  }
  const isUpload = (name: string): boolean => name === UPLOAD && !Object.hasOwn(given, name);
  const of = (table: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema =>
    custom.get(name) ??
    (Object.hasOwn(given, name) ? given[name] : undefined) ??
    (Object.hasOwn(table, name) ? table[name] : undefined) ??
    {};
  return {
    input: (name) => (isUpload(name) ? { $ref: `#/$defs/${FILE_VALUE}` } : of(SPECIFIED_INPUT, name)),
    output: (name) => withoutPattern(of(SPECIFIED_OUTPUT, name)),
    isUpload,
    unknown: unknown.sort(),
  };
}

/** What comes back is told, not judged. */
function withoutPattern(schema: JsonSchema): JsonSchema {
  if (typeof schema !== "object" || schema.pattern === undefined) return schema;
  const { pattern: _, ...rest } = schema;
  return rest;
}

const UPLOAD = "Upload";
const MAX_TEXT = 200;

function described(name: string, description: string, specifiedBy: string): JsonSchema {
  const said = cap(cleanLine(description), MAX_TEXT);
  const page = /^https?:\/\/[^\s"'<>]{1,200}$/.test(specifiedBy) ? ` (${specifiedBy})` : "";
  return { description: `GraphQL scalar ${name}${page}${said === "" ? "." : `: ${said}`}` };
}

/** Whether text may stand there that is not known to be a date or the like. */
export function isTextual(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return schema;
  if (schema.type === undefined) return schema.enum === undefined && schema.$ref === undefined;
  return [schema.type].flat().includes("string") && !/\b(?:time|date|duration)\b/i.test(schema.description ?? "");
}
