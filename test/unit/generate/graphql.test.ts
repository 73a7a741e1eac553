import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkToolkit, type GraphqlOptions, generateGraphql } from "../../../src/generate.js";
import { complaints } from "../emit/compile.js";
import { Folder } from "../read/graphql/load/folder.js";

const folder = new Folder();
afterAll(() => folder.clear());

const SDL = `
  # s3cret-comment
  directive @internal(note: String) on FIELD_DEFINITION
  "A pet."
  type Pet { id: ID! name: String }
  type Query {
    "Finds a pet."
    pet(id: ID!, key: String = "shown-default"): Pet @internal(note: "s3cret-note")
    pets(first: Int): [Pet!]!
    old: Int @deprecated(reason: "s3cret-reason")
  }
  type Mutation { petCreate(name: String!): Pet petDelete(id: ID!): Pet pet(id: ID!): Pet }
  type Subscription { petCreated: Pet }`;

async function generate(
  { noEndpoint, ...options }: Partial<GraphqlOptions> & { readonly noEndpoint?: boolean } = {},
  files: Readonly<Record<string, string>> = {},
) {
  const cwd = folder.make({ "pets.graphql": SDL, ...files });
  const endpoint = noEndpoint ? {} : { endpoint: "https://api.example.com/graphql" };
  const report = await generateGraphql({ cwd, sources: ["pets.graphql"], ...endpoint, ...options });
  const tools = report.spec?.operations.map(({ toolName, effect }) => `${toolName} ${effect}`) ?? [];
  return { cwd, report, tools, said: report.diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

describe("a GraphQL schema", () => {
  it("becomes a toolkit that is called after its file, with one scheme and one server", async () => {
    const { report } = await generate({ auth: "bearer" });
    expect(report).toMatchObject({ ok: true, toolkit: "pets", counts: { operations: 6, tools: 5, skipped: 1 } });
    expect(report.spec).toMatchObject({
      servers: { default: { url: "https://api.example.com/graphql" } },
      origins: ["https://api.example.com"],
      auth: { token: { type: "http", scheme: "bearer" } },
    });
  });

  it("leaves out what is bound, and remembers it", async () => {
    const { cwd, report } = await generate({ bind: ["first=10", "Mutation.petDelete:id=context:pet.id"] });
    expect(
      report.spec?.operations.flatMap(({ toolName, input, bound }) => (bound ? [[toolName, input, bound]] : [])),
    ).toEqual([
      [
        "delete_pet",
        { type: "object", additionalProperties: false, properties: {} },
        { id: { context: "pet.id", schema: { type: ["string", "integer"] } } },
      ],
      [
        "list_pets",
        { type: "object", additionalProperties: false, properties: {} },
        { first: { value: "10", schema: expect.objectContaining({ type: ["integer", "null"] }) } },
      ],
    ]);
    expect(await checkToolkit("generated/pets", { cwd })).toMatchObject({ ok: true, stale: false });
  });

  it.each([
    [{ endpoint: "https://api.github.com/graphql", sources: ["schema.graphql"] }, "github"],
    [{ endpoint: "http://127.0.0.1:4000/graphql", sources: ["schema.graphql"] }, "api"],
    [{ name: "zoo", sources: ["schema.graphql"] }, "zoo"],
  ])("that says no name is called after its service: %j", async (options, want) => {
    expect((await generate(options, { "schema.graphql": SDL })).report.toolkit).toBe(want);
  });

  it("keeps the kind of each operation, and marks what cannot be undone; subscriptions are no tools (G-07)", async () => {
    const { tools, said, report } = await generate();
    expect(tools).toEqual([
      "create_pet write",
      "delete_pet irreversible",
      "get_pet read",
      "list_pets read",
      "pet write",
    ]);
    expect(
      report.spec?.operations.map(({ kind, ...o }) => ("graphql" in o ? o.graphql.document.split(" ")[0] : kind)),
    ).toEqual(["mutation", "mutation", "query", "query", "mutation"]);
    expect(said).toContain("SUBSCRIPTIONS_LEFT_OUT 1 subscription is left out");
  });

  it("gives no tool a word of comments, directives and reasons (G-06)", async () => {
    const { cwd, report } = await generate({ deprecated: true });
    expect(report.counts.tools).toBe(6);
    for (const file of report.files.written) {
      expect(readFileSync(join(cwd, report.out, file), "utf8"), file).not.toContain("s3cret");
    }
  });

  it.each([
    [{ include: ["Query.*"] }, ["get_pet read", "list_pets read"]],
    [{ include: ["list_*", "Mutation.petDelete"] }, ["delete_pet irreversible", "list_pets read"]],
    [{ exclude: ["Mutation.*"] }, ["get_pet read", "list_pets read"]],
    [
      { include: ["Mutation.petCreate"], tools: { "Mutation.petCreate": { name: "add_pet", effect: "read" } } },
      ["add_pet read"],
    ],
  ])("is selected and changed by its own names: %j", async (options, want) => {
    expect((await generate(options)).tools).toEqual(want);
  });

  it("has the settings of single tools, a vendor, limits, and a header for the keys of its writes", async () => {
    const { cwd, report, said } = await generate({
      quota: [
        { limit: 10, interval: 1000 },
        { rate: 2, burst: 5 },
      ],
      vendor: "shopify",
      idempotencyHeader: "Idempotency-Key",
      auth: "header:X-Token",
      tools: {
        list_pets: { timeout: "10s", cache: "5m", fallback: "get_pet", cost: 3, locks: ["pets"] },
        "Mutation.petDelete": { idempotencyHeader: "X-Token", quota: ["1/1s", { concurrency: 1 }] },
      },
    });
    const text = (path: string): string => readFileSync(join(cwd, report.out, path), "utf8");
    const tool = (name: string): string =>
      text(report.files.written.find((file) => file.endsWith(`/${name}.ts`)) ?? "");
    expect(text("catalog.ts")).toContain(
      '  quota: [{ limit: 10, interval: 1000 }, { rate: 2, burst: 5 }],\n  vendor: "shopify",\n',
    );
    expect(tool("list_pets")).toContain(
      '  cost: 3,\n  timeout: 10000,\n  cache: { ttlMs: 300000 },\n  fallback: ["get_pet"],\n  locks: ["pets"],\n',
    );
    expect(tool("create_pet")).toContain('    idempotencyHeader: "Idempotency-Key",\n');
    expect(tool("get_pet")).not.toContain("idempotencyHeader");
    expect(tool("delete_pet")).toContain("  quota: [{ limit: 1, interval: 1000 }, { concurrency: 1 }],\n");
    expect(tool("delete_pet")).not.toContain("idempotencyHeader");
    expect(said).toContain("EXTENSION_INVALID delete_pet: header X-Token carries a credential, and no key besides");
    expect(await checkToolkit(join(cwd, report.out), { cwd })).toMatchObject({ ok: true, stale: false });
    const modules = report.files.written.filter((path) => path.endsWith(".ts"));
    const files = new Map([
      ["package.json", '{"type":"module"}'],
      ...modules.map((path) => [path, text(path)] as const),
    ]);
    expect(complaints(files, "nodenext")).toEqual([]);
  });

  it("makes tools of operation documents, which are as harmful as their worst field", async () => {
    const ops =
      'query Names { pets(first: 2) { name } }\nmutation Swap($a: ID!) { petCreate(name: "x") { id } gone: petDelete(id: $a) { id } }';
    const { tools } = await generate({ operations: ["ops/*.graphql"] }, { "ops/a.graphql": ops });
    expect(tools).toEqual(["list_names read", "swap irreversible"]);
  });

  it.each([
    [{ noEndpoint: true }, "ENDPOINT_MISSING no endpoint is named: calls need --base-url"],
    [{ auth: "magic" }, 'AUTH_INVALID --auth "magic"'],
    [{ auth: "header:Host" }, 'AUTH_INVALID --auth "header:Host"'],
    [
      { auth: "bearer", endpoint: "http://api.example.com/" },
      "SERVER_INSECURE http://api.example.com is not https: no credential is sent there",
    ],
  ])("is reported where it cannot be called so: %j", async (options, want) => {
    expect((await generate(options)).said).toContain(want);
  });
});

describe("a check of a GraphQL toolkit", () => {
  const made = async () => {
    const ops = { "ops/a.graphql": "query Names($n: Int) { pets(first: $n) { name } }" };
    const { cwd, report } = await generate(
      { operations: ["ops/*.graphql"], auth: "basic", select: ["Pet.id"], out: "tools/pets" },
      ops,
    );
    expect(report.ok).toBe(true);
    return cwd;
  };

  it("finds it up to date, from wherever it is asked", async () => {
    const cwd = await made();
    expect(await checkToolkit("tools/pets", { cwd })).toMatchObject({ ok: true, stale: false, changes: [] });
    expect(await checkToolkit("pets", { cwd: join(cwd, "tools") })).toMatchObject({ ok: true, stale: false });
  });

  it("tells what a new document changes", async () => {
    const cwd = await made();
    writeFileSync(join(cwd, "ops/a.graphql"), "query Names($n: Int!) { pets(first: $n) { name } }");
    const { stale, changes } = await checkToolkit("tools/pets", { cwd });
    expect(stale).toBe(true);
    expect(changes.map(({ kind, tool }) => `${kind} ${tool}`)).toContain("breaking list_names");
  });

  it("sees no change in what a model may select", async () => {
    const { cwd } = await generate({ chooseFields: true, out: "t" });
    writeFileSync(join(cwd, "pets.graphql"), SDL.replace("Finds a pet.", "Finds one pet."));
    const { changes } = await checkToolkit("t", { cwd });
    expect(changes).toEqual([{ kind: "text-only", tool: "get_pet", what: "its description" }]);
  });
});
