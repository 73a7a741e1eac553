import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import type { JsonObject, JsonValue } from "../../../../../src/read/openapi/document.js";
import { BrokenReference, createSchemaReader } from "../../../../../src/read/openapi/schema.js";
import { inMemory, referTo } from "./document.js";

const NAMES = ["A", "B", "C"];
const KEYS = ["a", "b", "c"];

/** JSON Schema 2020-12 as OpenAPI 3.1 takes it, without what is read by intent: each schema states what it means. */
const { schema } = fc.letrec<{ schema: JsonValue; typed: JsonValue; list: JsonValue }>((tie) => {
  const properties = fc.dictionary(fc.constantFrom(...KEYS), tie("schema"), { maxKeys: 2, noNullPrototype: true });
  const keys = fc.subarray(KEYS, { minLength: 1 });
  const object = fc.record(
    {
      type: fc.constant("object"),
      properties,
      required: keys,
      additionalProperties: tie("schema"),
      unevaluatedProperties: tie("schema"),
      minProperties: fc.nat(2),
      maxProperties: fc.nat(3),
      dependentRequired: fc.dictionary(fc.constantFrom(...KEYS), keys, { maxKeys: 1, noNullPrototype: true }),
      allOf: tie("list"),
      anyOf: tie("list"),
    },
    { requiredKeys: ["type"], noNullPrototype: true },
  );
  const text = fc.record(
    {
      type: fc.constant("string"),
      minLength: fc.nat(2),
      maxLength: fc.nat(3),
      pattern: fc.constantFrom("^a", "b$"),
      enum: fc.subarray(["a", "b", "ab"], { minLength: 1 }),
      allOf: tie("list"),
    },
    { requiredKeys: ["type"], noNullPrototype: true },
  );
  const number = fc.record(
    {
      type: fc.constantFrom("integer", "number"),
      minimum: fc.nat(3),
      exclusiveMaximum: fc.nat(4),
      multipleOf: fc.constantFrom(1, 2, 4),
      allOf: tie("list"),
    },
    { requiredKeys: ["type"], noNullPrototype: true },
  );
  const array = fc.record(
    {
      type: fc.constant("array"),
      prefixItems: tie("list"),
      items: tie("schema"),
      contains: tie("schema"),
      maxItems: fc.nat(3),
      uniqueItems: fc.boolean(),
      allOf: tie("list"),
    },
    { requiredKeys: ["type"], noNullPrototype: true },
  );
  const joined = fc.oneof(
    fc.record({ allOf: tie("list") }),
    fc.record({ anyOf: tie("list") }),
    fc.record({ not: tie("schema") }),
    fc.record({ const: fc.constantFrom(1, "a", null) }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    fc.record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }, { requiredKeys: ["if"] }),
    fc.record(
      { $ref: fc.constantFrom(...NAMES).map((n) => `#/components/schemas/${n}`), description: fc.constant("d") },
      { requiredKeys: ["$ref"] },
    ),
    fc.record({ $ref: fc.constantFrom(...NAMES).map((n) => `#/components/schemas/${n}`), maxProperties: fc.nat(2) }),
  ) as fc.Arbitrary<JsonValue>;
  return {
    schema: fc.oneof(
      { maxDepth: 4 },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 2, arbitrary: joined },
      { weight: 6, arbitrary: tie("typed") },
    ),
    typed: fc.oneof({ weight: 4, arbitrary: object }, text, number, array) as fc.Arbitrary<JsonValue>,
    list: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
  };
});

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>("a", "ab", "", "b", 0, 1, 2, 4, 1.5, null, true),
    fc.dictionary(fc.constantFrom(...KEYS, "d"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
})).value;

const OPTIONS = { strict: false, validateFormats: false, validateSchema: false, meta: false, logger: false } as const;

/** Undefined where a reference leads only to itself. */
function unlessBroken<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof BrokenReference) return undefined;
    throw cause;
  }
}

/** Undefined where the schema, as it stands, leads a validator round and round. */
function endless<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

describe("a schema of OpenAPI 3.1", () => {
  it("accepts as a tool's input what it accepts as it stands", () => {
    fc.assert(
      fc.property(
        fc.tuple(...NAMES.map(() => schema)),
        fc.array(values, { minLength: 20, maxLength: 40 }),
        (made, samples) => {
          const schemas: JsonObject = Object.fromEntries(NAMES.map((name, i) => [name, made[i] ?? true]));
          const diagnostics = new Diagnostics();
          const reader = createSchemaReader(inMemory({ components: { schemas } }, "3.1"), diagnostics);
          const roots = NAMES.map((name) => unlessBroken(() => reader.read(referTo(name), "input")));
          // Loops have no meaning, and parts that forbid each other's properties are read by intent.
          fc.pre(!diagnostics.list.some((d) => d.code === "SCHEMA_LOOP" || d.code === "SCHEMA_CLOSED_ALLOF"));
          for (const [i, name] of NAMES.entries()) {
            const root = roots[i];
            if (root === undefined) continue;
            const raw = { components: { schemas }, $ref: `#/components/schemas/${name}` };
            const before = endless(() => new Ajv2020(OPTIONS).compile(raw));
            if (!before) continue;
            const after = new Ajv2020(OPTIONS).compile({ $defs: { ...reader.schemas() }, allOf: [root] });
            // ajv takes `[]` where `prefixItems` stands beside a `contains` that nothing can meet.
            const isMixedUp = ["prefixItems", "contains"].every((keyword) => JSON.stringify(schemas).includes(keyword));
            for (const sample of samples) {
              if (isMixedUp && JSON.stringify(sample).includes("[]")) continue;
              const got = after(sample);
              const want = endless(() => before(sample)) ?? got;
              if (want !== got)
                expect({ sample, valid: got, as: { root, ...reader.schemas() } }).toEqual({
                  sample,
                  valid: want,
                  as: schemas,
                });
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
