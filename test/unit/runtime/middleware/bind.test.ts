import { describe, expect, it } from "vitest";
import { type Bind, createRegistry, type RegistryOptions, type ToolResult } from "../../../../src/runtime/index.js";
import { type AnyTool, defineTool, type JsonSchema, type JsonSchemaObject } from "../../../../src/tool/index.js";
import { tool, toolkit } from "../tools.js";

const string = { type: "string" } as const;
const integer = { type: "integer" } as const;
const object = (properties: Record<string, JsonSchema>, ...required: string[]): JsonSchemaObject => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});
const input = object({ tenant: string, limit: integer, q: string }, "tenant");

const http: AnyTool = defineTool({
  name: "list_bills",
  description: "Lists bills.",
  effect: "read",
  input,
  http: { method: "GET", path: "/tenants/{tenant}/bills", query: ["limit", "q"] },
});
const graphql: AnyTool = {
  name: "find_bills",
  description: "Finds bills.",
  effect: "read",
  input,
  graphql: {
    operation: "query",
    operationName: "FindBills",
    document: "query FindBills($tenant: ID!, $limit: Int, $q: String) { bills(tenant: $tenant, limit: $limit, q: $q) }",
    field: "bills",
    variables: ["tenant", "limit", "q"],
  },
};

interface Setup extends RegistryOptions {
  readonly bind?: Bind;
  readonly namespace?: string;
  readonly context?: unknown;
}

/** What a hand-written tool gets, or why it is not run. */
async function given(schema: JsonSchemaObject, args: unknown, { bind, context, ...options }: Setup): Promise<unknown> {
  const registry = createRegistry(options);
  registry.register(toolkit("kit", tool("act", schema)), bind && { bind });
  const result = await registry.call("act", args, { context });
  return result.ok ? result.data : [result.error.code, result.content];
}

const registered = (one: AnyTool, setup: Setup): ReturnType<typeof createRegistry> => {
  const { bind, namespace, ...options } = setup;
  const registry = createRegistry(options);
  const kit = { ...toolkit("kit", one), servers: { default: { url: "https://api.example.com" } } };
  registry.register(kit, { ...(bind && { bind }), ...(namespace !== undefined && { namespace }) });
  return registry;
};

describe("a bound argument", () => {
  it.each<[string, Bind, Setup, unknown]>([
    ["a constant", { tenant: { value: "acme" } }, {}, { q: "x", tenant: "acme" }],
    ["a variable", { tenant: { env: "TENANT" } }, { env: { TENANT: "acme" } }, { q: "x", tenant: "acme" }],
    [
      "the context",
      { tenant: { context: "user.tenant" } },
      { context: { user: { tenant: "acme" } } },
      { q: "x", tenant: "acme" },
    ],
    [
      "texts, read by the schema",
      { tenant: { env: "T" }, limit: { value: "10" } },
      { env: { T: "10" } },
      { q: "x", tenant: "10", limit: 10 },
    ],
    [
      "texts, read so where models' are not",
      { limit: { value: "10" }, tenant: { value: "a" } },
      { coerce: false },
      { q: "x", tenant: "a", limit: 10 },
    ],
  ])("comes from %s", async (_, bind, setup, want) => {
    expect(await given(input, { q: "x" }, { ...setup, bind })).toEqual(want);
  });

  it("goes into the request of every kind of tool, and a dry run shows it", async () => {
    const bind: Bind = { tenant: { value: "acme" }, limit: { value: 3 } };
    expect(await registered(http, { bind }).preview("list_bills", { q: "x" })).toMatchObject({
      method: "GET",
      url: "https://api.example.com/tenants/acme/bills?limit=3&q=x",
    });
    const request = await registered(graphql, { bind }).preview("find_bills", { q: "x" });
    expect(request).toMatchObject({
      body: expect.stringContaining('"variables":{"tenant":"acme","limit":3,"q":"x"}'),
    });
  });

  it("is in nothing that is told of the tool", async () => {
    for (const one of [http, graphql, tool("act", input)]) {
      const registry = registered(one, { bind: { tenant: { value: "acme" } } });
      const told = await registry.describe(one.name);
      expect(told?.inputSchema).toEqual(object({ limit: integer, q: string }));
      expect(told?.bindings.map(({ arg }) => arg)).not.toContain("tenant");
      expect(JSON.stringify([told?.bindings, told?.inputSchema, registry.list()])).not.toContain("acme");
    }
  });

  it.each<[string, JsonSchemaObject]>([
    ["a closed tool", input],
    ["a tool that takes anything", { type: "object", properties: { tenant: string } }],
  ])("is none that a model may name, of %s", async (_, schema) => {
    const [code, said] = (await given(
      schema,
      { tenant: "other" },
      { bind: { tenant: { value: "acme" } } },
    )) as string[];
    expect(code).toBe("invalid_arguments");
    expect(said).not.toContain("acme");
  });

  it("is not reached by an alias either", async () => {
    const registry = createRegistry();
    const aliased = tool("act", { type: "object", properties: { tenant: string } }, { aliases: { t: "tenant" } });
    registry.register(toolkit("kit", aliased), { bind: { tenant: { value: "acme" } } });
    const result = await registry.call("act", { t: "other" });
    expect(result.ok ? result.data : result.error.code).toBe("invalid_arguments");
  });

  it.each<[string, Bind, Setup, string]>([
    [
      "a variable that is not set",
      { tenant: { env: "TENANT" } },
      { env: {} },
      "its argument tenant comes from the variable TENANT, which is not set",
    ],
    [
      "an empty variable",
      { tenant: { env: "TENANT" } },
      { env: { TENANT: "" } },
      "its argument tenant comes from the variable TENANT, which is not set",
    ],
    [
      "an inherited variable",
      { tenant: { env: "toString" } },
      { env: {} },
      "its argument tenant comes from the variable toString, which is not set",
    ],
    [
      "no context",
      { tenant: { context: "user.id" } },
      {},
      "its argument tenant comes from the call's context, which has no user.id",
    ],
    [
      "what a context inherits",
      { tenant: { context: "user.id" } },
      { context: { user: Object.create({ id: "x" }) } },
      "its argument tenant comes from the call's context, which has no user.id",
    ],
    [
      "a text on the way",
      { tenant: { context: "user.length" } },
      { context: { user: "Ann" } },
      "its argument tenant comes from the call's context, which has no user.length",
    ],
    [
      "null",
      { tenant: { context: "id" } },
      { context: { id: null } },
      "its argument tenant comes from the call's context, which has no id",
    ],
    [
      "a value that does not fit",
      { tenant: { value: "a" }, limit: { env: "LIMIT" } },
      { env: { LIMIT: "s3cret" } },
      "what is bound to limit does not fit",
    ],
    [
      "no JSON",
      { tenant: { context: "f" } },
      { context: { f: () => "s3cret" } },
      "what is bound to tenant does not fit",
    ],
  ])("that is %s is an error of the host's, and tells no value", async (_, bind, setup, why) => {
    const answer = await given(input, {}, { ...setup, bind });
    expect(answer).toEqual([
      "execution_error",
      expect.stringContaining(`act cannot be called: ${why}. Nothing was sent. This is for whoever runs the host: `),
    ]);
    expect(JSON.stringify(answer)).not.toContain("s3cret");
  });

  it("that cannot stand in its place is not put down to the model", async () => {
    const result = (await registered(http, { bind: { tenant: { env: "T" } }, env: { T: ".." } }).preview(
      "list_bills",
      {},
    )) as ToolResult;
    expect(result.ok ? "" : [result.error.code, result.error.message, result.error.issues]).toEqual([
      "execution_error",
      "list_bills cannot be called: what is bound to tenant does not fit. Nothing was sent.",
      undefined,
    ]);
  });

  it("leaves the model its own errors", async () => {
    const bind: Bind = { tenant: { env: "TENANT" } };
    expect(await given(input, { limit: "many" }, { bind, env: {} })).toEqual([
      "invalid_arguments",
      'An argument does not fit act: limit: expected an integer, got the string "many". Correct it and call again. act takes limit, q.',
    ]);
  });

  it("may stand in the tool itself, with definitions of its own, and `register` goes before it", async () => {
    const schema: JsonSchema = { $ref: "#/$defs/Id", $defs: { Id: { type: "string", maxLength: 4 } } };
    const own = tool("act", object({ q: string }), { bound: { tenant: { env: "TENANT", schema } } });
    const call = async (env: Record<string, string>, bind?: Bind): Promise<unknown> => {
      const result = await registered(own, { env, ...(bind && { bind }) }).call("act", { q: "x" });
      return result.ok ? result.data : result.error.message;
    };
    expect(await call({ TENANT: "acme" })).toEqual({ q: "x", tenant: "acme" });
    expect(await call({ TENANT: "acme-2" })).toContain("what is bound to tenant does not fit");
    expect(await call({ TENANT: "acme" }, { tenant: { value: "zeta" } })).toEqual({ q: "x", tenant: "zeta" });
  });

  it("keeps the definitions that it shares with other arguments", async () => {
    const shared = { ...object({ a: { $ref: "#/$defs/N" }, b: { $ref: "#/$defs/N" } }), $defs: { N: integer } };
    expect(await given(shared, { a: "1" }, { bind: { b: { value: "2" } } })).toEqual({ a: 1, b: 2 });
  });

  it("asks for what it would have asked a model for", async () => {
    const schema = { ...object({ card: string, code: string, q: string }), dependentRequired: { card: ["code", "q"] } };
    const registry = registered(tool("act", schema), { bind: { card: { value: "1" }, q: { value: "2" } } });
    expect((await registry.describe("act"))?.inputSchema).toEqual(object({ code: string }, "code"));
  });

  it("of one tool goes before that of some, and that before that of all", async () => {
    const bind: Bind = {
      "act:tenant": { value: "one" },
      "a*:tenant": { value: "some" },
      tenant: { value: "all" },
      "kit__act:limit": { value: 1 },
      "other*:q": { value: "no" },
    };
    const two = { ...toolkit("kit", tool("act", input), tool("other", input)) };
    const registry = createRegistry();
    registry.register(two, { bind, namespace: "kit" });
    const data = async (name: string, args: unknown): Promise<unknown> => {
      const result = await registry.call(name, args);
      return result.ok ? result.data : result.content;
    };
    expect(await data("kit__act", { q: "x" })).toEqual({ q: "x", tenant: "one", limit: 1 });
    expect(await data("kit__other", {})).toEqual({ tenant: "all", q: "no" });
  });

  it("is another call for each context: keys and caches keep them apart", async () => {
    const registry = createRegistry({ cache: { ttlMs: 60_000 }, account: () => "one" });
    let runs = 0;
    const counted = tool("act", input, { run: (args) => ({ ...args, runs: ++runs }) });
    registry.register(toolkit("kit", counted), { bind: { tenant: { context: "t" } } });
    const seen: unknown[] = [];
    for (const t of ["a", "b", "a"]) {
      const result = await registry.call("act", {}, { context: { t } });
      seen.push(result.ok ? result.data : result.content);
    }
    expect(seen).toEqual([
      { tenant: "a", runs: 1 },
      { tenant: "b", runs: 2 },
      { tenant: "a", runs: 1 },
    ]);
  });

  it("is found by the object of its tool", async () => {
    const act = tool("act", input);
    const registry = createRegistry();
    registry.register(toolkit("kit", act), { bind: { tenant: { value: "acme" } } });
    expect(await registry.call(act, { q: "x" })).toMatchObject({ ok: true, data: { q: "x", tenant: "acme" } });
  });
});

describe("bind of register", () => {
  it.each<[string, unknown, string]>([
    ["no argument", { "a b": { value: 1 } }, 'bind of toolkit "kit": "a b" is no argument, and no tool:argument.'],
    [
      "no source",
      { tenant: "acme" },
      'bind of toolkit "kit": tenant is none of { value }, { env: "NAME" }, { context: "path" }.',
    ],
    [
      "two sources",
      { tenant: { env: "A", value: 1 } },
      'bind of toolkit "kit": tenant is none of { value }, { env: "NAME" }, { context: "path" }.',
    ],
    [
      "an empty step",
      { tenant: { context: "a..b" } },
      'bind of toolkit "kit": tenant is none of { value }, { env: "NAME" }, { context: "path" }.',
    ],
    ["no tool", { "nobody:tenant": { value: 1 } }, 'bind of toolkit "kit": there is no tool "nobody".'],
    [
      "no argument of its tool",
      { "act:tenat": { value: 1 } },
      'Tool "act" of toolkit "kit": what is bound to its argument "tenat" has no place: it has no such argument.',
    ],
  ])("refuses %s", (_, bind, message) => {
    const registry = createRegistry();
    expect(() => registry.register(toolkit("kit", tool("act", input)), { bind: bind as Bind })).toThrow(message);
    expect(registry.list()).toEqual([]);
  });

  it("refuses the call where only the loaded module shows that there is no such argument", async () => {
    const registry = createRegistry();
    const entry = { description: "Acts.", effect: "read", load: async () => tool("act", input) } as const;
    registry.register({ name: "kit", tools: { act: entry } }, { bind: { "act:tenat": { value: 1 } } });
    const result = await registry.call("act", { tenant: "x" });
    expect(result.ok ? "" : result.error.message).toBe(
      'act cannot be called: what is bound to its argument "tenat" has no place: it has no such argument.',
    );
  });
});
