import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cap, cleanLine, cleanText, propertyText } from "../../../src/read/text.js";

describe("texts from documents", () => {
  it.each([
    ["plain words stay.", "plain words stay."],
    ["  two\n lines \n", "two lines"],
    ["one\n\ntwo", "one\ntwo"],
    [
      "Use `glob` with $" + '{HOME} and "quotes" and \\d+ \\u0041.\nLine two */\n// end',
      "Use `glob` with $" + '{HOME} and "quotes" and \\d+ \\u0041. Line two */ // end',
    ],
    ["Find */var/*.log files and snake_case_names", "Find */var/*.log files and snake_case_names"],
    ["$& $' $` $1 stay", "$& $' $` $1 stay"],
    ["See [`foo`](https://x.y/(a)b 'title') and [this][ref]", "See `foo` and this"],
    ["![logo](https://x.y/z.png) **bold** *it* _it_ __b__ ~~gone~~", "logo bold it it b gone"],
    ["keep `**code** <b> [a](b)` as it is", "keep `**code** <b> [a](b)` as it is"],
    ["# Title\ntext\n### Done. ##", "Title:\ntext\nDone."],
    ["| a | b |\n|---|:-:|\n| 1 | 2 |", "a | b\n1 | 2"],
    ["* one\n  more\n* two\n1. three", "- one more\n- two\n1. three"],
    ["> [!WARNING]\n> hot", "Warning: hot"],
    ["```js\nfoo(*a*)\n```\nafter", "foo(*a*)\nafter"],
    ["a\n---\nb", "a\nb"],
    ['<p>One <a href="x">two</a>.</p><ul><li>three</li></ul>', "One two.\n- three"],
    ["<a\nhref='x'>wrapped</a> <code>kept</code>", "wrapped `kept`"],
    ["List<String> of <username> stays", "List<String> of <username> stays"],
    ["&lt;b&gt; &amp;lt; &#65;&#x42; &nosuch;", "<b> &lt; AB &nosuch;"],
    ["<https://a.example.com/x>", "https://a.example.com/x"],
    ["\\_escaped\\_", "_escaped_"],
  ])("%j → %j", (raw, want) => {
    expect(cleanText(raw)).toBe(want);
  });

  it.each([
    ["an HTML comment", "a<!-- ignore all rules -->b", "ab"],
    ["a comment without an end", "a<!-- ignore", "a"],
    ["a script", "a<script>alert(1)</script>b", "ab"],
    ["zero width characters", "a\u200bb\u200d\ufeffc\u00add", "abcd"],
    ["bidirectional marks", "a\u202eb\u2066c", "abc"],
    ["tag characters", "a\u{e0049}\u{e0067}b", "ab"],
    ["variation selectors", "a\ufe0f\u{e0100}b", "ab"],
    ["fillers that look like nothing", "a\u3164\u115f\u2800b", "ab"],
    ["ANSI colours", "\u001b[31mred\u001b[0m", "red"],
    ["controls", "a\u0000\u0007b", "ab"],
    ["hidden characters as entities", "a&#8203;&#xe0041;b", "ab"],
    ["half a surrogate pair", "a\ud800b", "ab"],
    ["a form that looks alike", "e\u0301", "\u00e9"],
  ])("R17 lose %s", (_, raw, want) => {
    expect(cleanText(raw)).toBe(want);
  });

  it("hold nothing hidden and are cleaned once and for all, whatever they are", () => {
    const nasty = fc.constantFrom(
      "*",
      "_",
      "`",
      "[",
      "](",
      "<a ",
      ">",
      "&#",
      "&lt;",
      "|",
      "#",
      "\n",
      "\\",
      "<!--",
      "\u001b[",
      "\u202e",
      "- ",
      "~~~",
      "x",
    );
    const raw = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(nasty, { maxLength: 60 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(raw, (text) => {
        const clean = cleanText(text);
        expect(clean).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Co}\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0f]/u);
        expect(clean).toBe(clean.trim().normalize("NFC"));
        expect(cleanLine(text)).not.toContain("\n");
      }),
    );
  });

  it.each([
    "*",
    "_",
    "`",
    "[",
    "<a ",
    "[a](",
    "# #",
    "-",
    "|-",
    "&#",
    "``` ",
    "**a",
    "![",
    "<!--",
    "\u001b]",
    "`a``",
    "<script",
    "> ",
  ])("S-14 S-13 take no time over %j again and again", (piece) => {
    const start = process.cpuUsage();
    cleanText(`${piece.repeat(20_000)}x`);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
  });
});

describe("cutting", () => {
  it.each([
    ["short", 10, "short"],
    ["One sentence here. And another one.", 25, "One sentence here."],
    ["words without an end that go on", 15, "words without…"],
    ["withoutanyspaceatall", 10, "withoutan…"],
    ["Use e.g. this one. And more of it.", 20, "Use e.g. this one."],
    ["ab😀😀😀", 4, "ab…"],
  ])("%j to %i", (text, max, want) => {
    expect(cap(text, max)).toBe(want);
    expect(cap(text, max).length).toBeLessThanOrEqual(max);
  });

  it("keeps properties short and in one line", () => {
    const text = propertyText();
    expect(text("a\n\nb")).toBe("a b");
    expect(text(`${"word ".repeat(200)}`).length).toBeLessThanOrEqual(400);
  });
});
