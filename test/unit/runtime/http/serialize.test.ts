import { describe, expect, it } from "vitest";
import { completeParameter, pathText, queryPairs, simpleText } from "../../../../src/runtime/http/serialize.js";
import type { ParameterStyle } from "../../../../src/tool/types.js";

const blue = "blue";
const list = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

describe("OpenAPI style examples, in a path", () => {
  const cases: [ParameterStyle, boolean, unknown, string][] = [
    ["matrix", false, "", ";color"],
    ["matrix", false, blue, ";color=blue"],
    ["matrix", false, list, ";color=blue,black,brown"],
    ["matrix", false, object, ";color=R,100,G,200,B,150"],
    ["matrix", true, blue, ";color=blue"],
    ["matrix", true, list, ";color=blue;color=black;color=brown"],
    ["matrix", true, object, ";R=100;G=200;B=150"],
    ["label", false, "", "."],
    ["label", false, blue, ".blue"],
    ["label", false, list, ".blue,black,brown"],
    ["label", false, object, ".R,100,G,200,B,150"],
    ["label", true, blue, ".blue"],
    ["label", true, list, ".blue.black.brown"],
    ["label", true, object, ".R=100.G=200.B=150"],
    ["simple", false, blue, "blue"],
    ["simple", false, list, "blue,black,brown"],
    ["simple", false, object, "R,100,G,200,B,150"],
    ["simple", true, list, "blue,black,brown"],
    ["simple", true, object, "R=100,G=200,B=150"],
    ["simple", false, "a/b c,d;e=f", "a%2Fb%20c%2Cd%3Be%3Df"],
    ["simple", false, ["a,b", "c"], "a%2Cb,c"],
    ["simple", false, 9007199254740993n, "9007199254740993"],
    ["simple", false, false, "false"],
    ["simple", false, "!'()*-._~", "%21%27%28%29%2A-._~"],
  ];
  it.each(cases)("%s, explode %s: %o → %s", (style, explode, value, want) => {
    expect(pathText(completeParameter({ arg: "color", style, explode }, "path"), value)).toBe(want);
  });
});

describe("OpenAPI style examples, in a query", () => {
  const cases: [ParameterStyle, boolean, unknown, string[]][] = [
    ["form", false, "", ["color="]],
    ["form", true, blue, ["color=blue"]],
    ["form", false, list, ["color=blue,black,brown"]],
    ["form", false, object, ["color=R,100,G,200,B,150"]],
    ["form", true, list, ["color=blue", "color=black", "color=brown"]],
    ["form", true, object, ["R=100", "G=200", "B=150"]],
    ["form", true, [], []],
    ["form", false, [], []],
    ["form", true, null, []],
    ["form", true, 0, ["color=0"]],
    ["spaceDelimited", false, list, ["color=blue%20black%20brown"]],
    ["spaceDelimited", false, object, ["color=R%20100%20G%20200%20B%20150"]],
    ["pipeDelimited", false, list, ["color=blue%7Cblack%7Cbrown"]],
    ["pipeDelimited", true, list, ["color=blue", "color=black", "color=brown"]],
    ["deepObject", true, object, ["color%5BR%5D=100", "color%5BG%5D=200", "color%5BB%5D=150"]],
    [
      "deepObject",
      true,
      { a: { b: ["x", "y"] }, c: null },
      ["color%5Ba%5D%5Bb%5D%5B0%5D=x", "color%5Ba%5D%5Bb%5D%5B1%5D=y", "color%5Bc%5D="],
    ],
    ["deepObject", true, ["x", "y"], ["color%5B0%5D=x", "color%5B1%5D=y"]],
  ];
  it.each(cases)("%s, explode %s: %j → %j", (style, explode, value, want) => {
    expect(queryPairs(completeParameter({ arg: "color", style, explode }, "query"), value)).toEqual(want);
  });

  it("R-08 encodes delimiters inside values, never the separators", () => {
    const pairs = (style: ParameterStyle): string[] =>
      queryPairs(completeParameter({ arg: "q", style, explode: false }, "query"), ["a,b", "c d", "e|f"]);
    expect(pairs("form")).toEqual(["q=a%2Cb,c%20d,e%7Cf"]);
    expect(pairs("spaceDelimited")).toEqual(["q=a%2Cb%20c%20d%20e%7Cf"]);
    expect(pairs("pipeDelimited")).toEqual(["q=a%2Cb%7Cc%20d%7Ce%7Cf"]);
  });

  it("allowReserved keeps reserved characters, but for those that would split the query", () => {
    const parameter = completeParameter({ arg: "g", allowReserved: true }, "query");
    expect(queryPairs(parameter, "a/b?c:@!$'()*,;=")).toEqual(["g=a/b?c:@!$'()*,;="]);
    expect(queryPairs(parameter, "a&h=1#x+[y] 50% é%2F")).toEqual(["g=a%26h=1%23x%2B%5By%5D%2050%25%20%C3%A9%2F"]);
  });

  it("content: the value is JSON, encoded", () => {
    const parameter = completeParameter({ arg: "f", content: "application/json" }, "query");
    expect(queryPairs(parameter, { k: 1 })).toEqual(["f=%7B%22k%22%3A1%7D"]);
    expect(queryPairs(parameter, "x")).toEqual(["f=%22x%22"]);
  });

  it("encodes names", () => {
    expect(queryPairs(completeParameter({ arg: "a", name: "a&b[]" }, "query"), "x")).toEqual(["a%26b%5B%5D=x"]);
  });
});

describe("headers", () => {
  it.each([
    [false, list, "blue,black,brown"],
    [false, object, "R,100,G,200,B,150"],
    [true, object, "R=100,G=200,B=150"],
  ])("simple, explode %s: %j → %s", (explode, value, want) => {
    expect(simpleText(value, explode, (t) => t)).toBe(want);
  });
});
