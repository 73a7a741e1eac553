/** Every tool in every profile: what providers accept, and arguments that find their way back. */
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { generateSync } from "json-schema-faker";
import { describe, expect, it } from "vitest";
import { dialects, type ProfileName } from "../../../src/providers/dialect.js";
import { mcpTool } from "../../../src/providers/mcp.js";
import { structured } from "../../../src/providers/mcp-output.js";
import { toProfile } from "../../../src/providers/profile.js";
import { toolSet } from "../../../src/providers/set.js";
import type { JsonSchemaObject } from "../../../src/tool/index.js";
import { refusals, requestRefusals } from "./accepts.js";
import { checkable, isForeseen, withNullable } from "./checkable.js";
import { DOCUMENTS, toolsOf } from "./documents.js";
import { ways } from "./express.js";

const PROFILES = Object.keys(dialects) as ProfileName[];
/** Of the large documents every so many tools go both ways. */
const STEP = 7;

function valuesOf(schema: unknown): readonly unknown[] {
  return [0, 1].map((probability) =>
    generateSync(schema as Parameters<typeof generateSync>[0], {
      seed: 1,
      alwaysFakeOptionals: probability === 1,
      optionalsProbability: probability,
      refDepthMin: 0,
      refDepthMax: 6,
      maxItems: 2,
      maxLength: 30,
      useDefaultValue: false,
    }),
  );
}

describe.each(DOCUMENTS)("%s", async (document) => {
  const tools = await toolsOf(document);

  const some = tools.filter((_, i) => tools.length < 50 || i % STEP === 0);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  it.each(PROFILES)("M-07 has no tool that %s would refuse", (profile) => {
    expect(requestRefusals(profile, toolSet(tools, profile).tools)).toEqual([]);
  });

  it.each(["openai-strict", "anthropic-strict", "gemini"] as const)(
    "takes what a model makes of its schemas in %s",
    (profile) => {
      const unforeseen = some.flatMap((tool) => {
        const { schema, restore, loosened } = toProfile(tool, profile);
        const accepts = ajv.compile(tool.inputSchema);
        return valuesOf(checkable(schema)).flatMap((args) => {
          if (accepts(restore(args))) return [];
          const errors = (accepts.errors ?? []).filter((error) => !isForeseen(error, loosened));
          const all = errors.length === accepts.errors?.length;
          return all ? [`${tool.name}: ${JSON.stringify([errors[0], args]).slice(0, 500)}`] : [];
        });
      });
      expect(unforeseen).toEqual([]);
    },
  );

  it.each(["openai-strict", "anthropic-strict", "gemini"] as const)("can say in %s what its tools take", (profile) => {
    const lost = some.flatMap((tool) => {
      const { schema, restore } = toProfile(tool, profile);
      const accepts = ajv.compile(tool.inputSchema);
      const isSaid = ajv.compile(withNullable(schema) as JsonSchemaObject);
      const given = valuesOf(tool.inputSchema).filter((value) => accepts(value));
      return given.flatMap((value) => {
        for (const way of ways(value, schema, schema, dialects[profile].key))
          if (isSaid(way) && isDeepStrictEqual(restore(way), value)) return [];
        return [`${tool.name}: ${JSON.stringify(value).slice(0, 500)}`];
      });
    });
    expect(lost).toEqual([]);
  });

  it("has results that fit the schemas that clients of MCP see", () => {
    const wrong = some.flatMap((tool) => {
      const { outputSchema } = mcpTool(tool);
      if (outputSchema === undefined || tool.outputSchema === undefined) return [];
      const fits = ajv.compile(outputSchema);
      const values = [...valuesOf(tool.outputSchema), null, "text", [], {}];
      return [
        ...refusals("mcp", outputSchema),
        ...values.filter((value) => !fits(structured(value, outputSchema))).map((value) => JSON.stringify(value)),
      ].map((what) => `${tool.name}: ${what.slice(0, 500)}`);
    });
    expect(wrong).toEqual([]);
  });
});
