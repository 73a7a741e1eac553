/** Real documents, and the tools that they become, as they are shown to providers. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { generateGraphql, generateOpenApi } from "../../../src/generate.js";
import { MAX_SCHEMA_BYTES } from "../../../src/providers/tools.js";
import { describeTool, type ToolDescription } from "../../../src/runtime/registry/describe.js";
import type { AnyTool, JsonSchema } from "../../../src/tool/index.js";

const ROOT = join(import.meta.dirname, "../../..");
const CORPUS = join(ROOT, process.env["TOOLGEN_CORPUS"] ?? "../shared/corpus");
/** Those of the corpus where it is on this machine (TOOLGEN_CORPUS). */
export const DOCUMENTS = [
  join(ROOT, "specs/museum.yaml"),
  join(ROOT, "specs/galaxy.yaml"),
  ...["adyen-management-v3.json", "box.json", "discord.json", "superset.json"].map((file) =>
    join(CORPUS, "openapi", file),
  ),
  ...["linear.graphql", "shopify-storefront.introspection.json"].map((file) => join(CORPUS, "graphql", file)),
].filter(existsSync);

export async function toolsOf(spec: string): Promise<readonly ToolDescription[]> {
  const options = { cwd: ROOT, dryRun: true };
  const { spec: made } = spec.includes("graphql")
    ? await generateGraphql({ ...options, sources: [spec], endpoint: "https://api.example.com/graphql" })
    : await generateOpenApi({ ...options, spec, validate: false });
  const whole = (schema: JsonSchema): JsonSchema =>
    typeof schema === "boolean" ? schema : { ...schema, $defs: made?.schemas ?? {} };
  return (made?.operations ?? []).map(({ toolName: name, description, effect, input, output }) => {
    const schemas = { input: whole(input), ...(output !== undefined && { output: whole(output) }) };
    const tool = { name, description, effect, ...schemas, run: () => undefined } as AnyTool;
    return describeTool(name, made?.name ?? "", tool, { maxSchemaBytes: MAX_SCHEMA_BYTES });
  });
}
