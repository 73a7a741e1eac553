import { describe, expect, it } from "vitest";
import { code } from "../../../src/emit/code.js";
import { docComment, docText, lineComment } from "../../../src/emit/doc.js";

const lines = (text: string, width = 100): readonly string[] => docText(text, width).map((line) => line.text);

describe("docText", () => {
  it.each([
    { given: "One line.", want: ["One line."] },
    { given: "  two\n\n lines\t", want: ["two lines"] },
    { given: "ends */ here /* and */* there", want: ["ends *\\/ here /\\* and *\\/\\* there"] },
    { given: "**/", want: ["**\\/"] },
    { given: "<!-- </script> <b>", want: ["<\\!-- <\\/script> <b>"] },
    { given: "@deprecated {@link x} me@internal.example", want: ["＠deprecated {＠link x} me@internal.example"] },
    { given: "a\u2028b\rc\u0000d\u202ee\u200bf\ufeff\ud800g", want: ["a b cdef g"] },
    { given: "$& $' $` $1 ${x} `y`", want: ["$& $' $` $1 ${x} `y`"] },
    { given: " \n ", want: [] },
  ])("S-01 S-05 $given", ({ given, want }) => {
    expect(lines(given)).toEqual(want);
  });

  it("wraps at words, and long words anywhere", () => {
    expect(lines("aaa bbb ccc dddddddddddd", 8)).toEqual(["aaa bbb", "ccc dddd", "dddddddd"]);
    for (const line of lines("word ".repeat(300), 40)) expect(line.length).toBeLessThanOrEqual(40);
  });

  it("S-05 lets no line begin with the @ of an address", () => {
    expect(lines("aaaaaaaa@deprecated", 8)).toEqual(["aaaaaaa", "a@deprec", "ated"]);
  });

  it("is cut where it gets long", () => {
    expect(lines("word ".repeat(300)).join(" ")).toMatch(/^(word ){70,80}…$/);
    expect(lines("字".repeat(3000)).join("").replaceAll(" ", "")).toMatch(/^字{400}…$/);
  });

  it("splits no character in two", () => {
    for (const line of lines("😀".repeat(500), 21)) expect(line).not.toMatch(/\p{Cs}/u);
  });
});

describe("docComment", () => {
  it.each([
    { facts: { text: "Text." }, want: "/** Text. */\n" },
    { facts: {}, want: "" },
    { facts: { deprecated: true }, want: "/** @deprecated */\n" },
    { facts: { default: "a*/b" }, want: '/** @defaultValue "a*\\/b" */\n' },
    { facts: { default: { a: ["x".repeat(100)] } }, want: "" },
    { facts: { default: null }, want: "/** @defaultValue null */\n" },
    {
      facts: { text: "Text.", default: 1, deprecated: true },
      want: "/**\n * Text.\n * @defaultValue 1\n * @deprecated\n */\n",
    },
  ])("$want", ({ facts, want }) => {
    expect(docComment(facts, 0).text).toBe(want);
  });

  it("fits its line at any depth", () => {
    for (const depth of [0, 1, 10]) {
      for (let words = 1; words < 60; words++) {
        const comment = docComment({ text: "ab ".repeat(words) }, depth);
        for (const line of comment.text.split("\n")) expect(line.length + 2 * depth).toBeLessThanOrEqual(120);
      }
    }
  });
});

describe("lineComment", () => {
  it("stays on its line, and shows what cannot be printed", () => {
    expect(lineComment(code`From`, "a\nb\u2028c\rd\u202e.yaml#/paths/~1x").text).toBe(
      "// From a\\u{a}b\\u{2028}c\\u{d}d\\u{202e}.yaml#/paths/~1x",
    );
    expect(lineComment(code`From`, "x".repeat(1000)).text.length).toBeLessThan(320);
  });
});
