/** Whatever schema somebody writes by hand: every profile takes it, and what its model then sends finds its way back. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialects, type ProfileName } from "../../../src/providers/dialect.js";
import { toProfile } from "../../../src/providers/profile.js";
import { describeTool } from "../../../src/runtime/registry/describe.js";
import type { JsonSchema, JsonSchemaObject } from "../../../src/tool/json-schema.js";
import { refusals } from "../../unit/providers/accepts.js";

const PROFILES = Object.keys(dialects) as ProfileName[];

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "b", "name", "id") },
  fc.constantFrom(
    "a.b",
    "a-b",
    "$filter",
    "9lives",
    "",
    "__proto__",
    "constructor",
    "otherProperties",
    "ключ",
    "a".repeat(80),
  ),
  fc.string({ maxLength: 6 }),
);
const scalar = fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean(), fc.constant(null));

function record<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries));
}

/** Sound by its shape, not always by its sense: branches that exclude each other, references to oneself. */
const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchemaObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<JsonSchema>(
      { type: "string", minLength: 1, pattern: "^x" },
      { type: "integer", minimum: 0, format: "int64" },
      { type: ["string", "null"] },
      { type: ["string", "number", "object"] },
      { type: "number", exclusiveMinimum: 0, multipleOf: 2 },
      { type: "null" },
      { type: "array" },
      { type: "object" },
      { $ref: "#/$defs/Node" },
      { $ref: "#/$defs/Nowhere" },
      { $ref: "#" },
      {},
      true,
      false,
    ),
    fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }).map((values): JsonSchema => ({ enum: values })),
    scalar.map((value): JsonSchema => ({ const: value })),
    tie("object"),
    tie("schema").map((items): JsonSchema => ({ type: "array", items, minItems: 1, uniqueItems: true })),
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 3 })
      .map((prefixItems): JsonSchema => ({ prefixItems, items: false })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 3 })
      .map((oneOf): JsonSchema => ({ oneOf, description: "One." })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((allOf): JsonSchema => ({ allOf })),
    tie("schema").map((not): JsonSchema => ({ not })),
  ),
  object: fc
    .record(
      {
        properties: record(tie("schema")),
        additionalProperties: tie("schema"),
        patternProperties: record(tie("schema")),
        dependentRequired: record(fc.array(key, { maxLength: 2 })),
        required: fc.uniqueArray(key, { maxLength: 2 }),
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: ["properties"] },
    )
    .map((keywords): JsonSchemaObject => ({ type: "object", ...keywords })),
}));

const root = fc.tuple(schema, schema).map(([one, node]): JsonSchemaObject => {
  const given = typeof one === "object" ? one : {};
  return { ...given, type: "object", $defs: { Node: node } };
});

const value = fc.anything({ maxDepth: 3, withNullPrototype: false });

describe.each(PROFILES)("%s", (profile) => {
  it("takes any schema, and anything that its model sends", () => {
    fc.assert(
      fc.property(root, value, (input, sent) => {
        const tool = { name: "by_hand", description: "", effect: "read", input, run: () => undefined } as const;
        const made = toProfile(describeTool("by_hand", "mine", tool), profile);
        const held = made.reason === undefined ? profile : profile.replace("-strict", "");
        expect(refusals(held, made.schema)).toEqual([]);
        expect(() => made.restore(sent)).not.toThrow();
        expect(() => made.restore({ a: sent, otherProperties: sent })).not.toThrow();
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
