/**
 * What each provider takes as the schema of a tool's arguments. One table; a provider that changes its mind is a change
 * here. Each rule names its sources, which are listed below.
 */
import type { SimpleType } from "../tool/json-schema.js";

export type ProfileName = "openai" | "openai-strict" | "anthropic" | "anthropic-strict" | "gemini" | "mcp";

export interface Dialect {
  readonly name: ProfileName;
  /** Who is meant where a text speaks of it. */
  readonly provider: string;
  /** The provider holds its model to the schema. */
  readonly strict: boolean;
  /** Names of tools. */
  readonly toolName: RegExp;
  /** Keys in `properties`, at any depth. */
  readonly key: RegExp;
  /** `any`: JSON Schema as it is; else the keywords that are passed on, besides those of structure. */
  readonly keywords: "any" | ReadonlySet<string>;
  /** Values of `format` that are passed on, by type; absent: all. */
  readonly formats?: Readonly<Partial<Record<SimpleType, readonly string[]>>>;
  /** The largest `minItems` that is passed on; absent: any. */
  readonly minItems?: number;
  /**
   * `local`: `$ref` into `$defs`. `acyclic`: the same, where nothing leads back into itself. `none`: definitions are
   * written out where they are used.
   */
  readonly refs: "local" | "acyclic" | "none";
  /** `null`: every property is required, one that may be left out takes `null` instead. */
  readonly optional: "absent" | "null";
  /** `true`: objects are closed and written `additionalProperties: false`; `unsaid`: closed, and the keyword is not known. */
  readonly closed: boolean | "unsaid";
  /** `type`: a list of types; `branch`: the same for a bare type, else a union; `keyword`: `nullable: true`. */
  readonly nullable: "type" | "branch" | "keyword";
  /** Values of enums: `strings` are texts that are not empty. */
  readonly enums: "any" | "strings";
  /** Beside `anyOf` nothing else may stand. */
  readonly unionsAlone: boolean;
  readonly limits: Limits;
}

export interface Limits {
  /** Tools in one request, fewest first; `by`: whose limit it is. */
  readonly tools?: readonly { readonly most: number; readonly by: string }[];
  /** Of one tool's schema: what passes one is given without strictness. */
  readonly schema?: SchemaLimits;
  /** Of all strict tools of one request together: what does not fit in is given without strictness. */
  readonly request?: RequestLimits;
}

export interface SchemaLimits {
  readonly properties: number;
  readonly depth: number;
  /** Characters of all property names, definition names and values of enums. */
  readonly names: number;
  readonly enumValues: number;
  /** Characters of the values of an enum that has more than 250. */
  readonly longEnum: number;
}

export interface RequestLimits {
  readonly tools: number;
  /** Properties that may be left out, at any depth. */
  readonly optional: number;
  /** Lists of types and unions, at any depth. */
  readonly unions: number;
}

/*
 * Sources, read in 2026; error texts as the threads have them.
 * O1 npm openai 6.49.0 resources/shared.d.ts (FunctionDefinition)
 * O2 npm openai 6.49.0 src/lib/transform.ts (toStrictJsonSchema)
 * O3 jsonschemaprofiles.unitvectorylabs.com/schemas/openai: OpenAI, Structured outputs, supported schemas; 2026-02
 * O4 openai/openai-java JsonSchemaValidator.kt
 * O5 langchain-ai/langchainjs#9804: not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level
 * O6 digitalocean-labs/mcp-digitalocean#265: array schema missing items, strict or not
 * O7 zed-industries/zed#32946: Invalid 'tools': array too long. Expected an array with maximum length 128
 * O8 cyanheads/git-mcp-server#47: 'uri' is not a valid format
 * A1 npm @anthropic-ai/sdk 1.14.0 lib/transform-json-schema.js
 * A2 ivo-toby/mcp-openapi-server#5, anthropics/claude-code#79418: property keys should match, tools.N.custom.name
 * A3 anthropics/claude-code#5319: input_schema does not support oneOf, allOf, or anyOf at the top level
 * A4 Anthropic, Structured outputs, JSON schema limitations and schema complexity limits: 20 strict tools, 24, 16
 * A5 npm @ai-sdk/anthropic 3.0.140 src/supports-native-structured-output-schema.ts: compilation fails from 11
 * A6 earendil-works/pi#9953: For 'integer' type, properties maximum, minimum are not supported
 * G1 npm @google/genai 2.32.0 dist/genai.d.ts (FunctionDeclaration, Schema)
 * G2 google-gemini/gemini-cli#2237: only 'enum' and 'date-time' are supported for STRING type
 * G3 Bobsilvio/ha-claude#32: enum[1]: cannot be empty
 * G4 anomalyco/opencode#15795: specified other fields alongside any_of. When using any_of, it must be the only field set
 * G5 pipecat-ai/pipecat-flows#110: properties: should be non-empty for OBJECT type
 * G6 google-gemini/gemini-cli#19083: At most 512 function declarations can be specified
 * G7 npm @ai-sdk/google 3.0.141 src/convert-json-schema-to-openapi-schema.ts: no references, one type, nullable
 * M1 MCP 2025-11-25, Tool: inputSchema is JSON Schema 2020-12, an object; properties are objects
 * M2 postman-mcp-server README (VS Code: 128), modelcontextprotocol discussion 360 (Cursor: 40)
 */

/** O1, A2; hosts put the server's name before it and stop at 64 together (opencode#3523), which is for them to cut. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** What every provider takes. */
const KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** JSON Schema 2020-12 as it is, but for the root and the keys. */
const AS_IT_IS = {
  strict: false,
  toolName: NAME,
  key: KEY,
  keywords: "any",
  refs: "local",
  optional: "absent",
  closed: false,
  nullable: "type",
  enums: "any",
  unionsAlone: false,
} as const;

export const dialects: Readonly<Record<ProfileName, Dialect>> = {
  // O1: the name, and any JSON Schema; O5: the root; O6: a list has items; O7: how many.
  openai: { ...AS_IT_IS, name: "openai", provider: "OpenAI", limits: { tools: [{ most: 128, by: "OpenAI" }] } },
  "openai-strict": {
    name: "openai-strict",
    provider: "OpenAI",
    strict: true,
    toolName: NAME,
    key: KEY,
    // O3: supported constraints. O2 refuses what is neither of these nor a type, a text or a literal.
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
    // O3, O8: nine; `uri` is none of them.
    formats: { string: ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"] },
    // O2: local; O3: recursion is supported.
    refs: "local",
    // O2, O3: every key in `required`.
    optional: "null",
    // O2, O3: `additionalProperties: false` in every object.
    closed: true,
    // O2, O4: a type and "null", objects too.
    nullable: "type",
    enums: "any",
    unionsAlone: false,
    limits: {
      tools: [{ most: 128, by: "OpenAI" }],
      // O3: each of one schema.
      schema: { properties: 5_000, depth: 10, names: 120_000, enumValues: 1_000, longEnum: 15_000 },
    },
  },
  // A2: the name and the keys; A3: the root. No limit of the number of tools is known.
  anthropic: { ...AS_IT_IS, name: "anthropic", provider: "Anthropic", key: /^[a-zA-Z0-9_.-]{1,64}$/, limits: {} },
  "anthropic-strict": {
    name: "anthropic-strict",
    provider: "Anthropic",
    strict: true,
    toolName: NAME,
    key: /^[a-zA-Z0-9_.-]{1,64}$/,
    // A1: the others become words in the description; A6: that is more than a wish.
    keywords: new Set(["format", "minItems"]),
    // A1.
    formats: { string: ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"] },
    // A1: 0 or 1.
    minItems: 1,
    // A4: no recursion.
    refs: "acyclic",
    // A4: not every key is required.
    optional: "absent",
    // A1.
    closed: true,
    // A1 looks for keywords beside a single type.
    nullable: "branch",
    // A1: primitives.
    enums: "any",
    unionsAlone: false,
    // A4: 20, 24 and 16; A5: of the 24 no more than 10 compile everywhere.
    limits: { request: { tools: 20, optional: 10, unions: 16 } },
  },
  gemini: {
    name: "gemini",
    provider: "Gemini",
    strict: false,
    // G1: with dots, colons, dashes and 128 characters too, which Vertex did not take.
    toolName: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
    // G1: parameter names.
    key: KEY,
    // G1: Schema.
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
    // G1 names more for STRING; G2: they are refused.
    formats: { string: ["date-time"], integer: ["int32", "int64"], number: ["float", "double"] },
    // G1, G7.
    refs: "none",
    optional: "absent",
    closed: "unsaid",
    nullable: "keyword",
    // G1: string[]; G3: none is empty.
    enums: "strings",
    // G4.
    unionsAlone: true,
    // G6.
    limits: { tools: [{ most: 512, by: "Gemini" }] },
  },
  // M1, M2.
  mcp: {
    ...AS_IT_IS,
    name: "mcp",
    provider: "MCP",
    limits: {
      tools: [
        { most: 40, by: "Cursor" },
        { most: 128, by: "VS Code" },
      ],
    },
  },
};
