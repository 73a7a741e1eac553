import { describe, expect, it } from "vitest";
import { type Code, code, EmitError, indent, join } from "../../../src/emit/code.js";
import { type Layout, literal, memberKey, propertyKey } from "../../../src/emit/literal.js";

const evaluate = (text: string): unknown => new Function(`"use strict"; return (${text})`)();

describe("literal", () => {
  it.each<{ readonly given: unknown; readonly want: string }>([
    { given: null, want: "null" },
    { given: true, want: "true" },
    { given: 0, want: "0" },
    { given: -0, want: "-0" },
    { given: 1e21, want: "1e+21" },
    { given: -1.5, want: "-1.5" },
    { given: "plain", want: '"plain"' },
    { given: "", want: '""' },
    { given: 'say "hi" \\', want: '"say \\"hi\\" \\\\"' },
    { given: "a\nb\tc\r", want: '"a\\nb\\tc\\r"' },
    { given: "`${process.env}`", want: '"`${process.env}`"' },
    { given: "\u2028\u2029", want: '"\\u2028\\u2029"' },
    { given: "\ud800 \udc00", want: '"\\uD800 \\uDC00"' },
    { given: "\u0000\u007f\u009b", want: '"\\u0000\\u007F\\u009B"' },
    { given: "a\u202eb\u200bc\ufeff", want: '"a\\u202Eb\\u200Bc\\uFEFF"' },
    { given: "\u{e0041}\u{f0000}\ufe0f\u034f\u3164", want: '"\\u{E0041}\\u{F0000}\\uFE0F\\u034F\\u3164"' },
    { given: "Zürich 東京 नमस्ते → €", want: '"Zürich 東京 नमस्ते → €"' },
    { given: "👩\u200d💻", want: '"👩\\u200D💻"' },
    { given: "a < b </SCRIPT> <!-- </div>", want: '"a < b \\u003C/SCRIPT> \\u003C!-- </div>"' },
    { given: [], want: "[]" },
    { given: {}, want: "{}" },
    { given: [1, "a", [null]], want: '[1, "a", [null]]' },
    { given: { a: 1, "b-c": { $ref: "x" }, "": 2, class: 3 }, want: '{ a: 1, "b-c": { $ref: "x" }, "": 2, class: 3 }' },
    { given: JSON.parse('{"__proto__": {"x": 1}}'), want: '{ ["__proto__"]: { x: 1 } }' },
  ])("prints $want", ({ given, want }) => {
    expect(literal(given).text).toBe(want);
    expect(evaluate(want)).toStrictEqual(given);
  });

  it.each<{ readonly what: string; readonly given: unknown }>([
    { what: "NaN", given: Number.NaN },
    { what: "Infinity", given: [Number.POSITIVE_INFINITY] },
    { what: "undefined", given: { a: undefined } },
    { what: "a hole", given: new Array(1) },
    { what: "a function", given: () => 1 },
    { what: "a big integer", given: 1n },
    { what: "a symbol", given: Symbol("a") },
    { what: "a date", given: new Date(0) },
    { what: "a map", given: { a: new Map() } },
  ])("refuses $what", ({ given }) => {
    expect(() => literal(given)).toThrow(EmitError);
  });

  it("refuses what is nested without end", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => literal(circle)).toThrow(EmitError);
  });

  it("breaks what does not fit 120 columns, and what the layout says", () => {
    const value = { short: { a: 1 }, long: ["x".repeat(60), "y".repeat(60)], open: { b: 2 } };
    const layout: Layout = { open: {} };
    expect(literal(value, { layout }).text.split("\n")).toEqual([
      "{",
      "  short: { a: 1 },",
      "  long: [",
      `    "${"x".repeat(60)}",`,
      `    "${"y".repeat(60)}",`,
      "  ],",
      "  open: {",
      "    b: 2,",
      "  },",
      "}",
    ]);
  });

  it("keeps lines at 120 columns to the character", () => {
    const fits = { a: "x".repeat(120 - '{ a: "" };'.length) };
    expect(literal(fits).text).not.toContain("\n");
    expect(literal({ a: `${fits.a}x` }).text).toContain("\n");
  });

  it("leaves code inside data as it is", () => {
    expect(literal({ $defs: code`schemas`, load: [code`() => 1`] }).text).toBe("{ $defs: schemas, load: [() => 1] }");
  });

  it("prints 100,000 facts in a second", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, i) => [`k${i}`, { type: "string", maxLength: i }]),
    );
    const start = performance.now();
    literal({ wide });
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("keys", () => {
  it.each([
    { name: "a_1", key: "a_1", member: "a_1" },
    { name: "$ref", key: "$ref", member: "$ref" },
    { name: "1a", key: '"1a"', member: '"1a"' },
    { name: "a-b", key: '"a-b"', member: '"a-b"' },
    { name: "é", key: '"é"', member: '"é"' },
    { name: "a\u202eb", key: '"a\\u202Eb"', member: '"a\\u202Eb"' },
    { name: "__proto__", key: '["__proto__"]', member: '"__proto__"' },
  ])("$name", ({ name, key, member }) => {
    expect(propertyKey(name).text).toBe(key);
    expect(memberKey(name).text).toBe(member);
  });
});

describe("code", () => {
  it("takes no string in a slot, whatever the types say", () => {
    expect(() => code`a ${"b" as unknown as Code}`).toThrow(EmitError);
    expect(() => code`a ${{ text: "b" } as unknown as Code}`).toThrow(EmitError);
  });

  it("joins and indents", () => {
    expect(join([code`a`, code`b`], code`, `).text).toBe("a, b");
    expect(indent(code`{\n  a;\n}`, 2).text).toBe("{\n      a;\n    }");
  });
});
