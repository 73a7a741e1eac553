import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import type { JsonObject, JsonValue } from "../../../../../src/read/openapi/document.js";
import { createSchemaReader } from "../../../../../src/read/openapi/schema.js";
import { inline, inMemory, referTo } from "./document.js";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const LENGTH = 3_000;

function chain(
  length: number,
  step: (next: JsonObject, i: number) => JsonValue,
  last: JsonValue = { type: "string" },
): JsonObject {
  return Object.fromEntries(
    Array.from({ length }, (_, i) => [`S${i}`, i === length - 1 ? last : step(ref(`S${i + 1}`), i)]),
  );
}

/** Each takes in two, of which each takes in the same two. */
const lattice: JsonObject = Object.fromEntries([
  ...Array.from({ length: 60 }, (_, i) => {
    const both = [ref(`S${i + 1}`), ref(`T${i + 1}`)];
    const either = { anyOf: [{ required: [`a${i}`] }, { required: ["b"] }] };
    return [
      [`S${i}`, { allOf: both, minProperties: i }],
      [`T${i}`, { allOf: [...both, either] }],
    ] as const;
  }).flat(),
  ["S60", { type: "object" }],
  ["T60", object({ z: {} })],
]);

describe("hostile schemas end quickly, and never in a RangeError", () => {
  it.each<readonly [what: string, schemas: JsonObject]>([
    ["S-12 a chain of references", chain(LENGTH, (next) => next)],
    ["S-12 a chain of references with words", chain(LENGTH, (next) => ({ ...next, description: "d" }))],
    ["S-12 a chain of references with limits", chain(LENGTH, (next, i) => ({ ...next, minProperties: i }), object({}))],
    ["a chain of allOf", chain(LENGTH, (next, i) => ({ allOf: [next, object({ [`p${i}`]: {} })] }), object({}))],
    ["a chain of allOf of one", chain(LENGTH, (next) => ({ allOf: [next], description: "d" }))],
    ["a chain of properties", chain(LENGTH, (next) => object({ next }))],
    ["a chain of unions", chain(LENGTH, (next) => ({ anyOf: [next, { type: "null" }] }))],
    ["a chain of read-only properties", chain(LENGTH, (next) => object({ next: { allOf: [next], readOnly: true } }))],
    [
      "a chain of bases",
      chain(
        LENGTH,
        (next) => ({ allOf: [next], ...object({ t: {} }), discriminator: { propertyName: "t" } }),
        object({}),
      ),
    ],
    ["S-12 a fan-out of 2^28", chain(28, (next) => object({ a: next, b: next }))],
    [
      "S-12 a fan-out of 2^28 through allOf",
      chain(28, (next) => ({ allOf: [next, { allOf: [next, object({ x: next })] }] }), object({})),
    ],
    ["a fan-out through two bases each", lattice],
    ["a long loop", { ...chain(LENGTH, (next) => object({ next })), [`S${LENGTH - 1}`]: object({ next: ref("S0") }) }],
    [
      "a long loop through allOf",
      {
        ...chain(LENGTH, (next) => ({ allOf: [next, { minProperties: 1 }] })),
        [`S${LENGTH - 1}`]: { allOf: [ref("S0"), object({})] },
      },
    ],
    [
      "a long loop through unions",
      {
        ...chain(LENGTH, (next) => ({ anyOf: [next, { type: "null" }] })),
        [`S${LENGTH - 1}`]: { anyOf: [ref("S0"), { type: "string" }] },
      },
    ],
  ])("%s", (_, schemas) => {
    const reader = createSchemaReader(inMemory({ components: { schemas } }), new Diagnostics());
    const started = performance.now();
    for (const direction of ["input", "output"] as const) {
      reader.read(referTo("S0"), direction);
      reader.flatten(referTo("S0"), direction);
    }
    expect(Object.keys(reader.schemas()).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it.each<readonly [what: string, step: (inner: JsonValue) => JsonValue]>([
    ["properties", (inner) => object({ a: inner })],
    ["items", (inner) => ({ type: "array", items: inner })],
    ["allOf", (inner) => ({ allOf: [inner, { minProperties: 1 }] })],
    ["anyOf", (inner) => ({ anyOf: [inner, { type: "null" }] })],
    ["not", (inner) => ({ not: inner })],
    ["additionalProperties", (inner) => ({ additionalProperties: inner })],
    ["oneOf of one", (inner) => ({ oneOf: [inner], discriminator: { propertyName: "a" } })],
  ])("nesting beyond all sense is cut, with a warning: %s", (_, step) => {
    let nested: JsonValue = { type: "string" };
    for (let i = 0; i < 5_000; i++) nested = step(nested);
    const diagnostics = new Diagnostics();
    const reader = createSchemaReader(inMemory({ components: { schemas: { A: nested } } }), diagnostics);
    for (const direction of ["input", "output"] as const) {
      reader.read(referTo("A"), direction);
      reader.read(inline(nested), direction, { files: true });
      reader.flatten(referTo("A"), direction);
    }
    expect(diagnostics.list.map((d) => d.code)).toContain("SCHEMA_TOO_DEEP");
  });

  it("files in schemas that repeat themselves are looked for in a few levels only", () => {
    const A = {
      type: "array",
      items: ref("A"),
      anyOf: [{ type: "string", format: "binary" }, ref("A")],
      oneOf: [ref("A"), { type: "file" }],
    };
    const reader = createSchemaReader(inMemory({ components: { schemas: { A } } }), new Diagnostics());
    const started = performance.now();
    reader.read(referTo("A"), "input", { files: true });
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
