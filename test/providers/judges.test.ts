/** The SDKs' own converters as judges: they find nothing to change in a strict schema, and nothing that they refuse. */
import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { toStrictJsonSchema } from "openai/lib/transform";
import { describe, expect, it } from "vitest";
import { toProfile } from "../../src/providers/profile.js";
import { toolSet } from "../../src/providers/set.js";
import { DOCUMENTS, toolsOf } from "../unit/providers/documents.js";

// Vitest loads graphql twice here.
const OPENAPI = DOCUMENTS.filter((document) => !document.includes("graphql"));

describe.each(OPENAPI)("%s", async (document) => {
  const tools = await toolsOf(document);

  it("is strict for OpenAI", () => {
    const strict = toolSet(tools, "openai-strict").tools.filter((tool) => tool.strict);
    expect(strict.length).toBeGreaterThan(0);
    for (const { schema } of strict) expect(toStrictJsonSchema(copy(schema))).toEqual(schema);
  });

  it("is strict for Anthropic", () => {
    for (const { schema } of tools.map((tool) => toProfile(tool, "anthropic-strict")))
      expect(transformJSONSchema(copy(schema))).toEqual(withoutTypesOfValues(copy(schema)));
  });
});

// biome-ignore lint/suspicious/noExplicitAny: whatever type of JSON Schema the SDK has.
const copy = (schema: object): any => JSON.parse(JSON.stringify(schema));

/** Anthropic's SDK leaves out what values are of, which they show. */
function withoutTypesOfValues(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTypesOfValues);
  if (typeof schema !== "object" || schema === null) return schema;
  const { type, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, withoutTypesOfValues(part)]),
  );
  return { ...rest, ...(type !== undefined && !Array.isArray(rest["enum"]) && { type }) };
}
