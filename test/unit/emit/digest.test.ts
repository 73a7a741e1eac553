import { expect, test } from "vitest";
import { createDigest } from "../../../src/emit/digest.js";
import type { JsonSchema } from "../../../src/tool/json-schema.js";

const to = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
type Schemas = Readonly<Record<string, JsonSchema>>;
const digestOf = (schemas: Schemas): string => createDigest(schemas)(to("A"));

const chain = { A: { items: to("B") }, B: { items: to("C") }, C: { type: "string" } } satisfies Schemas;
const circle = { A: { items: to("B") }, B: { anyOf: [to("A"), to("C")] }, C: { type: "string" } } satisfies Schemas;

test.each<[string, Schemas, Schemas]>([
  ["what it refers to", chain, { ...chain, B: { type: "array", items: to("C") } }],
  ["what that refers to", chain, { ...chain, C: { type: "number" } }],
  ["a schema that refers back", circle, { ...circle, B: { anyOf: [to("C"), to("A")] } }],
  ["what a circle leads to", circle, { ...circle, C: { type: "number" } }],
  ["a shared schema that is true", { A: true }, { A: false }],
])("changes with %s", (_, before, after) => {
  expect(digestOf(after)).not.toBe(digestOf(before));
});

test.each<[string, Schemas, Schemas]>([
  ["the order of the shared schemas", circle, { C: circle.C, B: circle.B, A: circle.A }],
  ["a schema that it does not refer to", circle, { ...circle, D: { items: to("A") } }],
])("stays with %s", (_, before, after) => {
  expect(digestOf(after)).toBe(digestOf(before));
});

test("reads a long chain of references", () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `N${i}`);
  const forward = Object.fromEntries(names.map((name, i) => [name, { items: to(names[i + 1] ?? "N0") }]));
  const digest = createDigest(forward);
  expect(digest(to("N0"))).not.toBe(digest(to("N1")));
});
