/** The checker refuses what the providers do: whatever it lets through says something. */
import { expect, it } from "vitest";
import { dialects } from "../../../src/providers/dialect.js";
import type { JsonSchema, JsonSchemaObject } from "../../../src/tool/json-schema.js";
import { refusals, requestRefusals } from "./accepts.js";

const closed = (properties: object, more: object = {}): JsonSchemaObject =>
  ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...more,
  }) as JsonSchemaObject;
const open = (properties: object, more: object = {}): JsonSchemaObject =>
  ({ type: "object", properties, ...more }) as JsonSchemaObject;

it.each<{ profile: string; given: JsonSchema; want: string }>([
  { profile: "openai", given: { type: "array" }, want: ": no object at the root" },
  { profile: "openai", given: open({}, { oneOf: [{}] }), want: ": oneOf" },
  { profile: "openai", given: open({}, { enum: [{}] }), want: ": enum" },
  { profile: "openai", given: { type: "object" }, want: ": no properties at the root" },
  { profile: "openai", given: open({ a: { type: "array" } }), want: "/properties/a: a list without items" },
  { profile: "openai", given: open({ a: { $ref: "#/$defs/B" } }), want: "/properties/a: #/$defs/B leads nowhere" },
  { profile: "anthropic", given: open({}, { allOf: [] }), want: ": allOf" },
  { profile: "anthropic", given: open({ "a b": {} }), want: ": a b" },
  { profile: "anthropic", given: open({ a: { items: open({ $b: {} }) } }), want: "/properties/a/items: $b" },
  { profile: "mcp", given: open({ a: true }), want: ": a property that is no object" },
  { profile: "openai-strict", given: open({}), want: ": an open object" },
  { profile: "openai-strict", given: closed({ a: { type: "integer" } }, { required: [] }), want: ": a" },
  { profile: "openai-strict", given: closed({}, { required: ["b"] }), want: ": requires b" },
  {
    profile: "openai-strict",
    given: closed({ a: { type: "string", minLength: 1 } }),
    want: "/properties/a: minLength",
  },
  { profile: "openai-strict", given: closed({ a: { oneOf: [] } }), want: "/properties/a: oneOf" },
  { profile: "openai-strict", given: closed({ a: { type: "string", format: "uri" } }), want: "/properties/a: uri" },
  { profile: "openai-strict", given: closed({ a: {} }), want: "/properties/a: none of anyOf,type,$ref" },
  { profile: "openai-strict", given: closed({ a: true }), want: ": a schema that is true or false" },
  {
    profile: "openai-strict",
    given: closed({ a: { type: ["string", "integer"] } }),
    want: "/properties/a: type string,integer",
  },
  {
    profile: "openai-strict",
    given: closed({ a: { $ref: "#", type: "string" } }),
    want: "/properties/a: $ref beside type",
  },
  { profile: "openai-strict", given: closed({ a: { type: "string", enum: [] } }), want: "/properties/a: no values" },
  {
    profile: "openai-strict",
    given: closed({ a: { type: "string", enum: [1] } }),
    want: "/properties/a: a value of another type",
  },
  { profile: "openai-strict", given: closed({ a: { type: "string", minimum: 1 } }), want: "/properties/a: minimum" },
  {
    profile: "openai-strict",
    given: closed({ a: { type: "integer", enum: Array.from({ length: 1001 }, (_, i) => i) } }),
    want: ": 1001 enum values",
  },
  {
    profile: "openai-strict",
    given: closed({ a: { type: "string", enum: Array.from({ length: 251 }, (_, i) => `${i}`.padEnd(60, "x")) } }),
    want: "/properties/a: a long enum",
  },
  {
    profile: "openai-strict",
    given: Array.from({ length: 11 }).reduce<JsonSchemaObject>((inner) => closed({ a: inner }), { type: "string" }),
    want: ": 11 levels",
  },
  {
    profile: "anthropic-strict",
    given: closed({ a: { type: "integer", minimum: 1 } }),
    want: "/properties/a: minimum",
  },
  {
    profile: "anthropic-strict",
    given: closed({ a: { type: "array", items: { type: "string" }, minItems: 2 } }),
    want: "/properties/a: minItems 2",
  },
  {
    profile: "anthropic-strict",
    given: closed({ a: {} }),
    want: "/properties/a: none of anyOf,allOf,type,enum,const,$ref",
  },
  {
    profile: "anthropic-strict",
    given: closed(
      { a: { $ref: "#/$defs/A" } },
      { $defs: { A: closed({ b: { $ref: "#/$defs/B" } }), B: closed({ a: { $ref: "#/$defs/A" } }) } },
    ),
    want: ": #/$defs/A holds itself",
  },
  { profile: "gemini", given: open({}, { additionalProperties: false }), want: ": additionalProperties" },
  { profile: "gemini", given: open({ a: { const: 1 } }), want: "/properties/a: const" },
  { profile: "gemini", given: open({ a: { type: ["string", "null"] } }), want: "/properties/a: a list of types" },
  { profile: "gemini", given: open({ "a-b": { type: "string" } }), want: ": a-b" },
  { profile: "gemini", given: open({ a: { type: "object" } }), want: "/properties/a: no properties" },
  {
    profile: "gemini",
    given: open({ a: { type: "integer", enum: [1] } }),
    want: "/properties/a: an enum of no string",
  },
  {
    profile: "gemini",
    given: open({ a: { type: "string", enum: [""] } }),
    want: "/properties/a: a value that is no text",
  },
  {
    profile: "gemini",
    given: open({ a: { type: "string", format: "date" } }),
    want: "/properties/a: format date of string",
  },
  {
    profile: "gemini",
    given: open({ a: { anyOf: [{ type: "string" }], description: "a" } }),
    want: "/properties/a: anyOf beside description",
  },
])("$profile refuses: $want", ({ profile, given, want }) => {
  expect(refusals(profile, given)).toContain(want);
});

it.each(Object.keys(dialects))("%s takes a schema that is plain", (profile) => {
  const schema = profile.endsWith("-strict") ? closed({ a: { type: "string" } }) : open({ a: { type: "string" } });
  expect(requestRefusals(profile, [{ name: "get_a", schema }])).toEqual([]);
});

it("refuses names, and what no single tool is to blame for", () => {
  const schema = closed({ a: { type: ["string", "null"] } }, { required: [] });
  const tools = Array.from({ length: 30 }, (_, i) => ({ name: `get_${i}`, schema }));
  expect(requestRefusals("anthropic-strict", tools)).toEqual([
    "30 strict tools",
    "30 optional parameters",
    "30 parameters with union types",
  ]);
  expect(
    requestRefusals(
      "anthropic-strict",
      [...tools, ...tools].map((tool) => ({ ...tool, strict: false })),
    ),
  ).toEqual(["a name twice"]);
  expect(requestRefusals("openai", [{ name: "get.a", schema }])).toEqual(["get.a: its name"]);
});
