/** Whatever a service answers, a client of MCP gets it: the SDK's client throws away what its schema does not let through. */
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bookshelf } from "../../../generated/bookshelf/catalog.js";
import { galaxy } from "../../../generated/galaxy/catalog.js";
import { museum } from "../../../generated/museum/catalog.js";
import { createRegistry, type Registry } from "../../../src/index.js";
import { isRecord, resolveRef } from "../../../src/runtime/schema.js";
import { mcpServerFactory } from "../../../src/serve/mcp/index.js";
import {
  type AnyTool,
  defineTool,
  type JsonSchema,
  type JsonSchemaObject,
  type Toolkit,
} from "../../../src/tool/index.js";

async function connected(registry: Registry): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  await mcpServerFactory(registry)().connect(there);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(here);
  return client;
}

/** A toolkit's tools, each of which gives what `answer` says instead of asking its service. */
async function answering(toolkit: Toolkit, answer: () => unknown): Promise<readonly AnyTool[]> {
  const tools = Object.values(toolkit.tools).map((one) => ("load" in one ? one.load() : one));
  return (await Promise.all(tools)).map(({ name, description, output }) =>
    defineTool({ name, description, effect: "read", input: {}, run: answer, ...(output !== undefined && { output }) }),
  );
}

/** Answers that are now as documented, now not: keys left out or added, nulls, other types, anything. */
function hostile(schema: JsonSchema, root: JsonSchemaObject, depth = 0): fc.Arbitrary<unknown> {
  if (!isRecord(schema) || depth > 4) return fc.jsonValue();
  const part: JsonSchemaObject = schema;
  const inner = (one: JsonSchema): fc.Arbitrary<unknown> => hostile(one, root, depth + 1);
  const target = part.$ref === undefined ? undefined : resolveRef(root, part.$ref);
  const documented = target !== undefined ? inner(target) : inside(part, inner);
  return fc.oneof({ weight: 6, arbitrary: documented }, fc.constant(null), fc.jsonValue(), fc.constant(10n ** 20n));
}

function inside(part: JsonSchemaObject, inner: (one: JsonSchema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, allOf, properties, items, enum: values } = part;
  const branches = anyOf ?? oneOf ?? allOf;
  if (branches?.length) return fc.oneof(...branches.map(inner));
  if (properties) {
    const known = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, inner(one)]));
    return fc
      .tuple(fc.record(known, { requiredKeys: [] }), fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }))
      .map(([own, more]) => ({ ...more, ...own }));
  }
  if (items !== undefined) return fc.array(inner(items), { maxLength: 3 });
  if (values) return fc.constantFrom<unknown>(...values, "another");
  return fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean());
}

describe.each([museum, galaxy, bookshelf])("the results of $name", (toolkit) => {
  it("all reach the client", async () => {
    let answer: unknown;
    const tools = await answering(toolkit, () => answer);
    const registry = createRegistry({ maxResultChars: 2_000 });
    registry.register({ name: toolkit.name, tools: Object.fromEntries(tools.map((tool) => [tool.name, tool])) });
    const client = await connected(registry);
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).sort());
    for (const { name, output } of tools) {
      const root = isRecord(output) ? (output as JsonSchemaObject) : {};
      await fc.assert(
        fc.asyncProperty(hostile(output ?? true, root), async (made) => {
          answer = made;
          const { isError, structuredContent } = await client.callTool({ name });
          expect(isError).toBeUndefined();
          if (output !== undefined) expect(isRecord(structuredContent)).toBe(true);
        }),
        { numRuns: 40 },
      );
    }
    await client.close();
  });
});

describe("a result that is not as its schema says reaches the client", () => {
  const hours = "get_museum_hours";
  const asked = async (body: string, options = {}): Promise<Awaited<ReturnType<Client["callTool"]>>> => {
    const registry = createRegistry({
      credentials: async () => "visitor:let-me-in",
      fetch: async () => new Response(body, { headers: { "content-type": "application/json" } }),
      ...options,
    });
    registry.register(museum);
    const client = await connected(registry);
    await client.listTools();
    const result = await client.callTool({ name: hours, arguments: {} });
    await client.close();
    return result;
  };

  it("with a credential in it, which it never shows", async () => {
    const day = { date: "let-me-in", timeOpen: btoa("visitor:let-me-in"), timeClose: null };
    const { structuredContent } = await asked(JSON.stringify([day]));
    expect(structuredContent).toMatchObject({ result: [{ timeClose: null }] });
    expect(JSON.stringify(structuredContent)).not.toMatch(/let-me-in|dmlzaXRvcjpsZXQtbWUtaW4/);
  });

  it("as much of it as the text shows, where that is cut, and the whole by a link", async () => {
    const days = Array.from({ length: 500 }, (_, i) => ({ date: `2023-09-${i}`, timeOpen: i, timeClose: [] }));
    const { content, structuredContent } = await asked(JSON.stringify(days), { maxResultChars: 1_000 });
    const blocks = content as { readonly type: string; readonly text?: string }[];
    expect(blocks.map(({ type }) => type)).toEqual(["text", "resource_link"]);
    const [shown = ""] = blocks[0]?.text?.split("\n") ?? [];
    expect(Object.values(structuredContent ?? {})).toEqual([JSON.parse(shown)]);
    expect(JSON.stringify(structuredContent).length).toBeLessThan(1_100);
  });

  it.each([
    "null",
    "[]",
    "{}",
    '"text"',
    "12345678901234567890",
    '[null,1,"x",[]]',
    '{"result":5}',
    '{"unexpected":[]}',
  ])("as JSON of another shape: %s", async (body) => {
    const { isError, structuredContent } = await asked(body);
    expect([isError, isRecord(structuredContent)]).toEqual([undefined, true]);
  });
});
