import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry, type ToolResult } from "../../../src/runtime/index.js";
import type { JsonSchema } from "../../../src/tool/index.js";
import { tool, toolkit } from "../../unit/runtime/tools.js";

const leaf = fc.constantFrom<JsonSchema>(
  true,
  {},
  { type: "string" },
  { type: "integer" },
  { type: "number", minimum: 0 },
  { type: "boolean" },
  { type: "null" },
  { type: ["integer", "string"] },
  { type: ["boolean", "null"] },
  { enum: ["a", "1", "true"] },
  { enum: [1, 2, null] },
  { const: "a" },
  { type: "string", pattern: "^[a-z0-9]+$", maxLength: 3 },
);

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const child = tie("schema");
  const keys = fc.uniqueArray(fc.constantFrom("a", "b", "c", "kind", "__proto__"), { maxLength: 3 });
  const properties = fc.tuple(keys, fc.array(child, { minLength: 3, maxLength: 3 })).map(([names, schemas]) =>
    // `Object.fromEntries` makes `__proto__` an own property.
    Object.fromEntries(names.map((name, i) => [name, schemas[i] ?? true])),
  );
  const union = fc.array(child, { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: leaf, weight: 4 },
      {
        arbitrary: fc.record<JsonSchema & object>({
          type: fc.constant("object"),
          properties,
          additionalProperties: fc.oneof(fc.boolean(), child),
        } as never),
        weight: 3,
      },
      { arbitrary: child.map((items): JsonSchema => ({ type: "array", items })), weight: 2 },
      { arbitrary: fc.tuple(child, child).map((prefixItems): JsonSchema => ({ prefixItems })), weight: 1 },
      { arbitrary: union.map((anyOf): JsonSchema => ({ anyOf })), weight: 1 },
      { arbitrary: union.map((oneOf): JsonSchema => ({ oneOf })), weight: 1 },
      { arbitrary: union.map((allOf): JsonSchema => ({ allOf })), weight: 1 },
    ),
  };
});

/** Values that are near to what the schemas above ask for. */
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>("a", "1", "2", "true", "null", "[1]", '{"a":"1"}', "", "007", 1, 2, 0.5, -1, true, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "kind", "__proto__"), tie("value"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    // Integers beyond 2^53 are refused as numbers.
    fc
      .json()
      .filter((text) => !/\d{16}|e\+?\d\d/i.test(text))
      .map((text): unknown => JSON.parse(text)),
  ),
})).value;

async function call(input: JsonSchema, args: unknown): Promise<{ result: ToolResult; sent: unknown }> {
  let sent: unknown;
  const run = (given: unknown): string => {
    sent = given;
    return "ok";
  };
  const registry = createRegistry();
  registry.register(toolkit("kit", tool("act", input, { run })));
  return { result: await registry.call("act", args), sent };
}

const wrap = (x: JsonSchema): JsonSchema => ({ type: "object", properties: { x }, additionalProperties: false });
const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false });

/** ajv leaves a property called `__proto__` unchecked. */
const hasProto = (x: unknown): boolean => JSON.stringify(x).includes("__proto__");

describe("properties of validation", () => {
  it("whatever comes as arguments, the answer is a result", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        async (args) => {
          const { result } = await call(wrap({ type: "integer" }), args);
          expect(result.ok || result.error.code === "invalid_arguments").toBe(true);
          expect(() => JSON.stringify(result)).not.toThrow();
        },
      ),
      { numRuns: 300 },
    );
  });

  it("a valid value arrives as it was, and nothing is noted", async () => {
    let valid = 0;
    await fc.assert(
      fc.asyncProperty(schema, value, async (x, v) => {
        if (!ajv.validate(x, v)) return;
        valid++;
        const args = { x: v };
        const before = JSON.stringify(args);
        const { result, sent } = await call(wrap(x), args);
        expect([result.ok, JSON.stringify(sent), JSON.stringify(args), result.meta.notes]).toEqual([
          true,
          before,
          before,
          undefined,
        ]);
      }),
      { numRuns: 600 },
    );
    expect(valid).toBeGreaterThan(100);
  });

  it("what is refused has issues in words, each at a place of the arguments", async () => {
    await fc.assert(
      fc.asyncProperty(schema, value, async (x, v) => {
        const { result, sent } = await call(wrap(x), { x: v });
        if (result.ok) return;
        expect([result.error.code, sent]).toEqual(["invalid_arguments", undefined]);
        expect(result.error.issues?.length).toBeGreaterThan(0);
        for (const { path, message } of result.error.issues ?? []) {
          expect(path).toMatch(/^(?:\/x(?:\/.*)?)?$/s);
          expect(message).not.toMatch(/undefined|\[object|something else/);
        }
      }),
      { numRuns: 600 },
    );
  });

  it("what is let pass fits the schema, by ajv's own judgement", async () => {
    await fc.assert(
      fc.asyncProperty(schema, value, async (x, v) => {
        const { result, sent } = await call(wrap(x), { x: v });
        if (!result.ok || hasProto([x, v])) return;
        expect(ajv.validate(wrap(x), sent)).toBe(true);
      }),
      { numRuns: 600 },
    );
  });
});
