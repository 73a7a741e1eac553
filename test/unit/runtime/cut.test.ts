import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLength, startOf, stringLength } from "../../../src/runtime/cut/measure.js";
import { cutResult, cutText } from "../../../src/runtime/cut.js";
import { visibleJson } from "../../../src/runtime/visible.js";
import type { JsonSchema } from "../../../src/tool/json-schema.js";

/** The value and the mark of a cut content. */
function parts(content: string): { value: unknown; mark: string } {
  const at = content.lastIndexOf("\n[");
  return { value: JSON.parse(content.slice(0, at)), mark: content.slice(at + 1) };
}

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}` }));

describe("cutResult", () => {
  it("leaves alone what has room", () => {
    const data = { a: [1, "ü", null], "": {} };
    expect(cutResult(data, { maxChars: JSON.stringify(data).length })).toEqual({ data, content: JSON.stringify(data) });
    expect(cutResult(null, { maxChars: 10 }).content).toBe("null");
    expect(cutResult(undefined, { maxChars: 10 })).toEqual({ data: undefined, content: "" });
  });

  it("shortens arrays from the end, says what was left out and how to ask for less", () => {
    const data = { total: 1200, items: rows(1200) };
    const args = ["owner", "per_page", "page", "fields"];
    const { content, truncated, kept, data: whole } = cutResult(data, { maxChars: 2000, arguments: args });
    const { value, mark } = parts(content);
    expect(content.length).toBeLessThanOrEqual(2000);
    expect(content.length).toBeGreaterThan(1300);
    expect(value).toEqual(kept);
    const { items } = value as { items: unknown[] };
    expect(value).toEqual({ total: 1200, items: data.items.slice(0, items.length) });
    expect(truncated).toBe(
      `items: ${items.length} of 1,200 kept. To see the rest or less at once, set per_page, page or fields.`,
    );
    expect(mark).toBe(`[Truncated: ${truncated}]`);
    expect(whole).toBe(data);
  });

  const cases: [string, unknown, JsonSchema | undefined, unknown, string][] = [
    ["the list itself", rows(50), undefined, rows(4), "list: 4 of 50 kept"],
    [
      "the biggest of several arrays",
      { tags: ["a", "b"], items: rows(50) },
      undefined,
      { tags: ["a", "b"], items: rows(3) },
      "items: 3 of 50 kept",
    ],
    [
      "a long string",
      { id: 7, body: "x".repeat(500) },
      undefined,
      { id: 7, body: `${"x".repeat(84)}…` },
      "body: 84 of 500 characters kept",
    ],
    [
      "optional properties before required ones, where a string may not be cut",
      { id: 7, when: "2".repeat(70), note: "3".repeat(70) },
      {
        type: "object",
        required: ["note"],
        properties: { when: { type: "string", format: "date-time" }, note: { type: "string", pattern: "^3+$" } },
      },
      { note: "3".repeat(70), id: 7 },
      "without when",
    ],
    [
      "inside of the items that there have to be",
      { items: [{ t: "x".repeat(300) }, { t: "y".repeat(300) }, {}] },
      { properties: { items: { type: "array", minItems: 2 } } },
      { items: [{ t: `${"x".repeat(36)}…` }, { t: `${"y".repeat(36)}…` }] },
      "items[0].t: 36 of 300 characters kept; items[1].t: 36 of 300 characters kept; items: 2 of 3 kept",
    ],
    [
      "the entries of a map",
      { counts: Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`k${i}`, i])) },
      { properties: { counts: { type: "object", additionalProperties: { type: "integer" } } } },
      { counts: Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`k${i}`, i])) },
      "counts: 12 of 99 entries kept",
    ],
    [
      "inside of the first item, when it alone is too long",
      [{ id: 1, log: "z".repeat(999) }, { id: 2 }],
      undefined,
      [{ id: 1, log: `${"z".repeat(83)}…` }],
      "[0].log: 83 of 999 characters kept; list: 1 of 2 kept",
    ],
  ];
  it.each(cases)("cuts %s", (_, data, schema, want, note) => {
    const { content, truncated } = cutResult(data, { maxChars: 156, ...(schema !== undefined && { schema }) });
    expect(content.length).toBeLessThanOrEqual(156);
    expect(parts(content).value).toEqual(want);
    expect(truncated).toBe(`${note}. Ask for something narrower to see the rest.`);
  });

  it("leaves constants that tell the branches of oneOf apart as they are", () => {
    const schema: JsonSchema = {
      oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }],
      $defs: {
        Cat: {
          type: "object",
          required: ["kind", "lives"],
          properties: { kind: { const: "cat" }, lives: { type: "array" } },
        },
        Dog: { type: "object", properties: { kind: { const: "dog" }, lives: { type: "array", maxItems: 2 } } },
      },
    };
    const { kept } = cutResult({ other: "x".repeat(300), kind: "cat", lives: rows(100) }, { maxChars: 160, schema });
    expect(kept).toMatchObject({ kind: "cat", lives: rows(1) });
    expect(new Ajv2020().validate(schema, kept)).toBe(true);
  });

  it("says so when what is left cannot fit the schema", () => {
    const schema: JsonSchema = { type: "array", minItems: 40, items: { type: "string", pattern: "^x+$" } };
    const { content, truncated, kept } = cutResult(Array(60).fill("xxxxxxxxx"), { maxChars: 300, schema });
    expect(parts(content).value).toHaveLength(16);
    expect(truncated).toContain("no longer fits the output schema");
    expect(kept).toBeUndefined();
  });

  it("keeps within any limit, however small", () => {
    for (let maxChars = 0; maxChars < 300; maxChars++) {
      const { content } = cutResult({ items: rows(100), text: "😀".repeat(99) }, { maxChars, arguments: ["limit"] });
      expect(content.length).toBeLessThanOrEqual(maxChars);
      if (maxChars >= 11) expect(content).toMatch(/truncated/i);
    }
  });

  it("keeps hostile keys as data, and short in the mark", () => {
    const data = JSON.parse(
      `{"__proto__": {"x": "${"y".repeat(400)}"}, "${"k".repeat(200)}\\n]": "${"y".repeat(400)}"}`,
    );
    const { kept, truncated = "" } = cutResult(data, { maxChars: 700 });
    expect(Object.keys(kept as object)).toEqual(Object.keys(data));
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    expect(truncated).not.toContain("\n");
    expect(truncated.length).toBeLessThan(300);
  });

  it("ends for values that are nested without end", () => {
    let deep: unknown = [];
    for (let i = 0; i < 200_000; i++) deep = [deep];
    const { content, truncated } = cutResult(deep, { maxChars: 5000 });
    expect(Array.isArray(parts(content).value)).toBe(true);
    expect(truncated).toContain("nested too deeply");
  });

  it("D-04 cuts an array of 50 MB to the cap without reading all of it", () => {
    const item = { id: 1, text: "x".repeat(480) };
    const data = Array(100_000).fill(item);
    const begun = performance.now();
    const { content, truncated } = cutResult(data, { maxChars: 50_000, arguments: ["per_page"] });
    expect(performance.now() - begun).toBeLessThan(500);
    expect(content.length).toBeLessThanOrEqual(50_000);
    expect(content.length).toBeGreaterThan(49_000 - 600);
    expect(truncated).toBe("list: 98 of 100,000 kept. To see the rest or less at once, set per_page.");
  });

  it("takes linear time for one wide object and for one long string", () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key${i}`, { value: "v".repeat(20) }]));
    const begun = performance.now();
    for (const data of [wide, { wide }, "s".repeat(20_000_000), { items: [wide, wide] }]) {
      expect(cutResult(data, { maxChars: 10_000 }).content.length).toBeGreaterThan(8000);
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe("cutText", () => {
  it("cuts between two characters and says so", () => {
    const text = "😀".repeat(500);
    for (let maxChars = 0; maxChars < 400; maxChars++) {
      const { content } = cutText(text, { maxChars, arguments: ["limit"] });
      expect(content.length).toBeLessThanOrEqual(maxChars);
      expect(content).not.toMatch(/\p{Surrogate}/u);
    }
    expect(cutText("a".repeat(100), { maxChars: 100 })).toEqual({ content: "a".repeat(100) });
    expect(cutText("a".repeat(5000), { maxChars: 300 })).toEqual({
      content: `${"a".repeat(199)}\n[Truncated: 199 of 5,000 characters kept. Ask for something narrower to see the rest.]`,
      truncated: "199 of 5,000 characters kept. Ask for something narrower to see the rest.",
    });
  });
});

/** A schema, and values that fit it. */
interface Sample {
  readonly schema: JsonSchema;
  readonly value: fc.Arbitrary<unknown>;
}

const text = fc.string({ unit: "binary", maxLength: 60 });

const sampleOf = (schema: JsonSchema, value: fc.Arbitrary<unknown>): Sample => ({ schema, value });

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<Sample>(
      { schema: { type: "string" }, value: text },
      { schema: { type: "string", maxLength: 60 }, value: text },
      { schema: { type: "string", pattern: "^a*$" }, value: fc.nat(40).map((n) => "a".repeat(n)) },
      { schema: { type: "string", minLength: 5 }, value: fc.nat(40).map((n) => "bcdef".repeat(n + 1)) },
      { schema: { enum: ["short", "x".repeat(50)] }, value: fc.constantFrom("short", "x".repeat(50)) },
      { schema: { type: "number" }, value: fc.double({ noNaN: true, noDefaultInfinity: true }) },
      { schema: { type: ["string", "null"] }, value: fc.option(text) },
      { schema: true, value: fc.jsonValue() },
    ),
    fc
      .tuple(tie("sample"), fc.nat(3))
      .map(([item, minItems]) =>
        sampleOf(
          { type: "array", items: item.schema, minItems },
          fc.array(item.value, { minLength: minItems, maxLength: 12 }),
        ),
      ),
    fc
      .tuple(tie("sample"), fc.nat(3))
      .map(([item, minKeys]) =>
        sampleOf(
          { type: "object", additionalProperties: item.schema, minProperties: minKeys },
          fc.dictionary(fc.string({ maxLength: 9 }), item.value, { minKeys, maxKeys: 12 }),
        ),
      ),
    fc
      .tuple(
        fc.dictionary(fc.string({ maxLength: 9 }), tie("sample"), { maxKeys: 6 }),
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      )
      .map(([members, flags]) => {
        const entries = Object.entries(members);
        const required = Object.keys(members).filter((_, i) => flags[i]);
        const properties = Object.fromEntries(entries.map(([key, { schema }]) => [key, schema]));
        const values = Object.fromEntries(entries.map(([key, { value }]) => [key, value]));
        return sampleOf(
          { type: "object", required, properties, additionalProperties: false },
          fc.record(values, { requiredKeys: required }),
        );
      }),
    fc
      .tuple(tie("sample"), tie("sample"))
      .map(([one, other]) => sampleOf({ anyOf: [one.schema, other.schema] }, fc.oneof(one.value, other.value))),
    fc.tuple(tie("sample"), tie("sample")).map((inner) =>
      sampleOf(
        {
          oneOf: inner.map(({ schema }, i) => ({
            type: "object",
            required: ["kind"],
            properties: { kind: { const: `${i}` }, inner: schema },
          })),
        },
        fc.oneof(...inner.map(({ value }, i) => fc.record({ kind: fc.constant(`${i}`), inner: value, more: text }))),
      ),
    ),
    // Overlapping branches: what fits one may come to fit both.
    fc
      .tuple(tie("sample"), tie("sample"))
      .map(([one, other]) =>
        sampleOf(
          { oneOf: [{ type: "array", maxItems: 2 }, { type: "array", minItems: 3 }, one.schema, other.schema] },
          fc.array(fc.oneof(one.value, other.value), { maxLength: 8 }),
        ),
      ),
  ),
}));

describe("properties", () => {
  it("what is kept always parses, is never too long, and fits the schema when the whole did", () => {
    const ajv = new Ajv2020({ strict: false, addUsedSchema: false, ownProperties: true });
    const input = sample.chain(({ schema, value }) =>
      fc.tuple(fc.constant(schema), value, fc.integer({ min: 40, max: 700 })),
    );
    let cut = 0;
    let fitting = 0;
    fc.assert(
      fc.property(input, ([schema, data, maxChars]) => {
        const fits = ajv.compile(schema);
        fc.pre(fits(data) === true);
        const result = cutResult(data, { maxChars, schema });
        expect(result.content.length).toBeLessThanOrEqual(maxChars);
        expect(result.data).toBe(data);
        if (result.truncated === undefined) {
          expect(result.content).toBe(visibleJson(JSON.stringify(data)));
          return;
        }
        cut++;
        if (result.content.startsWith("[Truncated")) return;
        const { value } = parts(result.content);
        if (!("kept" in result)) return;
        fitting++;
        expect(value).toEqual(JSON.parse(visibleJson(JSON.stringify(result.kept))));
        expect(fits(result.kept) || fits.errors).toBe(true);
      }),
      { numRuns: 400, endOnFailure: true },
    );
    // The cases above are no exception.
    expect(cut).toBeGreaterThan(50);
    expect(fitting).toBeGreaterThan(cut / 2);
  });

  it("lengths are those of JSON.stringify", () => {
    fc.assert(
      fc.property(fc.jsonValue(), text, fc.nat(40), (value, string, limit) => {
        const length = JSON.stringify(value).length;
        expect(jsonLength(value, length)).toBe(length);
        expect(jsonLength(value, length - 1)).toBe(Number.POSITIVE_INFINITY);
        expect(stringLength(string)).toBe(JSON.stringify(string).length);
        const start = startOf(string, limit);
        if (limit >= 2) expect(JSON.stringify(start).length).toBeLessThanOrEqual(limit);
        expect(string.startsWith(start)).toBe(true);
      }),
    );
  });
});
