/** Every tool in every profile: what providers accept, and arguments that find their way back. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { generateSync } from "json-schema-faker";
import { describe, expect, it } from "vitest";
import { generateOpenApi } from "../../../src/generate.js";
import type { Loosened } from "../../../src/providers/convert/part.js";
import { dialects, type ProfileName } from "../../../src/providers/dialect.js";
import { toProfile } from "../../../src/providers/profile.js";
import { describeTool, type ToolDescription } from "../../../src/runtime/describe.js";
import type { JsonSchemaObject } from "../../../src/tool/json-schema.js";
import { refusals } from "./accepts.js";

const ROOT = join(import.meta.dirname, "../../..");
const CORPUS = join(ROOT, process.env["TOOLGEN_CORPUS"] ?? "../shared/corpus", "openapi");
const DOCUMENTS = [
  join(ROOT, "specs/museum.yaml"),
  join(ROOT, "specs/galaxy.yaml"),
  ...["adyen-management-v3.json", "box.json", "discord.json", "superset.json"].map((file) => join(CORPUS, file)),
].filter(existsSync);
const PROFILES = Object.keys(dialects) as ProfileName[];
/** Of the large documents every so many tools go both ways. */
const STEP = 7;

async function toolsOf(spec: string): Promise<readonly ToolDescription[]> {
  const { spec: made } = await generateOpenApi({ cwd: ROOT, spec, dryRun: true, validate: false });
  return (made?.operations ?? []).map(({ toolName: name, description, effect, input }) => {
    const closed = { ...(input as JsonSchemaObject), $defs: made?.schemas ?? {} };
    return describeTool(name, made?.name ?? "", { name, description, effect, input: closed, run: () => undefined });
  });
}

/** `nullable` as JSON Schema says it, and text that has to be JSON as some that is. */
function checkable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(checkable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...copy } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, checkable(value)]),
  );
  const isText =
    typeof copy["description"] === "string" &&
    /\(as JSON text: (?:an (?:empty )?object|(.*))/.exec(copy["description"]);
  if (isText && copy["type"] !== undefined) copy["enum"] = [isText[1] === undefined ? "{}" : "1"];
  return nullable ? { anyOf: [copy, { type: "null" }] } : copy;
}

/** An error that the profile said may come: at or below a place, or of a keyword in a shared definition. */
function isForeseen({ instancePath, keyword }: ErrorObject, loosened: readonly Loosened[]): boolean {
  return loosened.some((one) => {
    if (one.keyword === keyword || one.path.startsWith("#")) return one.keyword === keyword || one.keyword === "$ref";
    const place = one.path.split("/");
    const parts = instancePath.split("/");
    return place.every((part, i) => part === "*" || part === parts[i]);
  });
}

describe.each(DOCUMENTS)("%s", async (document) => {
  const tools = await toolsOf(document);

  it.each(PROFILES)("M-07 has no tool that %s would refuse", (profile) => {
    const said = tools.flatMap((tool) => {
      const { name, schema, reason } = toProfile(tool, profile);
      expect(name).toMatch(dialects[profile].toolName);
      const held = reason === undefined ? profile : profile.replace("-strict", "");
      return refusals(held, schema).map((refusal) => `${tool.name}${refusal}`);
    });
    expect(said).toEqual([]);
    expect(new Set(tools.map((tool) => toProfile(tool, profile).name)).size).toBe(tools.length);
  });

  it.each(["openai-strict", "anthropic-strict", "gemini"] as const)(
    "takes what a model makes of its schemas in %s",
    (profile) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const unforeseen = tools
        .filter((_, i) => tools.length < 50 || i % STEP === 0)
        .flatMap((tool) => {
          const { schema, restore, loosened } = toProfile(tool, profile);
          const accepts = ajv.compile(tool.inputSchema);
          const made = [0, 1].map((probability) =>
            generateSync(checkable(schema) as Parameters<typeof generateSync>[0], {
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
          return made.flatMap((args) => {
            if (accepts(restore(args))) return [];
            const errors = (accepts.errors ?? []).filter((error) => !isForeseen(error, loosened));
            const all = errors.length === accepts.errors?.length;
            return all ? [`${tool.name}: ${JSON.stringify([errors[0], args]).slice(0, 500)}`] : [];
          });
        });
      expect(unforeseen).toEqual([]);
    },
  );
});
