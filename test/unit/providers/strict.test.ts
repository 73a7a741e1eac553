import { describe, expect, it } from "vitest";
import { type Converted, toStrict } from "../../../src/providers/convert/strict.js";
import { dialects } from "../../../src/providers/dialect.js";
import type { JsonSchemaObject } from "../../../src/tool/json-schema.js";

const openai = (schema: JsonSchemaObject): Converted => toStrict(schema, dialects["openai-strict"], { unroll: 0 });
const gemini = (schema: JsonSchemaObject, unroll = 3): Converted => toStrict(schema, dialects.gemini, { unroll });

const object = (properties: JsonSchemaObject["properties"], required: string[] = []): JsonSchemaObject => ({
  type: "object",
  additionalProperties: false,
  properties: properties ?? {},
  required,
});

describe("openai-strict", () => {
  it("asks for every key, and takes null for those that may be left out", () => {
    const { schema, restore } = openai(
      object({ id: { type: "integer" }, tag: { type: "string", description: "A word." } }, ["id"]),
    );
    expect(schema).toEqual({
      type: "object",
      properties: { id: { type: "integer" }, tag: { type: ["string", "null"], description: "A word." } },
      required: ["id", "tag"],
      additionalProperties: false,
    });
    expect(restore({ id: 1, tag: null })).toEqual({ id: 1 });
    expect(restore({ id: 1, tag: "a" })).toEqual({ id: 1, tag: "a" });
  });

  it("lets a model say null itself where the API knows it", () => {
    const { schema, restore } = openai(object({ end: { type: ["string", "null"] } }));
    expect(schema.properties).toEqual({
      end: {
        anyOf: [{ type: ["string", "null"] }, { $ref: "#/$defs/Null" }],
      },
    });
    expect(schema.$defs).toEqual({ Null: { type: "string", enum: ["(null)"], description: "Sets it to null." } });
    expect(restore({ end: "(null)" })).toEqual({ end: null });
    expect(restore({ end: null })).toEqual({});
  });

  it("says how to say null once, beside a definition of that name", () => {
    const { schema, restore } = openai({
      ...object({ a: { type: ["string", "null"] }, b: { $ref: "#/$defs/Null" }, c: { type: ["integer", "null"] } }),
      $defs: { Null: { type: "boolean" } },
    });
    expect(schema.$defs).toMatchObject({ Null: { type: "string" }, Null_2: { type: "boolean" } });
    expect(restore({ a: "(null)", b: true, c: "(null)" })).toEqual({ a: null, b: true, c: null });
  });

  it("keeps null where a required value may be null", () => {
    const { schema, restore } = openai(object({ end: { type: ["string", "null"] } }, ["end"]));
    expect(schema.properties).toEqual({ end: { type: ["string", "null"] } });
    expect(restore({ end: null })).toEqual({ end: null });
  });

  it.each([
    {
      what: "a map",
      given: { type: "object", additionalProperties: { type: "integer" } },
      want: {
        type: "array",
        description: "(as a list of entries, no key twice)",
        items: {
          type: "object",
          properties: { key: { type: "string" }, value: { type: "integer" } },
          required: ["key", "value"],
          additionalProperties: false,
        },
      },
      sent: [
        { key: "a", value: 1 },
        { key: "__proto__", value: 2 },
      ],
      made: JSON.parse('{"a": 1, "__proto__": 2}'),
    },
    {
      what: "an object that says it takes other properties",
      given: { type: "object", properties: { a: { type: "integer" } }, required: ["a"], additionalProperties: true },
      want: {
        type: "object",
        properties: {
          a: { type: "integer" },
          otherProperties: {
            type: ["array", "null"],
            description: "Further properties (as a list of entries, no key twice)",
            items: {
              type: "object",
              properties: {
                key: { type: "string" },
                value: { type: "string", description: "(as JSON text: any value)" },
              },
              required: ["key", "value"],
              additionalProperties: false,
            },
          },
        },
        required: ["a", "otherProperties"],
        additionalProperties: false,
      },
      sent: { a: 1, otherProperties: [{ key: "b", value: "[2]" }] },
      made: { a: 1, b: [2] },
    },
    {
      what: "a free-form object",
      given: { type: "object", description: "Anything." },
      want: { type: "string", description: "Anything. (as JSON text: an object)" },
      sent: '{"a": [1, null]}',
      made: { a: [1, null] },
    },
    {
      what: "any value",
      given: { description: "Data." },
      want: { type: "string", description: "Data. (as JSON text: any value)" },
      sent: "7",
      made: 7,
    },
    {
      what: "text that is no JSON, where any value may be",
      given: true,
      want: { type: "string", description: "(as JSON text: any value)" },
      sent: "plain words",
      made: "plain words",
    },
    {
      what: "a tuple",
      given: { type: "array", prefixItems: [{ type: "integer" }, { type: "object" }], items: false },
      want: {
        type: "array",
        items: { anyOf: [{ type: "integer" }, { type: "string", description: "(as JSON text: an object)" }] },
        maxItems: 2,
      },
      sent: [1, "{}"],
      made: [1, {}],
    },
    {
      what: "bounds that the dialect does not know, in words",
      given: { type: "string", minLength: 2, maxLength: 5, format: "x-odd", default: "ab" },
      want: {
        type: "string",
        description: '(at least 2 characters; at most 5 characters; format x-odd; default "ab")',
      },
      sent: "abc",
      made: "abc",
    },
    {
      what: "oneOf with what stands beside it",
      given: {
        type: "object",
        properties: { kind: { type: "string" } },
        required: ["kind"],
        oneOf: [
          { properties: { a: { type: "object" } }, required: ["a"] },
          { properties: { b: { type: "integer" } }, required: ["b"] },
        ],
      },
      want: {
        anyOf: [
          {
            type: "object",
            properties: { kind: { type: "string" }, a: { type: "string", description: "(as JSON text: an object)" } },
            required: ["kind", "a"],
            additionalProperties: false,
          },
          {
            type: "object",
            properties: { kind: { type: "string" }, b: { type: "integer" } },
            required: ["kind", "b"],
            additionalProperties: false,
          },
        ],
      },
      sent: { kind: "k", a: "{}" },
      made: { kind: "k", a: {} },
    },
    {
      what: "allOf as one",
      given: {
        allOf: [
          { type: "object", properties: { a: { type: "integer", minimum: 1 } }, required: ["a"] },
          { properties: { a: { minimum: 3 } } },
        ],
      },
      want: {
        type: "object",
        properties: { a: { type: "integer", minimum: 3 } },
        required: ["a"],
        additionalProperties: false,
      },
      sent: { a: 4 },
      made: { a: 4 },
    },
    {
      what: "an enum that a union narrows",
      given: { enum: [1, 2, 3], oneOf: [{ const: 2 }, { const: 3 }] },
      want: { type: "integer", enum: [2, 3] },
      sent: 2,
      made: 2,
    },
    {
      what: "an enum of several types",
      given: { enum: ["a", 1, 2, true] },
      want: {
        anyOf: [
          { type: "string", enum: ["a"] },
          { type: "integer", enum: [1, 2] },
          { type: "boolean", enum: [true] },
        ],
      },
      sent: 2,
      made: 2,
    },
    {
      what: "an enum that nothing fits",
      given: { type: "integer", enum: ["a"] },
      want: { type: "string", description: "(as JSON text: any value)" },
      sent: "1",
      made: 1,
    },
    {
      what: "a format of another type in words",
      given: { type: "integer", format: "date" },
      want: { type: "integer", description: "(format date)" },
      sent: 1,
      made: 1,
    },
    {
      what: "a key that is asked for and not declared",
      given: { type: "object", properties: { a: { type: "string" } }, required: ["a", "b"] },
      want: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string", description: "(as JSON text: any value)" } },
        required: ["a", "b"],
        additionalProperties: false,
      },
      sent: { a: "x", b: "1" },
      made: { a: "x", b: 1 },
    },
  ])("says $what", ({ given, want, sent, made }) => {
    const { schema, restore } = openai(object({ value: given as JsonSchemaObject }, ["value"]));
    expect(schema.properties?.["value"]).toEqual(want);
    expect(restore({ value: sent })).toEqual({ value: made });
  });

  it("keeps references, and gives one that has a text company of its own", () => {
    const tree = object({ name: { type: "string" }, below: { type: "array", items: { $ref: "#/$defs/Tree" } } }, [
      "name",
    ]);
    const { schema, restore } = openai({
      ...object({ root: { $ref: "#/$defs/Tree", description: "The top." } }, ["root"]),
      $defs: { Tree: tree },
    });
    expect(schema.properties).toEqual({ root: { description: "The top.", anyOf: [{ $ref: "#/$defs/Tree" }] } });
    expect(schema.$defs?.["Tree"]).toEqual({
      type: "object",
      properties: { name: { type: "string" }, below: { type: ["array", "null"], items: { $ref: "#/$defs/Tree" } } },
      required: ["name", "below"],
      additionalProperties: false,
    });
    expect(restore({ root: { name: "a", below: [{ name: "b", below: null }] } })).toEqual({
      root: { name: "a", below: [{ name: "b" }] },
    });
  });

  it("keeps definitions apart whose names differ in letters that a name has not", () => {
    const { schema } = openai({
      ...object({ a: { $ref: "#/$defs/x.y" }, b: { $ref: "#/$defs/x_y" }, c: { $ref: "#/$defs/x.y" } }, [
        "a",
        "b",
        "c",
      ]),
      $defs: { "x.y": { type: "string" }, x_y: { type: "integer" } },
    });
    expect(schema.properties).toEqual({
      a: { $ref: "#/$defs/x_y" },
      b: { $ref: "#/$defs/x_y_2" },
      c: { $ref: "#/$defs/x_y" },
    });
    expect(schema.$defs).toEqual({ x_y: { type: "string" }, x_y_2: { type: "integer" } });
  });

  it("says what it cannot hold", () => {
    const { loosened } = openai(object({ a: { type: "array", items: { type: "string" }, uniqueItems: true } }));
    expect(loosened).toEqual([{ path: "/a", keyword: "uniqueItems" }]);
  });
});

describe("gemini", () => {
  it("writes definitions out, and what lies deeper as JSON text with its keys", () => {
    const { schema, restore, loosened } = gemini(
      {
        ...object({ tree: { $ref: "#/$defs/Tree" } }, ["tree"]),
        $defs: { Tree: object({ name: { type: "string" }, left: { $ref: "#/$defs/Tree" } }, ["name"]) },
      },
      1,
    );
    expect(schema).toEqual({
      type: "object",
      properties: {
        tree: {
          type: "object",
          properties: {
            name: { type: "string" },
            left: { type: "string", description: "(as JSON text: an object with name, left)" },
          },
          required: ["name"],
        },
      },
      required: ["tree"],
    });
    expect(restore({ tree: { name: "a", left: '{"name":"b"}' } })).toEqual({
      tree: { name: "a", left: { name: "b" } },
    });
    expect(loosened).toEqual([{ path: "/tree/left", keyword: "$ref" }]);
  });

  it.each([
    { given: { enum: [1, 2] }, want: { type: "string", enum: ["1", "2"] }, sent: "2", made: 2 },
    { given: { enum: ["1", 1, ""] }, want: { type: "string", enum: ['"1"', "1", '""'] }, sent: '"1"', made: "1" },
    { given: { enum: ["a", ""] }, want: { type: "string", enum: ["a", '""'] }, sent: '""', made: "" },
    {
      given: { description: "Who.", anyOf: [{ type: "string", description: "A name." }, { type: "integer" }] },
      want: { anyOf: [{ type: "string", description: "Who. A name." }, { type: "integer" }] },
      sent: 1,
      made: 1,
    },
    { given: { const: true }, want: { type: "string", enum: ["true"] }, sent: "true", made: true },
    { given: { enum: ["a", null] }, want: { type: "string", enum: ["a"], nullable: true }, sent: null, made: null },
    {
      given: { type: ["string", "integer", "null"] },
      want: { anyOf: [{ type: "string", nullable: true }, { type: "integer" }] },
      sent: 3,
      made: 3,
    },
    {
      given: { type: "null" },
      want: { type: "string", nullable: true, description: "Always null." },
      sent: null,
      made: null,
    },
    {
      given: { type: "string", format: "uri" },
      want: { type: "string", description: "(format uri)" },
      sent: "a",
      made: "a",
    },
  ])("says $given", ({ given, want, sent, made }) => {
    const { schema, restore } = gemini(object({ value: given as JsonSchemaObject }, ["value"]));
    expect(schema.properties?.["value"]).toEqual(want);
    expect(restore({ value: sent })).toEqual({ value: made });
  });
});

describe("anthropic-strict", () => {
  const anthropic = (schema: JsonSchemaObject): Converted =>
    toStrict(schema, dialects["anthropic-strict"], { unroll: 0 });

  it("asks for no more than the tool does, and says in words what the API refuses", () => {
    const { schema, restore } = anthropic(
      object(
        {
          "max.results": { type: "integer", minimum: 1, maximum: 9 },
          since: { type: "string", format: "date", minLength: 10 },
          tags: { type: "array", items: { type: "string" }, minItems: 1 },
          pair: { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2 },
        },
        ["since"],
      ),
    );
    expect(schema).toEqual({
      type: "object",
      properties: {
        "max.results": { type: "integer", description: "(at least 1; at most 9)" },
        since: { type: "string", format: "date", description: "(at least 10 characters)" },
        tags: { type: "array", items: { type: "string" }, minItems: 1 },
        pair: { type: "array", items: { type: "integer" }, description: "(at least 2 items; at most 2 items)" },
      },
      required: ["since"],
      additionalProperties: false,
    });
    expect(restore({ since: "2024-01-31", tags: ["a"] })).toEqual({ since: "2024-01-31", tags: ["a"] });
  });

  it("keeps references that end, and unrolls what holds itself as JSON text", () => {
    const { schema, restore, loosened } = anthropic({
      ...object({ tree: { $ref: "#/$defs/Tree" }, size: { $ref: "#/$defs/Size" } }),
      $defs: {
        Tree: object({ name: { type: "string" }, size: { $ref: "#/$defs/Size" }, left: { $ref: "#/$defs/Tree" } }),
        Size: { type: "integer" },
      },
    });
    expect(schema.$defs).toEqual({
      Size: { type: "integer" },
      Tree: {
        type: "object",
        properties: {
          name: { type: "string" },
          size: { $ref: "#/$defs/Size" },
          left: { type: "string", description: "(as JSON text: an object with name, size, left)" },
        },
        additionalProperties: false,
      },
    });
    expect(restore({ tree: { left: '{"name":"b"}' } })).toEqual({ tree: { left: { name: "b" } } });
    expect(loosened).toEqual([{ path: "#Tree/left", keyword: "$ref" }]);
  });
});

describe("a schema that is larger than any hand wrote", () => {
  const ref = (i: number): JsonSchemaObject => ({ $ref: `#/$defs/D${i}` });
  const definitions = (count: number, of: (i: number) => JsonSchemaObject): JsonSchemaObject["$defs"] =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`D${i}`, of(i)]));

  it("is cut where 20,000 definitions lie inside one another, and does not overflow the stack", () => {
    const $defs = { ...definitions(20_000, (i) => object({ n: ref(i + 1) })), D20000: { type: "string" as const } };
    const { schema, loosened } = openai({ ...object({ n: ref(0) }), $defs });
    expect(Object.keys(schema.$defs ?? {})).toHaveLength(200);
    expect(loosened.map(({ keyword }) => keyword)).toEqual(["$ref"]);
  });

  it("is cut where a union of 1,000 is written out inside each of its 1,000 branches", () => {
    const branches = Array.from({ length: 1000 }, (_, i) => ref(i));
    const $defs = {
      ...definitions(1000, (i) => object({ [`p${i}`]: { type: "string" }, n: { $ref: "#/$defs/U" } })),
      U: { anyOf: branches },
    };
    const { schema } = gemini({ ...object({ u: { $ref: "#/$defs/U" } }), $defs }, 6);
    expect(JSON.stringify(schema).length).toBeLessThan(3_000_000);
  });

  it("keeps 50,000 values of an enum, each looked at once", () => {
    const values = Array.from({ length: 50_000 }, (_, i) => `v${i}`);
    const { schema } = gemini(object({ a: { type: "string", enum: values } }));
    expect(schema.properties?.["a"]).toEqual({ type: "string", enum: values });
  });
});

it.each(["openai-strict", "gemini"] as const)("%s: keeps arguments that are no plain object under a key", (profile) => {
  const union = { anyOf: [{ $ref: "#/$defs/A" }, { type: "object", properties: { b: { type: "string" } } }] } as const;
  const $defs = { A: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] } } as const;
  const { schema, restore } = toStrict({ type: "object", ...union, $defs }, dialects[profile], { unroll: 2 });
  expect([schema.type, Object.keys(schema.properties ?? {})]).toEqual(["object", ["arguments"]]);
  expect(restore({ arguments: { a: 1 } })).toEqual({ a: 1 });
  expect(restore({ a: 1 })).toEqual({ a: 1 });
});
