/** Any schema of arguments that a document may lead to. */
import fc from "fast-check";
import type { JsonSchema, JsonSchemaObject } from "../../../src/tool/json-schema.js";

/** Legal, illegal for some, the same once they are cleaned, and such as objects have of themselves; ajv knows
 * no `__proto__`. */
const key = fc.constantFrom(
  ...["id", "name", "kind", "tags", "a.b", "a-b", "a_b", "$filter", "9lives", "", "constructor"],
  ...["otherProperties", "key", "value", "ключ", "a".repeat(80), `${"a".repeat(79)}b`],
);

const text = fc.constantFrom<JsonSchemaObject>(
  { type: "string" },
  { type: "string", minLength: 1, maxLength: 5 },
  { type: "string", format: "date" },
  { type: "string", format: "date-time" },
  { type: "string", format: "uri", description: "Where." },
  { type: "string", enum: ["a", "b"] },
  { type: "string", enum: ["", "a"], default: "a" },
  { type: "string", const: "only" },
);
const other = fc.constantFrom<JsonSchema>(
  { type: "integer" },
  { type: "integer", minimum: 1, maximum: 9, format: "int32" },
  { type: "number", multipleOf: 0.5 },
  { type: "boolean" },
  { const: 3 },
  { enum: [1, 2, 2.5] },
  { enum: ["1", 1, true, null] },
  { enum: ["a", null] },
  { enum: [{ a: 1 }, "b"] },
  { type: ["string", "null"] },
  { type: ["integer", "null"], minimum: 0 },
  { type: ["string", "integer", "boolean"] },
  { type: "null" },
  { type: "object" },
  { $ref: "#/$defs/Node" },
  { $ref: "#/$defs/Node", description: "The one below." },
  { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] },
  { allOf: [{ $ref: "#/$defs/Node" }], description: "Wrapped." },
  {},
  true,
);

function record<T>(value: fc.Arbitrary<T>, least = 0): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(key, value), { minLength: least, maxLength: 4, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries));
}

const { object } = fc.letrec<{ any: JsonSchema; object: JsonSchemaObject }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: text },
    { weight: 3, arbitrary: other },
    { weight: 3, arbitrary: tie("object") },
    tie("any").map((items): JsonSchema => ({ type: "array", items })),
    tie("any").map((items): JsonSchema => ({ type: ["array", "null"], items, minItems: 1, maxItems: 2 })),
    fc
      .array(tie("any"), { minLength: 1, maxLength: 3 })
      .map((prefixItems): JsonSchema => ({ type: "array", prefixItems, minItems: prefixItems.length, items: false })),
    tie("any").map((values): JsonSchema => ({ type: "object", additionalProperties: values })),
    fc.array(tie("any"), { minLength: 1, maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
    fc.array(tie("object"), { minLength: 1, maxLength: 3 }).map(discriminated),
    tie("object").map((one): JsonSchema => ({ ...one, type: ["object", "null"] })),
  ),
  object: fc
    .tuple(record(tie("any"), 1), fc.array(fc.boolean(), { maxLength: 4 }), fc.option(tie("any"), { freq: 2 }))
    .map(([properties, asked, more]): JsonSchemaObject => {
      const required = Object.keys(properties).filter((_, i) => asked[i]);
      return { type: "object", properties, required, additionalProperties: more ?? false };
    }),
}));

/** Branches that a property tells apart. */
function discriminated(branches: readonly JsonSchemaObject[]): JsonSchema {
  const oneOf = branches.map(
    (branch, i): JsonSchemaObject => ({
      ...branch,
      properties: { ...branch.properties, kind: { const: `kind_${i}` } },
      required: [...new Set([...(branch.required ?? []), "kind"])],
    }),
  );
  return { oneOf };
}

/** Arguments: closed, and with a definition that may hold itself. */
export const inputs: fc.Arbitrary<JsonSchemaObject> = fc
  .tuple(object, object)
  .map(([root, node]) => ({ ...root, additionalProperties: false, $defs: { Node: node } }));
