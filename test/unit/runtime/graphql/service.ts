/** A registry with one GraphQL tool, and a server on loopback that answers what it is told. */
import {
  createRegistry,
  type RegistryOptions,
  type RequestPreview,
  type ToolResult,
} from "../../../../src/runtime/index.js";
import type { GraphqlPlan, GraphqlToolDefinition, Toolkit } from "../../../../src/tool/types.js";
import { type Seen, startUpstream } from "../http/upstream.js";

/** One answer; the last of a list repeats. */
export interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, anything else as JSON. */
  readonly body: unknown;
}

export interface Setup {
  readonly tool?: Partial<GraphqlToolDefinition>;
  readonly toolkit?: Partial<Toolkit>;
  readonly registry?: RegistryOptions;
  /** Path and query of the endpoint. */
  readonly endpoint?: string;
  readonly contexts?: readonly unknown[];
}

export interface Exchanged {
  readonly result: ToolResult;
  readonly results: readonly ToolResult[];
  readonly seen: readonly Seen[];
  /** Bodies that arrived, parsed. */
  readonly sent: readonly Record<string, unknown>[];
  readonly preview: RequestPreview | ToolResult;
}

export const QUERY: GraphqlPlan = {
  operation: "query",
  document: "query GetPet($id: ID!) {\n  pet(id: $id) {\n    id\n    name\n    owner {\n      email\n    }\n  }\n}",
  operationName: "GetPet",
  field: "pet",
  variables: ["id"],
};

export const MUTATION: GraphqlPlan = {
  operation: "mutation",
  document: "mutation AddPet($name: String!) {\n  addPet(name: $name) {\n    pet {\n      id\n    }\n  }\n}",
  operationName: "AddPet",
  field: "addPet",
  variables: ["name"],
};

/** Calls once for each of `calls`, one after the other. */
export async function exchange(
  plan: GraphqlPlan,
  calls: readonly Record<string, unknown>[],
  said: readonly Said[],
  setup: Setup = {},
): Promise<Exchanged> {
  let answered = 0;
  await using upstream = await startUpstream((_, response) => {
    const { status = 200, headers = {}, body } = said[Math.min(answered++, said.length - 1)] ?? { body: {} };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const tool: GraphqlToolDefinition = {
    name: "act",
    description: "Act.",
    effect: plan.operation === "query" ? "read" : "write",
    input: true,
    graphql: plan,
    ...setup.tool,
  };
  const toolkit: Toolkit = {
    name: "kit",
    servers: { default: { url: upstream.origin + (setup.endpoint ?? "/graphql") } },
    origins: [upstream.origin],
    tools: { act: tool },
    ...setup.toolkit,
  };
  const registry = createRegistry({ env: {}, retries: 0, ...setup.registry });
  registry.register(toolkit);
  const results: ToolResult[] = [];
  for (const [i, args] of calls.entries())
    results.push(await registry.call("act", args, { context: setup.contexts?.[i] }));
  const preview = await registry.preview("act", calls[0] ?? {});
  await registry.close();
  const [result] = results;
  if (!result) throw new Error("nothing was called");
  const sent = upstream.seen.map(({ body }) => (body.startsWith("{") ? JSON.parse(body) : {}));
  return { result, results, seen: upstream.seen, sent, preview };
}
