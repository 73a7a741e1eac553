import { describe, expect, it } from "vitest";
import { createRegistry } from "../../../src/runtime/index.js";
import type { AnyTool, CatalogEntry, HttpToolDefinition, JsonSchema, Toolkit } from "../../../src/tool/index.js";
import { object, tool, toolkit } from "./tools.js";

const input = object({ id: { type: "integer" } });

/** A catalogue entry whose loading can be watched. */
function lazy(made: AnyTool, loads: string[] = [], more: Partial<CatalogEntry> = {}): CatalogEntry {
  const load = async (): Promise<AnyTool> => {
    loads.push(made.name);
    return made;
  };
  return { description: made.description, effect: made.effect, load, ...more };
}

const lazyKit = (name: string, tools: readonly AnyTool[], loads: string[]): Toolkit => ({
  name,
  tools: Object.fromEntries(tools.map((t) => [t.name, lazy(t, loads)])),
});

describe("register", () => {
  it("exposes tools by their names, or below a namespace", () => {
    const registry = createRegistry();
    registry.register(toolkit("one", tool("get_pet", input)));
    registry.register(toolkit("two", tool("get_pet", input)), { namespace: "b" });
    expect(registry.list().map(({ name, toolkit: kit }) => [name, kit])).toEqual([
      ["b__get_pet", "two"],
      ["get_pet", "one"],
    ]);
  });

  it("refuses a clash, names both, and takes none of the tools", () => {
    const registry = createRegistry();
    registry.register(toolkit("one", tool("get_pet", input)));
    expect(() => registry.register(toolkit("two", tool("a", input), tool("get_pet", input)))).toThrow(
      'Toolkits "one" and "two" both have a tool "get_pet": register one with a namespace, as in { namespace: "two_2" }.',
    );
    expect(registry.list()).toHaveLength(1);
  });

  it.each<[string, Toolkit, object, string]>([
    ["a toolkit", { name: "My Kit", tools: {} }, {}, '"My Kit" is no name for a toolkit'],
    ["a namespace", { name: "kit", tools: {} }, { namespace: "A" }, '"A" is no name for a namespace'],
    [
      "a tool",
      { name: "kit", tools: JSON.parse('{"__proto__":{}}') as Toolkit["tools"] },
      {},
      '"__proto__" is no name for a tool of toolkit "kit"',
    ],
    [
      "a tool that calls itself otherwise",
      { name: "kit", tools: { a: tool("b", input) } },
      {},
      'Toolkit "kit": the tool under "a" calls itself "b".',
    ],
    [
      "a base URL",
      { name: "kit", tools: {} },
      { baseUrl: "file:///etc" },
      'The base URL of toolkit "kit" is no absolute http or https URL.',
    ],
    ["a quota", { name: "kit", tools: {} }, { quota: { limit: 0, interval: 1 } }, 'toolkit "kit"'],
  ])("refuses a wrong %s", (_, kit, options, want) => {
    expect(() => createRegistry().register(kit, options)).toThrow(want);
  });
});

describe("unregister", () => {
  it.each<[string, (kit: Toolkit) => string | Toolkit]>([
    ["a namespace", () => "space"],
    ["the toolkit itself", (kit) => kit],
  ])("by %s", async (_, which) => {
    const registry = createRegistry();
    const kit = toolkit("kit", tool("act", input));
    registry.register(kit, { namespace: "space" });
    registry.register(toolkit("other", tool("act", input)));
    expect([registry.unregister("kit"), registry.unregister(which(kit)), registry.unregister(which(kit))]).toEqual([
      false,
      true,
      false,
    ]);
    expect(registry.list().map(({ name }) => name)).toEqual(["act"]);
    expect(await registry.call("space__act", {})).toMatchObject({ ok: false, error: { code: "unknown_tool" } });
  });

  it("by name where there is no namespace; the name is free again", () => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("act", input)));
    expect(registry.unregister("kit")).toBe(true);
    registry.register(toolkit("kit", tool("act", input)));
  });
});

describe("list and describe", () => {
  it("find tools by all words, in name, title, description and tags", () => {
    const registry = createRegistry();
    const more = { title: "Ship it", description: "Sends a parcel.", tags: ["Post"] };
    registry.register(toolkit("kit", tool("ship_parcel", input, more), tool("get_pet", input)));
    const found = (search: string): readonly string[] => registry.list({ search }).map(({ name }) => name);
    expect([found("PARCEL post"), found("ship_par"), found("pet ship"), found(" ")]).toEqual([
      ["ship_parcel"],
      ["ship_parcel"],
      [],
      ["get_pet", "ship_parcel"],
    ]);
  });

  const http: HttpToolDefinition = {
    name: "get_pet",
    title: "Get pet",
    description: "Gets one.",
    effect: "read",
    tags: ["pets"],
    operationId: "getPet",
    auth: [{ key: ["a"] }, {}],
    input: {
      ...(object({
        pet_id: { type: "integer", "x-toolgen-wire": "pet-id", "x-mcp-header": "X", $comment: "c", enum: [1, 2] },
        "x-odd": { $ref: "#/$defs/A" },
      }) as object),
      $defs: { A: { allOf: [{ $ref: "#/$defs/B/properties/c" }] }, B: { properties: { c: true } }, Unused: {} },
    },
    output: { type: "object", "x-toolgen-drop": ["password"], $defs: { Unused: {} } },
    http: { method: "GET", path: "/pets/{pet_id}" },
  };

  it("tell all there is, without what is for the runtime, and what is not reached", async () => {
    const registry = createRegistry();
    registry.register({ name: "kit", tools: { get_pet: http } }, { namespace: "pets" });
    expect(await registry.describe("pets__get_pet")).toEqual({
      name: "pets__get_pet",
      toolkit: "kit",
      title: "Get pet",
      description: "Gets one.",
      effect: "read",
      tags: ["pets"],
      origin: { kind: "http", method: "GET", path: "/pets/{pet_id}", operationId: "getPet" },
      inputSchema: {
        ...(object({ pet_id: { type: "integer", enum: [1, 2] }, "x-odd": { $ref: "#/$defs/A" } }) as object),
        $defs: { A: { allOf: [{ $ref: "#/$defs/B/properties/c" }] }, B: { properties: { c: true } } },
      },
      outputSchema: { type: "object" },
      bindings: [{ arg: "pet_id", in: "path", name: "pet_id" }],
      auth: [{ key: ["a"] }, {}],
    });
  });

  it("hand out copies: nobody changes the contract through them", async () => {
    const registry = createRegistry();
    registry.register({ name: "kit", tools: { get_pet: http } });
    const before = JSON.stringify(http);
    const spoil = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const inner of Object.values(value)) spoil(inner);
      for (const key of Object.keys(value)) delete (value as Record<string, unknown>)[key];
    };
    const first = await registry.describe("get_pet");
    const text = JSON.stringify(first);
    spoil(first);
    spoil(registry.list()[0]);
    expect([JSON.stringify(http), JSON.stringify(await registry.describe("get_pet"))]).toEqual([before, text]);
  });

  it.each([
    ["a promise", async () => true],
    ["nothing", () => undefined],
    ["a text", () => "no"],
  ])("tell nobody of a tool where `visible` gives %s", async (_, visible) => {
    const registry = createRegistry({ visible: visible as never });
    registry.register(toolkit("kit", tool("act", input)));
    expect(registry.list()).toEqual([]);
    expect(await registry.call("act", {})).toMatchObject({ ok: false, error: { code: "unknown_tool" } });
  });

  it("know only what was registered", async () => {
    const registry = createRegistry();
    expect([await registry.describe("constructor"), registry.list()]).toEqual([undefined, []]);
  });

  it("say of a hand-written tool where it comes from", async () => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("act", input)));
    expect(await registry.describe("act")).toMatchObject({
      origin: { kind: "function", file: "kit", export: "act" },
      bindings: [],
      auth: [],
    });
  });
});

describe("a name that there is not", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "", "get_pets"])("%j", async (name) => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("get_pet", input)));
    const result = await registry.call(name, {});
    expect(result).toMatchObject({ tool: name, ok: false, error: { code: "unknown_tool" }, meta: { attempts: 0 } });
  });

  it.each([
    ["list_issue", "list_issues"],
    ["listIssues", "list_issues"],
    ["issues_list", "list_issues"],
    ["github__list_pulls", "list_pulls"],
  ])("%s: is told that %s may have been meant", async (asked, meant) => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("list_issues", input), tool("list_pulls", input), tool("get_repo", input)));
    const result = await registry.call(asked, {});
    expect(result.content).toBe(`There is no tool "${asked}". Did you mean ${meant}?`);
  });

  it("and is far from all is told to look at the list", async () => {
    const result = await createRegistry().call("zzz", {});
    expect(result.content).toBe('There is no tool "zzz". List the tools, and call one of these.');
  });

  it("and is as long as a book is cut", async () => {
    const result = await createRegistry().call("z".repeat(1e6), {});
    expect(result.content.length).toBeLessThan(300);
  });
});

describe("tools that load on first use", () => {
  it("are not loaded to be listed, and once for many calls", async () => {
    const loads: string[] = [];
    const registry = createRegistry();
    registry.register(lazyKit("kit", [tool("a", input), tool("b", input)], loads));
    registry.list();
    const before = [...loads];
    await Promise.all(Array.from({ length: 5 }, () => registry.call("a", {})));
    await registry.describe("a");
    expect([before, loads]).toEqual([[], ["a"]]);
  });

  it("keep the order of the calls that waited", async () => {
    const order: unknown[] = [];
    const act = tool("act", object({ n: { type: "integer" } }), { run: ({ n }) => order.push(n) });
    const registry = createRegistry();
    registry.register(lazyKit("kit", [act], []));
    await Promise.all([0, 1, 2, 3, 4].map((n) => registry.call("act", { n })));
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it("are tried again when loading failed", async () => {
    let broken = true;
    const load = async (): Promise<AnyTool> => {
      if (broken) throw new Error("s3cret path");
      return tool("act", input);
    };
    const registry = createRegistry();
    registry.register({ name: "kit", tools: { act: { description: "", effect: "read", load } } });
    const first = await registry.call("act", {});
    expect(first).toMatchObject({ ok: false, error: { code: "execution_error" } });
    expect(JSON.stringify(first)).not.toContain("s3cret");
    broken = false;
    expect((await registry.call("act", {})).ok).toBe(true);
  });

  it.each<[string, AnyTool | undefined, string]>([
    ["holds another tool", tool("other", input), "its module does not hold that tool"],
    ["holds none", undefined, "its module does not hold that tool"],
    ["says another effect", tool("act", input, { effect: "write" }), "catalogue and module disagree about its effect"],
  ])("are refused when the module %s", async (_, made, want) => {
    const registry = createRegistry();
    const load = async (): Promise<AnyTool> => made as AnyTool;
    registry.register({ name: "kit", tools: { act: { description: "", effect: "read", load } } });
    expect((await registry.call("act", {})).content).toContain(`act cannot be called: ${want}.`);
  });

  it("D-10 come by the thousand: 10,000 are registered and listed in no time", () => {
    const loads: string[] = [];
    const made = tool("x", input);
    const tools = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`tool_${i}`, lazy(made, loads)]));
    const from = performance.now();
    const registry = createRegistry();
    registry.register({ name: "kit", tools });
    expect(registry.list()).toHaveLength(10_000);
    expect(performance.now() - from).toBeLessThan(500);
    expect(loads).toEqual([]);
  });
});

describe("call with a tool", () => {
  it("finds the one that was registered, loading what has its name", async () => {
    const loads: string[] = [];
    const a = tool("act", input, { run: () => "a" });
    const b = tool("act", input, { run: () => "b" });
    const registry = createRegistry();
    registry.register(lazyKit("one", [a], loads), { namespace: "one" });
    registry.register(lazyKit("two", [b], loads), { namespace: "two" });
    const results = [await registry.call(b, {}), await registry.call(a, {})];
    expect(results.map((r) => [r.tool, r.content])).toEqual([
      ["act", "b"],
      ["act", "a"],
    ]);
  });

  it("refuses one that was not", async () => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("act", input)));
    expect(await registry.call(tool("act", input), {})).toMatchObject({
      ok: false,
      error: { code: "unknown_tool", hint: "Register its toolkit first." },
    });
  });
});

describe("dispatchMany", () => {
  const waits = (log: string[]): Pick<Parameters<typeof tool>[2] & object, "run"> => ({
    run: async ({ n, ms }) => {
      log.push(`+${n}`);
      await new Promise((resolve) => setTimeout(resolve, Number(ms)));
      log.push(`-${n}`);
      return n;
    },
  });
  const any: JsonSchema = { type: "object" };
  const batch = (...items: readonly [string, number, number][]): { name: string; arguments: unknown; id: string }[] =>
    items.map(([name, n, ms]) => ({ name, arguments: { n, ms }, id: `id${n}` }));

  it("runs reads side by side, up to a limit, and answers in the order of the calls", async () => {
    const log: string[] = [];
    const registry = createRegistry({ concurrency: 2 });
    registry.register(toolkit("kit", tool("look", any, waits(log))));
    const results = await registry.dispatchMany(batch(["look", 1, 60], ["look", 2, 20], ["look", 3, 5]));
    expect(log).toEqual(["+1", "+2", "-2", "+3", "-3", "-1"]);
    expect(results.map((r) => [r.id, r.ok && r.data])).toEqual([
      ["id1", 1],
      ["id2", 2],
      ["id3", 3],
    ]);
  });

  it.each(["write", "irreversible"] as const)("keeps the order strictly as soon as one is %s", async (effect) => {
    const log: string[] = [];
    const registry = createRegistry({ approve: () => true });
    registry.register(toolkit("kit", tool("look", any, waits(log)), tool("act", any, { effect, ...waits(log) })));
    await registry.dispatchMany(batch(["look", 1, 20], ["act", 2, 10], ["look", 3, 1]));
    expect(log).toEqual(["+1", "-1", "+2", "-2", "+3", "-3"]);
  });

  it("goes on after a failure, and can be cancelled one by one", async () => {
    const log: string[] = [];
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("act", any, { effect: "write", ...waits(log) })));
    const [one, two, three, four] = batch(["act", 1, 1], ["gone", 2, 1], ["act", 3, 1], ["act", 4, 1]);
    const cancelled = { ...three, signal: AbortSignal.abort() };
    const results = await registry.dispatchMany([one, two, cancelled, four] as never);
    expect(results.map((r) => (r.ok ? "ok" : r.error.code))).toEqual(["ok", "unknown_tool", "cancelled", "ok"]);
  });

  it("with a call that has no name answers all the same", async () => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("look", any)));
    const results = await registry.dispatchMany([{ name: null }, {}, { name: "look" }] as never);
    expect(results.map((r) => (r.ok ? "ok" : r.error.code))).toEqual(["unknown_tool", "unknown_tool", "ok"]);
    await registry.close();
  });

  it("of nothing is nothing", async () => {
    expect(await createRegistry().dispatchMany([])).toEqual([]);
  });
});

describe("preview", () => {
  const del: HttpToolDefinition = {
    name: "delete_pet",
    description: "Deletes one.",
    effect: "irreversible",
    auth: [{ key: [] }],
    input: object({ id: { type: "integer" } }, ["id"]),
    http: { method: "DELETE", path: "/pets/{id}" },
  };
  const kit: Toolkit = {
    name: "pets",
    servers: { default: { url: "https://api.example.test" } },
    origins: ["https://api.example.test"],
    auth: { key: { type: "apiKey", in: "query", name: "k" } },
    tools: { delete_pet: del, act: tool("act", input) },
  };
  const never = (): never => {
    throw new Error("must not be asked");
  };

  it("shows the request, credentials redacted, and asks nobody", async () => {
    const registry = createRegistry({ env: { PETS_KEY: "canary-1234567" }, approve: never, fetch: never });
    registry.register(kit);
    expect(await registry.preview("delete_pet", { id: "7" })).toMatchObject({
      method: "DELETE",
      url: "https://api.example.test/pets/7?k=[redacted]",
    });
  });

  it.each([
    ["delete_pet", {}, {}, "invalid_arguments"],
    ["gone", {}, {}, "unknown_tool"],
    ["delete_pet", { id: 1 }, { readOnly: true }, "approval_denied"],
    ["act", {}, {}, "unsupported"],
  ])("%s %j: is the failure that the call would end in", async (name, args, options, code) => {
    const registry = createRegistry({ env: {}, fetch: never, ...options });
    registry.register(kit);
    expect(await registry.preview(name, args)).toMatchObject({ ok: false, error: { code } });
  });
});

describe("credentials of one registration", () => {
  it("go with its calls alone", async () => {
    const sent: string[] = [];
    const get: HttpToolDefinition = {
      name: "get_me",
      description: "Me.",
      effect: "read",
      auth: [{ token: [] }],
      input: object({}),
      http: { method: "GET", path: "/me" },
    };
    const kit: Toolkit = {
      name: "kit",
      servers: { default: { url: "https://api.example.test" } },
      origins: ["https://api.example.test"],
      auth: { token: { type: "http", scheme: "bearer" } },
      tools: { get_me: get },
    };
    const registry = createRegistry({
      env: { KIT_TOKEN: "token-of-the-environment" },
      fetch: async (request, init) => {
        sent.push(new Headers((init ?? (request as Request)).headers).get("authorization") ?? "");
        return Response.json({ echo: sent.at(-1) });
      },
    });
    registry.register(kit, { namespace: "a", credentials: () => "token-of-account-a" });
    registry.register(kit, { namespace: "b" });
    const results = [await registry.call("a__get_me", {}), await registry.call("b__get_me", {})];
    expect(sent).toEqual(["Bearer token-of-account-a", "Bearer token-of-the-environment"]);
    expect(results.map((r) => r.content)).toEqual(Array(2).fill('{"echo":"Bearer [redacted]"}'));
  });
});
