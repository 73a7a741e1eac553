import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  completeParameter,
  headerText,
  pathText,
  queryPairs,
} from "../../../../../src/runtime/http/request/serialize.js";
import type { ParameterStyle } from "../../../../../src/tool/types.js";

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
    const pairs = (style: ParameterStyle, value: unknown): string[] =>
      queryPairs(completeParameter({ arg: "q", style, explode: false }, "query"), value);
    expect(pairs("form", ["a,b", "c d", "e|f"])).toEqual(["q=a%2Cb,c%20d,e%7Cf"]);
    expect(pairs("spaceDelimited", ["a,b", "e|f"])).toEqual(["q=a%2Cb%20e%7Cf"]);
    expect(pairs("pipeDelimited", ["a,b", "c d"])).toEqual(["q=a%2Cb%7Cc%20d"]);
  });

  it.each<[ParameterStyle, unknown]>([
    ["spaceDelimited", ["a", "c d"]],
    ["spaceDelimited", { "a b": 1 }],
    ["pipeDelimited", ["a|b"]],
  ])("R-08 %s: refuses %j, which would arrive as more values than it is", (style, value) => {
    const parameter = completeParameter({ arg: "q", style, explode: false }, "query");
    expect(() => queryPairs(parameter, value)).toThrow(/^The argument q has a value with .*, which is what separates/);
  });

  it("allowReserved keeps reserved characters, but for those that would split the query", () => {
    const parameter = completeParameter({ arg: "g", allowReserved: true }, "query");
    expect(queryPairs(parameter, "a/b?c:@!$'()*,;")).toEqual(["g=a/b?c:@!$'()*,;"]);
    expect(queryPairs(parameter, "a&h=1#x+[y] 50% é%2F")).toEqual(["g=a%26h%3D1%23x%2B%5By%5D%2050%25%20%C3%A9%2F"]);
  });

  it("allowReserved encodes the delimiter inside an item, what ends a path segment, and counts for nothing in a cookie", () => {
    const query = completeParameter({ arg: "g", allowReserved: true, explode: false }, "query");
    expect(queryPairs(query, ["a/b,c", "d"])).toEqual(["g=a/b%2Cc,d"]);
    const path = completeParameter({ arg: "g", allowReserved: true }, "path");
    expect(pathText(path, "a:b@c=d&e/f?g#h%2Ei")).toBe("a:b@c=d&e%2Ff%3Fg%23h%2Ei");
    expect(pathText(path, ["a,b", "c:d"])).toBe("a%2Cb,c:d");
    const cookie = completeParameter({ arg: "g", allowReserved: true }, "cookie");
    expect(queryPairs(cookie, "a; admin=1")).toEqual(["g=a%3B%20admin%3D1"]);
  });

  it("null is not sent, but where JSON can say it", () => {
    expect(queryPairs(completeParameter("q", "query"), [null, "a", null])).toEqual(["q=a"]);
    expect(queryPairs(completeParameter("q", "query"), { a: null, b: 1 })).toEqual(["b=1"]);
    expect(queryPairs(completeParameter({ arg: "q", content: "application/json" }, "query"), null)).toEqual(["q=null"]);
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
    expect(headerText(completeParameter({ arg: "h", explode }, "header"), value)).toBe(want);
  });

  it("are not encoded, but for the delimiter inside an item; JSON escapes what a header cannot hold", () => {
    expect(headerText(completeParameter("h", "header"), "Mon, 01 Jan; 50%")).toBe("Mon, 01 Jan; 50%");
    expect(headerText(completeParameter("h", "header"), ["a,b", "c d"])).toBe("a%2Cb,c d");
    const json = completeParameter({ arg: "h", content: "application/json" }, "header");
    expect(headerText(json, { a: "日é" })).toBe('{"a":"\\u65e5\\u00e9"}');
  });
});

describe("round trips", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1 });
  const split = (style: ParameterStyle, explode: boolean): ((wire: string) => string[]) => {
    const separator = style === "label" ? (explode ? "." : ",") : style === "matrix" && explode ? ";color=" : ",";
    const prefix = style === "label" ? "." : style === "matrix" ? ";color=" : "";
    return (wire) => wire.slice(prefix.length).split(separator).map(decodeURIComponent);
  };

  it.each<[ParameterStyle, boolean]>([
    ["simple", false],
    ["simple", true],
    ["label", false],
    ["matrix", false],
    ["matrix", true],
  ])("path, %s, explode %s: a list comes back as it was", (style, explode) => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (values) => {
        const wire = pathText(completeParameter({ arg: "color", style, explode }, "path"), values);
        expect(wire).toMatch(/^[A-Za-z0-9\-._~%,;=]*$/);
        expect(split(style, explode)(wire)).toEqual(values);
      }),
    );
  });

  it("query, form: lists and objects come back as they were", () => {
    const parse = (pairs: string[]): [string, string][] => [...new URLSearchParams(pairs.join("&"))];
    fc.assert(
      fc.property(text, fc.array(text), fc.dictionary(text, text), (name, values, object) => {
        const exploded = completeParameter({ arg: "q", name }, "query");
        expect(parse(queryPairs(exploded, values))).toEqual(values.map((v) => [name, v]));
        expect(parse(queryPairs(exploded, object))).toEqual(Object.entries(object));
        const [pair = ""] = queryPairs({ ...exploded, explode: false }, values);
        const wire = pair.slice(pair.indexOf("=") + 1);
        expect(wire === "" ? [] : wire.split(",").map(decodeURIComponent)).toEqual(values);
        const deep = { ...exploded, style: "deepObject" } as const;
        expect(parse(queryPairs(deep, object))).toEqual(Object.entries(object).map(([k, v]) => [`${name}[${k}]`, v]));
      }),
    );
  });
});
