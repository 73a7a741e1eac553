/** Every tool of a schema is called; a server of that schema and the tool's output schema judge. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { GraphQLSchema } from "graphql";
import { Diagnostics } from "../../src/diagnostics.js";
import type { ReadGraphqlOptions } from "../../src/read/graphql/draft.js";
import { readGraphql } from "../../src/read/graphql/index.js";
import type { LoadedGraphql } from "../../src/read/graphql/loaded.js";
import { createScalars } from "../../src/read/graphql/scalars.js";
import { createRegistry, type ToolResult } from "../../src/runtime/index.js";
import type { JsonSchema } from "../../src/tool/json-schema.js";
import type { GraphqlToolDefinition } from "../../src/tool/types.js";
import { full, minimal } from "./arguments.js";
import { startService } from "./service.js";

export interface Verdict {
  readonly tools: number;
  readonly calls: number;
  /** `Query.pet, minimal: what is wrong`. */
  readonly faults: readonly string[];
}

const SIDE_BY_SIDE = 4;

/** `served`: what the server has; default: the schema that the tools are made from. */
export async function judge(
  loaded: LoadedGraphql,
  options: ReadGraphqlOptions = {},
  served: GraphQLSchema = loaded.schema,
): Promise<Verdict> {
  const draft = readGraphql(loaded, options, new Diagnostics());
  const faults: string[] = [];
  const labels = new Map<string, string>();
  const tools: Record<string, GraphqlToolDefinition> = {};
  for (const [i, candidate] of draft.operations.entries()) {
    const detail = draft.read(candidate);
    if (!detail) {
      faults.push(`${candidate.label}: no tool`);
      continue;
    }
    const { input, output, graphql } = detail;
    const $defs = draft.schemas([input, ...(output === undefined ? [] : [output])]);
    const whole = (schema: JsonSchema): JsonSchema => (typeof schema === "object" ? { ...schema, $defs } : schema);
    const name = `tool_${i}`;
    labels.set(name, candidate.label);
    const effect = candidate.operation === "query" ? "read" : "write";
    const more = output === undefined ? {} : { output: whole(output) };
    tools[name] = { name, description: candidate.label, effect, input: whole(input), ...more, graphql };
  }
  await using service = await startService(served, createScalars(served).output);
  const registry = createRegistry({ env: {}, retries: 0, approve: async () => true });
  registry.register({ name: "kit", servers: { default: { url: service.endpoint } }, tools });
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  let calls = 0;
  const waiting = Object.keys(tools).values();
  const work = async (): Promise<void> => {
    for (const name of waiting) {
      const description = await registry.describe(name);
      if (!description) continue;
      const fits = description.outputSchema === undefined ? undefined : ajv.compile(description.outputSchema);
      for (const [kind, args] of [
        ["minimal", minimal],
        ["full", full],
      ] as const) {
        calls++;
        const result = await registry.call(name, args(description.inputSchema));
        const wrong = !result.ok ? failureOf(result) : fits && !fits(result.data) ? ajv.errorsText(fits.errors) : "";
        if (wrong) faults.push(`${labels.get(name)}, ${kind}: ${wrong.slice(0, 500)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  await registry.close();
  return { tools: Object.keys(tools).length, calls, faults };
}

const failureOf = (result: ToolResult): string => (result.ok ? "" : `${result.error.code} ${result.content}`);
