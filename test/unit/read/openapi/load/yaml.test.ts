import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../../src/read/openapi/document.js";
import { own } from "../../../../../src/read/openapi/value.js";
import { loadText } from "./folder.js";

async function value(text: string): Promise<JsonValue | undefined> {
  const { document, list } = await loadText(`openapi: 3.1.0\npaths: {}\n${text}`);
  expect(list).toEqual([]);
  return own(document?.root.value, "x");
}

describe("YAML 1.2 scalars", () => {
  it.each<[string, JsonValue]>([
    ["NO", "NO"],
    ["no", "no"],
    ["yes", "yes"],
    ["on", "on"],
    ["off", "off"],
    ["y", "y"],
    ["12:30", "12:30"],
    ["08:30", "08:30"],
    ["190:20:30", "190:20:30"],
    ["2024-01-31", "2024-01-31"],
    ["2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"],
    ["1_000", "1_000"],
    ["0b11", "0b11"],
    ["<<", "<<"],
    ["=", "="],
    ["1e3", 1000],
    ["12e03", 12000],
    ["1.", 1],
    [".5", 0.5],
    ["012", 12],
    ["0o14", 12],
    ["0x1F", 31],
    ["+1", 1],
    ["true", true],
    ["TRUE", true],
    ["~", null],
    ["Null", null],
    ["", null],
    [".inf", ".inf"],
    ["-.INF", "-.INF"],
    [".nan", ".nan"],
    ["1e999", "1e999"],
    ["!!str 12", "12"],
    ["!!int '12'", 12],
    ["'12'", "12"],
    ['"\\u2028"', "\u2028"],
    ["|\n  a\n  b\n", "a\nb\n"],
    [">-\n  a\n  b\n", "a b"],
    ["{a: b, c: [d]}", { a: "b", c: ["d"] }],
  ])("S-13 %j is %j", async (text, want) => {
    expect(await value(`x: ${text}`)).toEqual(want);
  });

  it("keeps keys as text, __proto__ too", async () => {
    const found = await value("x: {200: a, true: b, null: c, __proto__: {d: e}}");
    expect(JSON.stringify(found)).toBe('{"200":"a","true":"b","null":"c","__proto__":{"d":"e"}}');
    expect(own(found, "d")).toBeUndefined();
  });

  it("merges keys: what is written wins, then the first of a list", async () => {
    const text = "a: &a {p: 1, q: 1}\nb: &b {q: 2, r: 2}\nx:\n  <<: [*a, *b]\n  p: 0\n";
    expect(await value(text)).toEqual({ p: 0, q: 1, r: 2 });
  });

  it("ignores a version directive, and an empty document after the last marker", async () => {
    const { document } = await loadText("%YAML 1.1\n---\nopenapi: 3.1.0\nx: no\n---\n");
    expect(document?.root.value).toEqual({ openapi: "3.1.0", x: "no" });
  });
});

function bomb(levels: number): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i <= levels; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(", ")}]`,
    );
  return lines.join("\n");
}

function mergeChain(length: number): string {
  const lines = ["m0: &m0 {k0: 1}"];
  for (let i = 1; i <= length; i++) lines.push(`m${i}: &m${i} {<<: *m${i - 1}, k${i}: 1}`);
  return lines.join("\n");
}

describe("S-13 hostile YAML ends in a diagnostic within a second", () => {
  it.each([
    ["an alias bomb", bomb(20), "LIMIT_EXCEEDED", undefined],
    ["an alias that holds itself", "a: &a [*a]", "LIMIT_EXCEEDED", undefined],
    ["5,000 open brackets", `a: ${"[".repeat(5000)}`, "LIMIT_EXCEEDED", 3],
    [
      "5,000 levels of blocks",
      Array.from({ length: 5000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"),
      "LIMIT_EXCEEDED",
      402,
    ],
    ["500,000 levels of lists", `a: ${"- ".repeat(500_000)}`, "SYNTAX_ERROR", 3],
    ["a chain of 20,000 merges", mergeChain(20_000), "LIMIT_EXCEEDED", 318],
    ["a JavaScript function", "a: !!js/function 'function () {}'", "YAML_TAG_REFUSED", 3],
    ["a tag of its own", "a: !Ref b", "YAML_TAG_REFUSED", 3],
    ["binary data", "a: !!binary aGk=", "YAML_TAG_REFUSED", 3],
    ["a key twice", "a:\n  b: 1\n  c: 2\n  b: 3\n", "YAML_DUPLICATE_KEY", 6],
    ["a path twice", "x: {/a: 1, /a: 2}", "YAML_DUPLICATE_KEY", 3],
    ["a key that is a list", "? [a]\n: b", "SYNTAX_ERROR", 1],
    ["an alias of nothing", "a: *b", "SYNTAX_ERROR", 3],
    ["a NUL", "a: \0", "SYNTAX_ERROR", 3],
  ])("%s", async (_, text, code, line) => {
    const start = performance.now();
    const { document, list } = await loadText(`openapi: 3.1.0\npaths: {}\n${text}`);
    expect([document, list.map((d) => [d.code, d.at?.line])]).toEqual([undefined, [[code, line]]]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
