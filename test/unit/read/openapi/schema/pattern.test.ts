import { describe, expect, it } from "vitest";
import { unicodePattern } from "../../../../../src/read/openapi/schema/pattern.js";

describe("unicodePattern", () => {
  it.each<readonly [string, string | undefined]>([
    ["^[a-z]+$", "^[a-z]+$"],
    ["^a\\-b$", "^a-b$"],
    ["^\\@\\_\\:$", "^@_:$"],
    ["^[\\w-.]+$", "^[\\w\\-.]+$"],
    ["^[a\\-z]$", "^[a\\-z]$"],
    ["\\A\\d+\\z", "^\\d+$"],
    ["^{x}$", "^\\{x\\}$"],
    ["^a{2,3}}$", "^a{2,3}\\}$"],
    ["a]", "a\\]"],
    ["(?P<year>\\d{4})", "(?<year>\\d{4})"],
    ["(?<!a)b(?=c)\\1?", undefined],
    ["(?i)abc", undefined],
    ["[[:alpha:]-]\\@", undefined],
    ["a++", undefined],
    ["(", undefined],
    ["\\", undefined],
  ])("%s → %s", (pattern, want) => expect(unicodePattern(pattern)).toBe(want));

  it("keeps look-around as it is", () => {
    expect(unicodePattern("^(?!x)(?<=y)z$")).toBe("^(?!x)(?<=y)z$");
  });
});
