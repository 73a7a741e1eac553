/** What each provider takes as the schema of a tool's arguments. One table; a provider that changes its mind is a change here. */

export type ProfileName = "openai" | "openai-strict" | "anthropic" | "gemini" | "mcp";

export interface Dialect {
  readonly name: ProfileName;
  /** Names of tools. */
  readonly toolName: RegExp;
  /** Keys in `properties`, at any depth. */
  readonly key: RegExp;
  /** `any`: JSON Schema as it is; else the keywords that are passed on, besides those of structure. */
  readonly keywords: "any" | ReadonlySet<string>;
  /** Values of `format` that are passed on; absent: all. */
  readonly formats?: ReadonlySet<string>;
  /** `local`: `$ref` into `$defs`. `none`: definitions are written out where they are used. */
  readonly refs: "local" | "none";
  /** `null`: every property is required, one that may be left out takes `null` instead. */
  readonly optional: "absent" | "null";
  /** `true`: objects are closed and written `additionalProperties: false`; `unsaid`: closed, and the keyword is not known. */
  readonly closed: boolean | "unsaid";
  /** `keyword`: `nullable: true`; `type`: a type list or a branch. */
  readonly nullable: "type" | "keyword";
  /** Enums of other values than strings. */
  readonly otherEnums: boolean;
  readonly limits: Limits;
}

export interface Limits {
  /** Tools in one request. */
  readonly tools?: number;
  /** Of one tool's schema. */
  readonly properties?: number;
  readonly depth?: number;
  /** Characters of all property names, definition names and enum values. */
  readonly names?: number;
  readonly enumValues?: number;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** What every provider takes. */
const KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const dialects: Readonly<Record<ProfileName, Dialect>> = {
  // npm openai 6.49 resources/shared.d.ts (FunctionDefinition): name; parameters are JSON Schema, the root an object.
  openai: {
    name: "openai",
    toolName: NAME,
    key: KEY,
    keywords: "any",
    refs: "local",
    optional: "absent",
    closed: false,
    nullable: "type",
    otherEnums: true,
    limits: { tools: 128 },
  },
  // OpenAI, "Structured outputs: supported schemas": every key required, closed objects, a subset of the keywords.
  "openai-strict": {
    name: "openai-strict",
    toolName: NAME,
    key: KEY,
    keywords: new Set([
      "pattern",
      "format",
      "multipleOf",
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "minItems",
      "maxItems",
    ]),
    formats: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
    refs: "local",
    optional: "null",
    closed: true,
    nullable: "type",
    otherEnums: true,
    limits: { tools: 128, properties: 5_000, depth: 10, names: 120_000, enumValues: 1_000 },
  },
  // Error texts of the Messages API: tools.N.custom.name, and properties that match ^[a-zA-Z0-9_.-]{1,64}$; no union at
  // the root.
  anthropic: {
    name: "anthropic",
    toolName: NAME,
    key: /^[a-zA-Z0-9_.-]{1,64}$/,
    keywords: "any",
    refs: "local",
    optional: "absent",
    closed: false,
    nullable: "type",
    otherEnums: true,
    limits: {},
  },
  // npm @google/genai 2.32 dist/genai.d.ts (FunctionDeclaration.parameters, Schema): OpenAPI 3.0's subset.
  gemini: {
    name: "gemini",
    toolName: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
    key: KEY,
    keywords: new Set([
      "format",
      "default",
      "pattern",
      "minLength",
      "maxLength",
      "minimum",
      "maximum",
      "minItems",
      "maxItems",
    ]),
    formats: new Set(["date-time", "int32", "int64", "float", "double"]),
    refs: "none",
    optional: "absent",
    closed: "unsaid",
    nullable: "keyword",
    otherEnums: false,
    limits: { tools: 128 },
  },
  // MCP 2025-11-25, Tool: inputSchema is JSON Schema 2020-12, the root an object. VS Code takes 128 tools in a request.
  mcp: {
    name: "mcp",
    toolName: NAME,
    key: KEY,
    keywords: "any",
    refs: "local",
    optional: "absent",
    closed: false,
    nullable: "type",
    otherEnums: true,
    limits: { tools: 128 },
  },
};
