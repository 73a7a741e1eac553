import { describe, expect, it } from "vitest";
import { Patterns } from "../../../../src/runtime/validate/patterns.js";

async function checker(
  pattern: string,
  longest: number,
): Promise<{ patterns: Patterns; test: (t: string) => boolean }> {
  const patterns = new Patterns();
  patterns.add(pattern);
  await patterns.ready(longest);
  patterns.reset();
  const made = patterns.regExp(pattern);
  return { patterns, test: (text) => made.test(text) };
}

describe("Patterns", () => {
  it.each([
    ["^[a-z]+$", "abc", "ab1"],
    ["^(a+)+$", "aaa", "aab"],
    ["^([a-z0-9]+[-._]?)+@x$", "a-b@x", "a-b@y"],
    // Legal without the Unicode flag only.
    ["^[\\w-\\.]+$", "a-b.c", "a b"],
    ["^\\p{Lu}$", "É", "é"],
    ["^(?!aws:)[a-z:]+$", "abc", "aws:x"],
  ])("%s", async (pattern, good, bad) => {
    const { test, patterns } = await checker(pattern, 100);
    expect([test(good), test(bad), [...patterns.skipped]]).toEqual([true, false, []]);
  });

  it("takes linear time for a pattern that backtracks without end", async () => {
    const { test, patterns } = await checker("^([a-z0-9]+[-._]?)+@x$", 20_000);
    const from = performance.now();
    expect(test("a".repeat(20_000))).toBe(false);
    expect(performance.now() - from).toBeLessThan(2000);
    expect(patterns.skipped.size).toBe(0);
  });

  it("leaves out, and tells, what no engine matches in bounded time", async () => {
    const { test, patterns } = await checker("^(?=a)(a+)+$", 100);
    expect([test(`${"a".repeat(40)}!`), [...patterns.skipped]]).toEqual([true, ["^(?=a)(a+)+$"]]);
  });

  it("has one account for all strings of a call", async () => {
    const { test, patterns } = await checker("[a-z]+[0-9]+x", 2000);
    const from = performance.now();
    for (let i = 0; i < 1000; i++) test("a".repeat(400));
    expect(performance.now() - from).toBeLessThan(3000);
    expect(patterns.skipped.size).toBe(1);
  });

  it("loads the linear engine for strings that need it, and for no others", () => {
    const patterns = new Patterns();
    patterns.add("^[a-z]+-[a-z]+$");
    expect([patterns.ready(1000), patterns.ready(100_000)]).toEqual([undefined, expect.any(Promise)]);
  });

  it("tells ajv one pattern from another", () => {
    const patterns = new Patterns();
    expect([String(patterns.regExp("^a$")), String(patterns.regExp("^b$"))]).toEqual(["^a$", "^b$"]);
  });
});
