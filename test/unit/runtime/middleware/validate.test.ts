import { describe, expect, it } from "vitest";
import { createRegistry } from "../../../../src/runtime/index.js";
import type { JsonSchema, JsonSchemaObject } from "../../../../src/tool/index.js";
import { issues, object, probe, tool, toolkit } from "../tools.js";

const string = { type: "string" } as const;
const integer = { type: "integer" } as const;
const any: JsonSchema = { type: "object" };

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let i = 0; i < depth; i++) value = [value];
  return value;
};

describe("arguments", () => {
  it("are copied: nobody else can change them", async () => {
    const given = { list: [{ a: 1 }] };
    const { sent } = await probe(any, given);
    expect(sent).toEqual(given);
    expect([sent === given, (sent as typeof given).list[0] === given.list[0]]).toEqual([false, false]);
  });

  it("are never changed, whatever is read differently", async () => {
    const given = Object.freeze({ x: Object.freeze(["1", "2"]) });
    const { sent } = await probe(object({ x: { type: "array", items: integer } }), given);
    expect([sent, given]).toEqual([{ x: [1, 2] }, { x: ["1", "2"] }]);
  });

  it("may be left out where none is needed", async () => {
    expect((await probe(object({}), undefined)).sent).toEqual({});
  });

  it("that are undefined are absent", async () => {
    expect((await probe(object({ a: string }), { a: undefined })).sent).toEqual({});
  });

  it("keep null apart from absent", async () => {
    expect((await probe(object({ a: { type: ["string", "null"] } }), { a: null })).sent).toEqual({ a: null });
  });

  it("get no defaults: those are the upstream's", async () => {
    expect((await probe(object({ a: { type: "string", default: "x" } }), {})).sent).toEqual({});
  });

  it.each<[string, unknown, string]>([
    ["null", null, ": expected an object, with an argument for each key"],
    ["a list", [1], ": expected an object, with an argument for each key"],
    ["a number", 5, ": expected an object, with an argument for each key"],
    ["a function", { a: () => 1 }, "/a: expected JSON, got a function"],
    ["a symbol", { a: [Symbol("s")] }, "/a/0: expected JSON, got a symbol"],
    ["undefined in a list", { a: [1, undefined] }, "/a/1: expected JSON, got undefined"],
    ["NaN", { a: Number.NaN }, "/a: expected JSON, got NaN, which JSON has not"],
    ["a Date", { a: new Date(0) }, "/a: expected JSON, got a Date: give it as a string, such as its toISOString()"],
    ["a Map", { a: { b: new Map() } }, "/a/b: expected JSON, got an object of a class: give plain objects and lists"],
    ["bytes", { a: new Uint8Array(2) }, "/a: expected JSON, got bytes: give them as base64 in a string"],
  ])("refuse %s", async (_, args, want) => {
    expect(await issues(any, args)).toEqual([want]);
  });

  it("refuse what cannot be read, without its words", async () => {
    const trap = {
      get a(): never {
        throw new Error("s3cret");
      },
    };
    const trapped = await issues(any, trap);
    expect(trapped).toEqual(["/a: expected JSON, got an object that cannot be read"]);
  });

  it("refuse a circle", async () => {
    const circle: Record<string, unknown> = {};
    circle["a"] = circle;
    const [first = ""] = await issues(any, circle);
    expect(first).toMatch(/: too large: nested deeper than 128 levels, or endless$/);
  });
});

describe("R-01 what is wrong", () => {
  it("costs no executor, no approval, no quota and no look at a credential", async () => {
    const asked: string[] = [];
    const registry = createRegistry({
      credentials: () => {
        asked.push("credentials");
        return "k";
      },
      approve: () => {
        asked.push("approval");
        return true;
      },
      fetch: async () => {
        asked.push("network");
        return new Response("{}");
      },
      quota: { limit: 1, interval: 3_600_000 },
      maxWaitMs: 10,
    });
    registry.register({
      name: "kit",
      servers: { default: { url: "https://api.example.test" } },
      origins: ["https://api.example.test"],
      auth: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      tools: {
        act: {
          name: "act",
          description: "Act.",
          effect: "irreversible",
          auth: [{ key: [] }],
          input: object({ id: integer }, ["id"]),
          http: { method: "DELETE", path: "/things/{id}" },
        },
      },
    });
    for (const args of [{}, { id: null }, { id: 1, x: 1 }, { id: "a" }, null, "{"]) {
      const result = await registry.call("act", args);
      expect(result).toMatchObject({ ok: false, error: { code: "invalid_arguments" }, meta: { attempts: 0 } });
    }
    expect(asked).toEqual([]);
    expect(await registry.call("act", { id: 1 })).toMatchObject({ ok: true });
    expect(asked).toEqual(["approval", "credentials", "network"]);
  });
});

describe("the text for the model", () => {
  it.each([
    [
      { a: "1x" },
      'An argument does not fit act: a: expected an integer, got the string "1x". Correct it and call again.',
    ],
    [{ A: 1 }, 'An argument does not fit act: A: unknown argument; did you mean "a"? Correct it and call again.'],
    [{ a: "x", b: 1 }, "2 arguments do not fit act:\n- b: "],
  ])("of %j is made of sentences", async (args, want) => {
    const { result } = await probe(object({ a: integer }), args);
    expect(result.content).toContain(want);
  });
});

describe("R-07 keys that JavaScript gives a meaning to", () => {
  const hostile = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":2}},"toString":3,"a":{"__proto__":{"x":4}}}';

  it("are data in a free map, at each depth", async () => {
    const { sent } = await probe(any, JSON.parse(hostile));
    expect(JSON.stringify(sent)).toBe(hostile);
    expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it("are unknown arguments of a closed object", async () => {
    expect(await issues(object({ a: any }), JSON.parse(hostile))).toEqual([
      "/__proto__: unknown argument; known are a",
      "/constructor: unknown argument; known are a",
      "/toString: unknown argument; known are a",
    ]);
  });

  it("are missing when they are required and not there", async () => {
    expect(await issues({ type: "object", required: ["toString", "constructor"] }, {})).toEqual([
      "/toString: is required, but missing",
      "/constructor: is required, but missing",
    ]);
  });
});

describe("R-10 integers beyond 2^53", () => {
  const big = 9007199254740993n;

  it("keep their digits, as BigInt or as a string", async () => {
    expect((await probe(object({ id: { type: "integer", format: "int64" } }), { id: big })).sent).toEqual({ id: big });
    expect((await probe(object({ id: integer }), { id: String(big) })).sent).toEqual({ id: big });
  });

  it("are held against limits", async () => {
    expect(await issues(object({ id: { type: "integer", maximum: 100 } }), { id: big })).toEqual([
      "/id: expected at most 100, got the number 9007199254740993",
    ]);
  });

  it("are told apart, though they are one number in JavaScript", async () => {
    const schema = object({ ids: { type: "array", items: integer, uniqueItems: true } });
    expect((await probe(schema, { ids: [big, big - 1n] })).sent).toEqual({ ids: [big, big - 1n] });
    expect((await issues(schema, { ids: [big, big] })).length).toBe(1);
  });

  it("are refused as numbers, which may have lost digits already", async () => {
    expect((await issues(object({ id: integer }), { id: 9007199254740992 }))[0]).toMatch(
      /give it as a string of digits/,
    );
  });

  it("are plain numbers for a number", async () => {
    expect((await probe(object({ n: { type: "number" } }), { n: 1e300 })).sent).toEqual({ n: 1e300 });
  });

  it("that are small become numbers", async () => {
    expect((await probe(object({ id: integer }), { id: 5n })).sent).toEqual({ id: 5 });
  });
});

describe("D-01 arguments out of all proportion are refused before they are checked", () => {
  it.each<[string, () => unknown, RegExp]>([
    ["a string of 10 MB", () => ({ a: "x".repeat(10_000_000) }), /too large: more than 8388608 characters/],
    ["200,000 lists in each other", () => ({ a: nested(200_000) }), /too large: nested deeper than 128 levels/],
    [
      "a million keys",
      () => Object.fromEntries(Array.from({ length: 1e6 }, (_, i) => [i, 1])),
      /more than 250000 values/,
    ],
    ["a list that claims to be long", () => ({ a: Array(2 ** 31) }), /more than 250000 values/],
    ["all of it as JSON in a string", () => `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, /no JSON|nest/],
  ])("%s", async (_, make, want) => {
    const args = make();
    const from = performance.now();
    const [first = ""] = await issues(any, args);
    expect(first).toMatch(want);
    expect(performance.now() - from).toBeLessThan(2000);
  });
});

describe("D-03 schemas that refer to themselves", () => {
  it("check data of any depth that arguments may have", async () => {
    const tree: JsonSchema = {
      ...(object({ tree: { $ref: "#/$defs/Tree" } }) as JsonSchemaObject),
      $defs: { Tree: object({ child: { $ref: "#/$defs/Tree" }, n: integer }) },
    };
    let value: unknown = { n: "x" };
    for (let i = 0; i < 100; i++) value = { child: value };
    expect(await issues(tree, { tree: value })).toEqual([
      `/tree${"/child".repeat(100)}/n: expected an integer, got the string "x"`,
    ]);
  });

  it("and to nothing else end in a refusal", async () => {
    const loop: JsonSchema = {
      type: "object",
      properties: { a: { $ref: "#/$defs/A" } },
      $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } },
    };
    expect((await issues(loop, { a: 1 }))[0]).toMatch(/too complex/);
  });

  it("twice on each level do not multiply without end", async () => {
    const twice = { properties: { a: { $ref: "#/$defs/T" } }, required: ["b"] };
    const schema: JsonSchema = {
      ...(object({ t: { $ref: "#/$defs/T" } }) as JsonSchemaObject),
      $defs: { T: { anyOf: [twice, { ...twice, required: ["c"] }] } },
    };
    let value: unknown = {};
    for (let i = 0; i < 60; i++) value = { a: value };
    const from = performance.now();
    expect((await issues(schema, { t: value }))[0]).toMatch(/too complex/);
    expect(performance.now() - from).toBeLessThan(5000);
  });
});

describe("R15 validation has a budget", () => {
  it("finds twins among 20,000 objects in much less than a second", async () => {
    const items = Array.from({ length: 20_000 }, (_, i) => ({ id: i, tags: ["a", { b: i }] }));
    const schema = object({ items: { type: "array", uniqueItems: true } });
    await probe(schema, { items: [] });
    const from = performance.now();
    expect(await issues(schema, { items: [...items, { tags: ["a", { b: 7 }], id: 7 }] })).toEqual([
      "/items: items 7 and 20000 are the same; each may occur once",
    ]);
    expect(performance.now() - from).toBeLessThan(2000);
  });

  it("tells what kinds of equal there are", async () => {
    const schema = object({ items: { type: "array", uniqueItems: true } });
    const distinct = [1, "1", true, "true", null, "null", [], {}, "[]", "{}", "\u0000{}", 0.5, { a: 1 }, { b: 1 }];
    expect((await probe(schema, { items: distinct })).sent).toEqual({ items: distinct });
    expect(await issues(schema, { items: [0, -0] })).toHaveLength(1);
  });

  it("matches patterns in linear time", async () => {
    const schema = object({ x: { type: "string", pattern: "^([a-z0-9]+[-._]?)+@x$" } });
    const from = performance.now();
    expect(await issues(schema, { x: "a".repeat(5000) })).toHaveLength(1);
    expect(performance.now() - from).toBeLessThan(3000);
  });

  it("tells which pattern it left out", async () => {
    const schema = object({ x: { type: "string", pattern: "^(?=a)(a+)+$" } });
    const { sent, result } = await probe(schema, { x: `${"a".repeat(50)}!` });
    expect([sent !== undefined, result.meta.notes]).toEqual([
      true,
      ['not checked here against the pattern "^(?=a)(a+)+$"'],
    ]);
  });

  it("holds long strings against no format", async () => {
    const schema = object({ x: { type: "string", format: "email" } });
    expect(await issues(schema, { x: "a" })).toHaveLength(1);
    const from = performance.now();
    await probe(schema, { x: `${"a.".repeat(1e6)}@` });
    expect(performance.now() - from).toBeLessThan(2000);
  });
});

describe("S-15 schemas of two toolkits", () => {
  it("share no name, whatever they call themselves, and fetch nothing", async () => {
    const schema = (type: "string" | "integer"): JsonSchema => ({
      $schema: "http://127.0.0.1/x",
      $id: "https://one.test/schema",
      type: "object",
      properties: { v: { $ref: "#/$defs/V" } },
      $defs: { V: { $id: "https://one.test/v", $anchor: "v", type } },
    });
    const registry = createRegistry();
    registry.register(toolkit("a", tool("act", schema("string"))), { namespace: "a" });
    registry.register(toolkit("b", tool("act", schema("integer"))), { namespace: "b" });
    const codes = async (args: unknown): Promise<readonly boolean[]> => [
      (await registry.call("a__act", args)).ok,
      (await registry.call("b__act", args)).ok,
    ];
    expect([await codes({ v: "x" }), await codes({ v: 1 })]).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(JSON.stringify(await registry.describe("a__act"))).not.toContain("http");
  });

  it("may hold the same definitions, which are compiled once", async () => {
    const $defs = { V: { type: "integer" } } as const;
    const input: JsonSchema = { type: "object", properties: { v: { $ref: "#/$defs/V" } }, $defs };
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("one", input), tool("two", { ...input })));
    for (const name of ["one", "two"]) {
      expect((await registry.call(name, { v: 1 })).ok).toBe(true);
      expect((await registry.call(name, { v: "x" })).ok).toBe(false);
    }
  });
});

describe("a tool whose schema is wrong", () => {
  it.each<[string, JsonSchema]>([
    ["leads nowhere", { type: "object", properties: { a: { $ref: "#/$defs/Gone" } } }],
    ["leads out of the document", { type: "object", properties: { a: { $ref: "https://evil.test/x" } } }],
    ["is no schema", { type: "object", properties: { a: { type: "strin" as "string" } } }],
  ])("%s: is not called, again and again", async (_, input) => {
    for (let i = 0; i < 2; i++) {
      const { result, sent } = await probe(input, { a: 1 });
      expect([result.ok ? "" : result.error.code, sent]).toEqual(["execution_error", undefined]);
      expect(result.content).toContain("act cannot be called: its input schema is wrong.");
    }
  });

  it("does not spoil the definitions that it shares", async () => {
    const $defs = { A: { $ref: "#/$defs/Gone" }, B: { type: "integer" } } as const;
    const registry = createRegistry();
    const one: JsonSchema = {
      type: "object",
      properties: { b: { $ref: "#/$defs/B" }, a: { $ref: "#/$defs/A" } },
      $defs,
    };
    const two: JsonSchema = { type: "object", properties: { b: { $ref: "#/$defs/B" } }, $defs };
    registry.register(toolkit("kit", tool("one", one), tool("two", two)));
    expect((await registry.call("one", {})).ok).toBe(false);
    expect((await registry.call("two", { b: 1 })).ok).toBe(true);
    expect((await registry.call("two", { b: "x" })).ok).toBe(false);
  });
});

describe("what JSON Schema says", () => {
  it.each<[string, JsonSchemaObject, unknown, boolean]>([
    ["multiples of fractions", { properties: { n: { multipleOf: 0.01 } } }, { n: 1.15 }, true],
    ["unevaluated properties", { allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { b: 1 }, false],
    ["patterns of keys", { patternProperties: { "^n": integer }, additionalProperties: false }, { n1: 1 }, true],
    [
      "patterns of keys, refused",
      { patternProperties: { "^n": integer }, additionalProperties: false },
      { m: 1 },
      false,
    ],
    ["unknown formats are annotations", { properties: { a: { format: "odd" } } }, { a: "x" }, true],
    ["int32", { properties: { a: { type: "integer", format: "int32" } } }, { a: 2 ** 31 }, false],
    ["nullable means nothing", { properties: { a: { type: "string", nullable: true } } }, { a: null }, false],
    ["the root itself", { properties: { a: { $ref: "#" } }, maxProperties: 1 }, { a: { a: {} } }, true],
    ["a pointer into the schema", { properties: { a: integer, b: { $ref: "#/properties/a" } } }, { b: "x" }, false],
    [
      "escaped pointers",
      { properties: { b: { $ref: "#/$defs/a~1b%20c" } }, $defs: { "a/b c": integer } },
      { b: "x" },
      false,
    ],
    ["a property called $ref", { properties: { $ref: integer, type: string } }, { $ref: "x" }, false],
  ])("%s", async (_, schema, args, ok) => {
    expect((await probe({ type: "object", ...schema }, args)).result.ok).toBe(ok);
  });
});
