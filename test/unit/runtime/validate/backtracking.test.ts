import { describe, expect, it } from "vitest";
import { backtracking } from "../../../../src/runtime/validate/backtracking.js";

const ENDLESS = Number.POSITIVE_INFINITY;

describe("backtracking", () => {
  it.each([
    ["^abc$", 0],
    ["^[a-z]+$", 1],
    ["[A-Z]", 1],
    ["[A-Z]+", 2],
    ["^[a-z]+-[0-9]+$", 2],
    ["^\\d{3}-\\d{4}$", 0],
    ["^.{0,262144}$", 1],
    ["^(ab)*$", 1],
    ["^[\\]a-z]+$", 1],
    ["^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}x$", 0],
    ["^(?=.*[A-Z])(?=.*\\d).{8,}$", 3],
    ["^\\p{L}+$", 1],
    ["^(?<year>\\d{4})$", 0],
    ["^a|^b", 0],
    ["^a|b", 1],
    ["(^a)?b", 1],
    ["(?=^a)b", 1],
  ])("%s takes about n to the power of %d", (pattern, degree) => {
    expect(backtracking(pattern).degree).toBe(degree);
  });

  it.each([
    ["a repeat within a repeat", "^(a+)+$"],
    ["one that is hidden in a group", "^([a-z0-9]+[-._]?)+@x$"],
    ["a choice that is made again and again", "^(a|a)*$"],
    ["an optional thing, again and again", "^(a?)*$"],
    ["a reference back", "^(a)\\1$"],
    ["a named reference back", "^(?<x>a+)\\k<x>$"],
    ["a set that looks longer than it is", "^[^](a+)+]"],
    ["an empty set before it", "^[](a+)+]"],
    ["a group that never closes", "^(a"],
    ["a set that never closes", "^[a"],
    ["something that no engine knows yet", "^(?~a)$"],
    ["groups nested without end", `${"(".repeat(200)}a${")".repeat(200)}`],
    ["a pattern as long as a book", "a".repeat(20_000)],
    ["many bounded repeats", `^${"a{0,100}".repeat(4)}$`],
  ])("cannot vouch for %s", (_, pattern) => {
    expect(backtracking(pattern).degree).toBe(ENDLESS);
  });
});
