import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry } from "../../../../src/runtime/index.js";
import { foldSchema } from "../../../../src/runtime/registry/fold.js";
import { isRecord, resolveRef } from "../../../../src/runtime/schema.js";
import { Validators } from "../../../../src/runtime/validate/validators.js";
import type { JsonSchema, JsonSchemaObject } from "../../../../src/tool/json-schema.js";
import { tool, toolkit } from "../tools.js";

const size = (schema: JsonSchema): number => Buffer.byteLength(JSON.stringify(schema));
const text: JsonSchema = { type: ["string", "null"] };

const FILTER: JsonSchemaObject = {
  type: "object",
  additionalProperties: false,
  required: ["state"],
  properties: {
    and: { type: "array", items: { $ref: "#/$defs/Filter" } },
    title: { $ref: "#/$defs/Comparator" },
    state: { $ref: "#/$defs/State" },
  },
};

const INPUT: JsonSchemaObject = {
  type: "object",
  additionalProperties: false,
  properties: {
    filter: { description: "Which ones.", $ref: "#/$defs/Filter" },
    at: { $ref: "#/$defs/Date", default: "now" },
    first: { type: "integer", default: 10 },
  },
  $defs: {
    Filter: FILTER,
    Comparator: {
      type: "object",
      description: "How to compare.",
      properties: { eq: text, neq: text, in: { type: "array", items: text } },
    },
    State: { type: "string", enum: ["OPEN", "CLOSED"] },
    Date: { type: "string", format: "date-time" },
  },
};

describe("a schema", () => {
  it("that has room stays as it is", () => {
    expect(foldSchema(INPUT, size(INPUT))).toBe(INPUT);
  });

  it("without room for its definitions tells their names, required ones first", () => {
    expect(foldSchema(INPUT, 250)).toEqual({
      type: "object",
      additionalProperties: false,
      properties: {
        filter: { type: "object", description: "Which ones. Filter: state, and, title" },
        at: { type: "string", format: "date-time", default: "now" },
        first: { type: "integer", default: 10 },
      },
    });
  });

  it("is unfolded breadth first", () => {
    expect(foldSchema(INPUT, 520)).toEqual({
      ...INPUT,
      properties: { ...INPUT.properties, at: { type: "string", format: "date-time", default: "now" } },
      $defs: {
        Filter: {
          ...FILTER,
          properties: {
            ...FILTER.properties,
            title: { type: "object", description: "Comparator: eq, neq, in" },
            state: { type: "string", description: "State: OPEN, CLOSED" },
          },
        },
      },
    });
  });

  it("of objects in objects is folded as well", () => {
    const inner = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`field_${i}`, text])),
    };
    const folded = foldSchema({ type: "object", properties: { body: inner } } as JsonSchema, 300);
    expect(folded).toMatchObject({
      properties: { body: { type: "object", description: expect.stringMatching(/^field_0, field_1, .*…$/) } },
    });
    expect(size(folded)).toBeLessThanOrEqual(300);
  });

  it("keeps every argument, whatever the room", () => {
    const folded = foldSchema(INPUT, 1);
    expect(isRecord(folded) && Object.keys((folded as JsonSchemaObject).properties ?? {})).toEqual([
      "filter",
      "at",
      "first",
    ]);
  });

  it("loses texts before it loses names", () => {
    const long = {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => [`p${i}`, { type: "string", description: "x".repeat(500) }]),
      ),
    } as JsonSchema;
    const folded = foldSchema(long, 2000);
    expect(folded).toMatchObject({ properties: { p9: { type: "string", description: `${"x".repeat(119)}…` } } });
  });
});

describe("any schema", () => {
  const name = fc.constantFrom("A", "B", "C", "D", "E");
  const leaf = fc.constantFrom<JsonSchema>(text, { type: "integer" }, { type: "string", enum: ["x", "y"] });
  const part: fc.Arbitrary<JsonSchema> = fc.letrec<{ part: JsonSchema }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      leaf,
      name.map((n): JsonSchema => ({ $ref: `#/$defs/${n}` })),
      tie("part").map((items): JsonSchema => ({ type: "array", items })),
      fc.array(tie("part"), { minLength: 1, maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
      fc
        .dictionary(fc.stringMatching(/^[a-z]{1,12}$/), tie("part"), { maxKeys: 6 })
        .map((properties): JsonSchema => ({ type: "object", properties, description: "An object." })),
    ),
  })).part;
  const object = fc
    .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), part, { maxKeys: 5 })
    .map((properties) => ({ type: "object", properties }) as const);
  const schema = fc
    .record({ root: object, defs: fc.record({ A: object, B: object, C: object, D: part, E: part }) })
    .map(({ root, defs }): JsonSchemaObject => ({ ...root, $defs: defs }));

  it("fits its room, refers to nothing that is not there, and takes what the whole one takes", async () => {
    await fc.assert(
      fc.asyncProperty(
        schema,
        fc.integer({ min: 0, max: 3000 }),
        fc.object({ maxDepth: 3 }),
        async (whole, room, value) => {
          const folded = foldSchema(whole, room) as JsonSchemaObject;
          const floor = size(foldSchema(whole, 0));
          expect(size(folded)).toBeLessThanOrEqual(Math.max(room, floor));
          const references = [...JSON.stringify(folded).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? "");
          for (const reference of references) expect(resolveRef(folded, reference)).toBeDefined();
          const [all, some] = [await new Validators().compile(whole), await new Validators().compile(folded)];
          if (!all.errors(value, false)) expect(some.errors(value, false)).toBeFalsy();
        },
      ),
      { numRuns: 100, interruptAfterTimeLimit: 10_000, endOnFailure: true },
    );
  });
});

describe("a registry", () => {
  it("describes a tool in the room it is given, and takes what was folded", async () => {
    const registry = createRegistry({ env: {} });
    registry.register(toolkit("kit", tool("find", INPUT)));
    const description = await registry.describe("find", { maxSchemaBytes: 250 });
    expect(description?.inputSchema.$defs).toBeUndefined();
    expect((await registry.describe("find"))?.inputSchema.$defs).toBeDefined();
    expect(await registry.call("find", { filter: { state: "OPEN" } })).toMatchObject({ ok: true });
    expect(await registry.call("find", { filter: { stat: "OPEN" } })).toMatchObject({ ok: false });
  });
});
