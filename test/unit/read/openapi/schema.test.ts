import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/diagnostics.js";
import type { JsonObject, JsonValue, OpenApiVersion } from "../../../../src/read/openapi/document.js";
import { BrokenReference, createSchemaReader, type Direction } from "../../../../src/read/openapi/schema.js";
import { inline, inMemory, referTo } from "./schema/document.js";

type Row = readonly [what: string, given: JsonValue, want: unknown];

function convert(given: JsonValue, version: OpenApiVersion, direction: Direction = "input", schemas: JsonObject = {}) {
  const diagnostics = new Diagnostics();
  const reader = createSchemaReader(inMemory({ components: { schemas } }, version), diagnostics);
  return { schema: reader.read(inline(given), direction), reader, codes: diagnostics.list.map((d) => d.code) };
}

// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const THEN = { then: { required: ["b"] } };

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("OpenAPI 3.0 dialect", () => {
  it.each<Row>([
    ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["nullable without a type says nothing", { nullable: true }, {}],
    ["nullable: false", { type: "string", nullable: false }, { type: "string" }],
    ["x-nullable, its older name", { type: "string", "x-nullable": true }, { type: ["string", "null"] }],
    [
      "nullable beside an enum that forgets null: there it could mean nothing else",
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "nullable beside allOf",
      { allOf: [{ $ref: "#/components/schemas/Pet" }], nullable: true, description: "d" },
      { description: "d", anyOf: [{ $ref: "#/$defs/Pet" }, { type: "null" }] },
    ],
    [
      "nullable beside $ref",
      { $ref: "#/components/schemas/Pet", nullable: true },
      { anyOf: [{ $ref: "#/$defs/Pet" }, { type: "null" }] },
    ],
    [
      "nullable as a part of allOf",
      { allOf: [{ $ref: "#/components/schemas/Pet" }, { nullable: true }] },
      { anyOf: [{ $ref: "#/$defs/Pet" }, { type: "null" }] },
    ],
    [
      "nullable beside anyOf of one",
      { anyOf: [{ $ref: "#/components/schemas/Pet" }], nullable: true },
      { anyOf: [{ $ref: "#/$defs/Pet" }, { type: "null" }] },
    ],
    [
      "nullable beside oneOf",
      { oneOf: [{ type: "string" }, { type: "integer" }], nullable: true },
      { oneOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
    ],
    [
      "exclusiveMinimum as a switch",
      { type: "number", minimum: 0, exclusiveMinimum: true },
      { type: "number", exclusiveMinimum: 0 },
    ],
    [
      "exclusiveMaximum switched off",
      { type: "number", maximum: 9, exclusiveMaximum: false },
      { type: "number", maximum: 9 },
    ],
    ["a switch without its limit", { type: "number", exclusiveMinimum: true }, { type: "number" }],
    [
      "words beside $ref",
      { $ref: "#/components/schemas/Pet", description: "Yours" },
      { $ref: "#/$defs/Pet", description: "Yours" },
    ],
    ["limits beside $ref are ignored", { $ref: "#/components/schemas/Pet", maxProperties: 1 }, { $ref: "#/$defs/Pet" }],
    ["type null, which 3.0 does not have", { type: "null" }, { type: "null" }],
    ["a list of types, which 3.0 does not have", { type: ["string", "null"] }, { type: ["string", "null"] }],
    [
      "what no model needs",
      { type: "string", example: "x", xml: {}, externalDocs: { url: "u" }, "x-y": 1 },
      { type: "string" },
    ],
  ])("%s", (_, given, want) => {
    const { schema } = convert(given, "3.0", "input", { Pet: { type: "object" } });
    expect(plain(schema)).toEqual(want);
  });
});

describe("OpenAPI 3.1 dialect", () => {
  it.each<Row>([
    ["nullable, which 3.1 does not have", { type: "string", nullable: true }, { type: ["string", "null"] }],
    [
      "exclusiveMinimum as a switch",
      { type: "integer", minimum: 1, exclusiveMinimum: true },
      { type: "integer", exclusiveMinimum: 1 },
    ],
    ["exclusiveMinimum as a limit", { type: "integer", exclusiveMinimum: 1 }, { type: "integer", exclusiveMinimum: 1 }],
    [
      "const and null in a type list",
      { type: ["string", "null"], const: "a" },
      { type: ["string", "null"], const: "a" },
    ],
    [
      "limits beside $ref hold: one flat schema",
      { $ref: "#/components/schemas/Pet", maxProperties: 1 },
      { type: "object", maxProperties: 1 },
    ],
    [
      "tuples",
      { type: "array", prefixItems: [{ type: "number" }], items: false },
      { type: "array", prefixItems: [{ type: "number" }], items: false },
    ],
    [
      "items as a list, as drafts before 2020-12 write tuples",
      { type: "array", items: [{ type: "number" }], additionalItems: false },
      { type: "array", prefixItems: [{ type: "number" }], items: false },
    ],
    [
      "dependencies, as drafts before 2019-09 write them",
      { type: "object", dependencies: { a: ["b"], c: { required: ["d"] } } },
      { type: "object", dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
    ],
    [
      "boolean schemas",
      { type: "object", properties: { a: true, b: false } },
      { type: "object", properties: { a: true, b: false } },
    ],
    [
      "conditions",
      { type: "object", if: { properties: { a: { const: 1 } } }, ...THEN },
      { type: "object", if: { properties: { a: { const: 1 } } }, ...THEN },
    ],
    ["if alone says nothing", { type: "object", if: { required: ["a"] } }, { type: "object" }],
    ["then alone says nothing", { type: "object", ...THEN }, { type: "object" }],
    ["not", { type: "string", not: { enum: ["a"] } }, { type: "string", not: { enum: ["a"] } }],
    [
      "contains",
      { type: "array", contains: { const: 1 }, minContains: 2 },
      { type: "array", contains: { const: 1 }, minContains: 2, items: {} },
    ],
    ["minContains alone says nothing", { type: "array", minContains: 2 }, { type: "array", items: {} }],
    [
      "content keywords",
      { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
      { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
    ],
    [
      "a closed object beside allOf: one flat, closed object",
      { allOf: [{ $ref: "#/components/schemas/Cat" }], properties: { b: {} }, unevaluatedProperties: false },
      { type: "object", properties: { a: { type: "string" }, b: {} }, additionalProperties: false },
    ],
    [
      "a closed object beside a union stays as it is",
      { anyOf: [{ required: ["a"] }, { required: ["b"] }], properties: { a: {}, b: {} }, unevaluatedProperties: false },
      {
        type: "object",
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
        properties: { a: {}, b: {} },
        unevaluatedProperties: false,
      },
    ],
    [
      "identifiers and notes",
      { $id: "https://x.test/y", $schema: "s", $comment: "c", $anchor: "a", type: "string" },
      { type: "string" },
    ],
  ])("%s", (_, given, want) => {
    const { schema } = convert(given, "3.1", "input", {
      Pet: { type: "object" },
      Cat: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(plain(schema)).toEqual(want);
  });

  it("reads a $ref of its own $id, and $dynamicRef as a plain reference", () => {
    const own = convert({ $ref: "#/components/schemas/E" }, "3.1", "input", {
      E: { $id: "https://x.test/e", $defs: { small: { type: "integer" } }, $ref: "#/$defs/small" },
    });
    expect(own.schema).toEqual({ $ref: "#/$defs/E" });
    expect(own.reader.schemas()).toEqual({ E: { type: "integer" } });
    const dynamic = convert({ type: "array", items: { $dynamicRef: "#/components/schemas/Pet" } }, "3.1", "input", {
      Pet: { type: "string" },
    });
    expect(plain(dynamic.schema)).toEqual({ type: "array", items: { $ref: "#/$defs/Pet" } });
    expect(dynamic.codes).toEqual(["SCHEMA_DYNAMIC_REF"]);
    const nowhere = convert({ type: "array", items: { $dynamicRef: "#/nowhere" } }, "3.1");
    expect(plain(nowhere.schema)).toEqual({ type: "array", items: {} });
  });
});

describe("templates", () => {
  const schemas = {
    Page: {
      $defs: { item: { $dynamicAnchor: "item", not: {} } },
      type: "object",
      properties: { data: { type: "array", items: { $dynamicRef: "#item" } } },
    },
    Pets: {
      $defs: { item: { $dynamicAnchor: "item", $ref: "#/components/schemas/Pet" } },
      $ref: "#/components/schemas/Page",
    },
    Pet: { type: "object", properties: { name: { type: "string" } } },
    Tree: {
      $dynamicAnchor: "node",
      type: "object",
      properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
    },
    Named: {
      $dynamicAnchor: "node",
      $ref: "#/components/schemas/Tree",
      properties: { name: { type: "string" } },
      required: ["name"],
    },
  };
  const page = { type: "object", properties: { data: { type: "array", items: { $ref: "#/$defs/Pet" } } } };

  it("are filled in where they are used, inline or shared", () => {
    for (const given of [schemas.Pets, { allOf: [{ $ref: "#/components/schemas/Page" }], $defs: schemas.Pets.$defs }]) {
      expect(plain(convert(given, "3.1", "output", schemas).schema)).toEqual(page);
    }
    const shared = convert({ $ref: "#/components/schemas/Pets" }, "3.1", "output", schemas);
    expect(plain(shared.reader.schemas())).toEqual({ Pet: schemas.Pet, Pets: page });
    expect(shared.codes).toEqual([]);
  });

  it("may be filled in with what uses them", () => {
    const { reader } = convert({ $ref: "#/components/schemas/Named" }, "3.1", "input", schemas);
    expect(plain(reader.schemas())).toEqual({
      Named: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#/$defs/Named" } }, name: { type: "string" } },
        required: ["name"],
      },
    });
  });
});

describe("what authors mean", () => {
  it.each<Row>([
    ["properties without a type", { properties: { a: {} } }, { type: "object", properties: { a: {} } }],
    ["required without a type", { required: ["a"] }, { type: "object", required: ["a"] }],
    ["items without a type", { items: { type: "string" } }, { type: "array", items: { type: "string" } }],
    ["an array without items", { type: "array" }, { type: "array", items: {} }],
    ["a nullable array without items", { type: ["array", "null"] }, { type: ["array", "null"], items: {} }],
    [
      "alternatives of what is required keep no type of their own",
      { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    ],
    ["not keeps its meaning", { not: { required: ["a"] } }, { not: { required: ["a"] } }],
    [
      "oneOf of a wide and a narrow branch",
      { oneOf: [{ type: "string" }, { type: "string", format: "date" }] },
      { anyOf: [{ type: "string" }, { type: "string", format: "date" }] },
    ],
    [
      "oneOf with a branch twice",
      { oneOf: [{ type: "string" }, { type: "string" }, { type: "null" }] },
      { oneOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      "a limit that parsing has rounded",
      { type: "integer", minimum: 0, maximum: 2 ** 63 },
      { type: "integer", minimum: 0 },
    ],
    ["repeated values", { enum: ["a", "b", "a", { x: 1 }, { x: 1 }] }, { enum: ["a", "b", { x: 1 }] }],
    ["values that the type rules out", { type: "string", enum: ["a", null] }, { type: "string", enum: ["a"] }],
    ["values that YAML took for numbers", { type: "string", enum: [1, 2] }, { type: "string", enum: ["1", "2"] }],
    ["a default in quotes", { type: "integer", default: "10" }, { type: "integer", default: 10 }],
    ["no default", { type: "string", default: null }, { type: "string" }],
    [
      "properties that stand elsewhere",
      { type: "object", properties: { $ref: "#/components/schemas/Cat/properties" } },
      { type: "object", properties: { a: { type: "string" } } },
    ],
    [
      "what single values mean",
      { type: "integer", enum: [1, 2], description: "Kind", "x-enum-varnames": ["PLAIN", "FANCY"] },
      { type: "integer", enum: [1, 2], description: "Kind\n1: PLAIN; 2: FANCY" },
    ],
    [
      "names of values that spell the values",
      { type: "string", enum: ["gas_giant"], "x-enum-varnames": ["GasGiant"] },
      { type: "string", enum: ["gas_giant"] },
    ],
  ])("%s", (_, given, want) => {
    const { schema } = convert(given, "3.1", "input", {
      Cat: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(plain(schema)).toEqual(want);
  });
});

describe("faults", () => {
  it.each<readonly [what: string, given: JsonValue, want: unknown, code: string]>([
    ["an unknown type", { type: "strin", maxLength: 3 }, { maxLength: 3 }, "SCHEMA_TYPE_UNKNOWN"],
    ["a type that is a date", { type: "date" }, {}, "SCHEMA_TYPE_UNKNOWN"],
    ["an empty enum", { type: "string", enum: [] }, { type: "string" }, "SCHEMA_KEYWORD_INVALID"],
    ["an enum that is no list", { enum: "a" }, {}, "SCHEMA_KEYWORD_INVALID"],
    ["a length in quotes", { type: "string", minLength: "3" }, { type: "string" }, "SCHEMA_KEYWORD_INVALID"],
    ["a length below 0", { type: "string", minLength: -1 }, { type: "string" }, "SCHEMA_KEYWORD_INVALID"],
    ["a limit in quotes", { type: "number", minimum: "3" }, { type: "number" }, "SCHEMA_KEYWORD_INVALID"],
    ["a multiple of 0", { type: "number", multipleOf: 0 }, { type: "number" }, "SCHEMA_KEYWORD_INVALID"],
    ["properties as a list", { type: "object", properties: [] }, { type: "object" }, "SCHEMA_KEYWORD_INVALID"],
    ["required as text", { type: "object", required: "a" }, { type: "object" }, "SCHEMA_KEYWORD_INVALID"],
    ["items as text", { type: "array", items: "string" }, { type: "array", items: {} }, "SCHEMA_KEYWORD_INVALID"],
    ["allOf without members", { type: "string", allOf: [] }, { type: "string" }, "SCHEMA_KEYWORD_INVALID"],
    ["anyOf that is no list", { type: "string", anyOf: {} }, { type: "string" }, "SCHEMA_KEYWORD_INVALID"],
    ["a description that is no text", { description: 5 }, {}, "SCHEMA_KEYWORD_INVALID"],
    ["a $ref that is no text", { $ref: 5, type: "string" }, { type: "string" }, "SCHEMA_KEYWORD_INVALID"],
    [
      "a discriminator without a property",
      { oneOf: [{ type: "string" }, { type: "null" }], discriminator: {} },
      { oneOf: [{ type: "string" }, { type: "null" }] },
      "SCHEMA_KEYWORD_INVALID",
    ],
    [
      "a pattern of another dialect",
      { type: "string", pattern: "(?i)x" },
      { type: "string" },
      "SCHEMA_PATTERN_INVALID",
    ],
    ["a default of another type", { type: "integer", default: "ten" }, { type: "integer" }, "SCHEMA_DEFAULT_INVALID"],
    [
      "a default that is not listed",
      { type: "string", enum: ["a"], default: "b" },
      { type: "string", enum: ["a"] },
      "SCHEMA_DEFAULT_INVALID",
    ],
    ["a schema that is text", "string", {}, "SCHEMA_INVALID"],
    [
      "a property that is null",
      { type: "object", properties: { a: null } },
      { type: "object", properties: { a: {} } },
      "SCHEMA_INVALID",
    ],
  ])("%s is left out with a warning", (_, given, want, code) => {
    const { schema, codes } = convert(given, "3.0");
    expect(plain(schema)).toEqual(want);
    expect(codes).toEqual([code]);
  });

  it("required: true on a property itself, as draft 3 had it, says nothing and is no fault", () => {
    const { schema, codes } = convert({ type: "object", properties: { a: { type: "string", required: true } } }, "3.0");
    expect(plain(schema)).toEqual({ type: "object", properties: { a: { type: "string" } } });
    expect(codes).toEqual([]);
  });

  it("reports a fault of a shared schema once, with its place", () => {
    const diagnostics = new Diagnostics();
    const schemas = { A: { type: "object", properties: { x: { type: "strin", readOnly: false } } } };
    const reader = createSchemaReader(inMemory({ components: { schemas } }, "3.0"), diagnostics);
    for (let i = 0; i < 3; i++)
      for (const direction of ["input", "output"] as const) reader.read(referTo("A"), direction);
    expect(diagnostics.list.map((d) => [d.code, d.at?.pointer])).toEqual([
      ["SCHEMA_TYPE_UNKNOWN", "#/components/schemas/A/properties/x"],
    ]);
  });

  it("a reference that leads nowhere costs what needs it in its input, and that alone", () => {
    const schemas = {
      Good: { type: "object", properties: { a: { type: "string" } } },
      Bad: { type: "object", properties: { deep: { $ref: "#/components/schemas/Middle" } } },
      Middle: { type: "array", items: { $ref: "#/components/schemas/Nowhere" } },
      Loop: { $ref: "#/components/schemas/Pool" },
      Pool: { $ref: "#/components/schemas/Loop" },
    };
    const reader = createSchemaReader(inMemory({ components: { schemas } }, "3.0"), new Diagnostics());
    expect(() => reader.read(referTo("Bad"), "input")).toThrow(BrokenReference);
    expect(() => reader.read(referTo("Bad"), "input")).toThrow(BrokenReference);
    expect(() => reader.flatten(referTo("Bad"), "input")).toThrow(BrokenReference);
    expect(() => reader.read(referTo("Nowhere"), "input")).toThrow(BrokenReference);
    expect(() => reader.read(referTo("Loop"), "input")).toThrow(BrokenReference);
    expect(reader.read(referTo("Good"), "input")).toEqual({ $ref: "#/$defs/Good" });
    // Of an answer it is enough to know what is known.
    const output = reader.read(referTo("Bad"), "output");
    expect(plain(reader.schemas([output]))).toEqual({
      Bad: { type: "object", properties: { deep: { $ref: "#/$defs/Middle" } } },
      Middle: { type: "array", items: {} },
    });
  });
});

describe("64-bit integers", () => {
  it("stay integers in what is sent, and may come as digits in answers", () => {
    const given = {
      type: "object",
      properties: { id: { type: "integer", format: "int64" }, n: { type: "integer", format: "int32" } },
    };
    expect(plain(convert(given, "3.0", "input").schema)).toEqual(given);
    expect(plain(convert(given, "3.0", "output").schema)).toEqual({
      type: "object",
      properties: { id: { type: ["integer", "string"], format: "int64" }, n: { type: "integer", format: "int32" } },
    });
    expect(plain(convert({ type: "integer", format: "uint64", nullable: true }, "3.0", "output").schema)).toEqual({
      type: ["integer", "string", "null"],
      format: "uint64",
    });
    expect(plain(convert({ type: "integer", format: "int64", enum: [1, 2] }, "3.0", "output").schema)).toEqual({
      type: "integer",
      format: "int64",
      enum: [1, 2],
    });
  });
});

describe("texts", () => {
  it("go through the cleaner, and are left out when nothing remains", () => {
    const reader = createSchemaReader(inMemory({}, "3.1"), new Diagnostics(), {
      text: (raw) => raw.replace(/<[^>]*>/g, "").trim(),
    });
    const schema = reader.read(
      inline({ type: "object", title: "<br>", properties: { a: { description: "<b>Hi</b> " } } }),
      "input",
    );
    expect(plain(schema)).toEqual({ type: "object", properties: { a: { description: "Hi" } } });
  });
});

describe("names from outside", () => {
  it("__proto__ has a name that validators pass on, constructor is a property like any other", () => {
    const given = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"required":["__proto__"]}',
    );
    const { schema } = convert(given, "3.1");
    const properties = typeof schema === "object" ? (schema.properties ?? {}) : {};
    expect(properties).toMatchObject({ proto: { type: "string", "x-toolgen-wire": "__proto__" }, constructor: {} });
    const shared = createSchemaReader(
      inMemory(
        {
          components: {
            schemas: {
              A: JSON.parse('{"allOf":[{"$ref":"#/components/schemas/B"},{"properties":{"b":{}}}]}'),
              B: given,
            },
          },
        },
        "3.1",
      ),
      new Diagnostics(),
    );
    shared.read(referTo("A"), "input");
    expect(JSON.stringify(shared.schemas())).toContain('"proto":{"type":"string","x-toolgen-wire":"__proto__"}');
    expect(({} as { type?: unknown }).type).toBeUndefined();
  });

  it("a component called __proto__ is one", () => {
    const schemas = JSON.parse('{"__proto__":{"type":"string"},"toString":{"type":"integer"}}');
    const reader = createSchemaReader(inMemory({ components: { schemas } }, "3.1"), new Diagnostics());
    reader.read(referTo("__proto__"), "input");
    reader.read(referTo("toString"), "input");
    expect(plain(reader.schemas())).toEqual({ Proto: { type: "string" }, ToString: { type: "integer" } });
  });
});

describe("what was converted", () => {
  it("compiles in ajv's strict mode, and checks what the document says", () => {
    const { schema, reader } = convert(
      {
        type: "object",
        required: ["a"],
        properties: {
          a: { type: "string", nullable: true },
          f: { type: "number", minimum: 0, exclusiveMinimum: true },
          n: { $ref: "#/components/schemas/Node" },
        },
      },
      "3.0",
      "input",
      {
        Node: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, next: { $ref: "#/components/schemas/Node" } },
        },
      },
    );
    const validate = new Ajv2020({ strictSchema: true }).compile({
      ...(schema as object),
      $defs: { ...reader.schemas() },
    });
    for (const good of [{ a: null }, { a: "x", f: 0.5 }, { a: "x", n: { name: "1", next: { name: "2" } } }])
      expect(validate(good)).toBe(true);
    for (const bad of [{}, { a: 1 }, { a: "x", f: 0 }, { a: "x", n: { name: "1", next: {} } }])
      expect(validate(bad)).toBe(false);
  });
});
