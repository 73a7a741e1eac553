import { describe, expect, it } from "vitest";
import { createRegistry, defineTool, type Registry } from "../../../../src/index.js";
import { mcpCatalog } from "../../../../src/serve/mcp/catalog.js";
import type { AnyTool, Toolkit } from "../../../../src/tool/index.js";

const tool = (name: string): AnyTool =>
  defineTool({ name, description: `Is ${name}.`, effect: "read", input: {}, run: () => name });

const toolkit = (name: string, tools: readonly string[]): Toolkit => ({
  name,
  tools: Object.fromEntries(tools.map((one) => [one, tool(one)])),
});

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `tool_${String(i).padStart(4, "0")}`);

function holding(...toolkits: Toolkit[]): Registry {
  const registry = createRegistry();
  for (const one of toolkits) registry.register(one, { namespace: one.name });
  return registry;
}

const silent = (): void => undefined;

describe("pages", () => {
  it.each([
    { tools: 0, want: [0] },
    { tools: 1, want: [1] },
    { tools: 250, want: [250] },
    { tools: 251, want: [250, 1] },
    { tools: 1223, want: [250, 250, 250, 250, 223] },
  ])("hold $tools tools as $want, each once, in the order of their names", async ({ tools, want }) => {
    const registry = holding(toolkit("many", numbered(tools)));
    const catalog = mcpCatalog(registry, silent);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await catalog.page(cursor, undefined);
      pages.push(page?.tools.map(({ name }) => name) ?? []);
      cursor = page?.nextCursor;
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual(want);
    expect(pages.flat()).toEqual(registry.list().map(({ name }) => name));
  });

  it("go on after the last one when tools come and go in between", async () => {
    const registry = holding(toolkit("a", numbered(10)), toolkit("m", numbered(300)));
    const catalog = mcpCatalog(registry, silent);
    const first = await catalog.page(undefined, undefined);
    registry.unregister("a");
    registry.register(toolkit("b", numbered(10)), { namespace: "b" });
    const second = await catalog.page(first?.nextCursor, undefined);
    const names = [first, second].flatMap((page) => page?.tools.map(({ name }) => name) ?? []);
    expect(names.filter((name) => name.startsWith("m__"))).toHaveLength(300);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(["", "0", "250", "-1", "1e3", "NaN", "after tool_0001", "YWZ0ZXIgVE9PTA", "YWZ0ZXIgdG9vbF8wMDAx=", "☃"])(
    "do not begin at %j",
    async (cursor) => {
      const catalog = mcpCatalog(holding(toolkit("many", numbered(300))), silent);
      expect(await catalog.page(cursor, undefined)).toBeUndefined();
    },
  );

  it("leave out a tool whose module does not load, say so, and try it again", async () => {
    let works = false;
    const broken: Toolkit = {
      name: "kit",
      tools: {
        good: tool("good"),
        late: {
          description: "Comes late.",
          effect: "read",
          load: async () => {
            if (!works) throw new Error("ENOENT");
            return tool("late");
          },
        },
      },
    };
    const told: string[] = [];
    const catalog = mcpCatalog(holding(broken), ({ message }) => told.push(message));
    const names = async (): Promise<unknown> =>
      (await catalog.page(undefined, undefined))?.tools.map(({ name }) => name);
    expect(await names()).toEqual(["kit__good"]);
    expect(told).toEqual([expect.stringContaining("kit__late cannot be called: its module does not load")]);
    works = true;
    expect(await names()).toEqual(["kit__good", "kit__late"]);
  });
});

it("finds a tool by the name that clients know, where its own is too long, and loads no other for that", async () => {
  let loads = 0;
  const long = `a${"b".repeat(47)}`;
  const other = { description: "", effect: "read", load: async () => ({ ...tool("other"), loads: loads++ }) } as const;
  const kit: Toolkit = { name: "n".repeat(30), tools: { [long]: tool(long), other } };
  const catalog = mcpCatalog(holding(kit), silent);
  const [shown] = [...((await catalog.page(undefined, undefined))?.tools ?? [])];
  loads = 0;
  expect(shown?.name).toMatch(/^[a-z0-9_]{64}$/);
  expect((await catalog.find(shown?.name ?? "", undefined))?.name).toBe(`${kit.name}__${long}`);
  expect(await catalog.find("nothing", undefined)).toBeUndefined();
  expect(loads).toBe(0);
});
