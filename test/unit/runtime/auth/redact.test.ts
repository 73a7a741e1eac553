/** what is left of a credential in what others say. */
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../../../src/runtime/auth/redact.js";
import { searchFor } from "../../../../src/runtime/auth/search.js";

function redact(secret: string, text: string, whole = false): string {
  const redactor = createRedactor();
  redactor.add(secret, whole);
  return redactor.text(text);
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("A-01 a credential that a service says back", () => {
  const key = 'k/9+Q=ü"3<f&c0ffee';
  it.each<[string, string]>([
    ["as it is", key],
    ["in JSON", JSON.stringify(key).slice(1, -1)],
    ["in JSON of PHP's", JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/")],
    ["in JSON within JSON", JSON.stringify(JSON.stringify(key)).slice(3, -3)],
    ["in a URL", encodeURIComponent(key)],
    ["in a URL, in lower case", encodeURIComponent(key).replace(/%../g, (triple) => triple.toLowerCase())],
    ["in a URL within a URL", encodeURIComponent(encodeURIComponent(key))],
    ["in a form", new URLSearchParams({ k: key }).toString().slice(2)],
    ["in HTML", key.replace(/[&<"]/g, (c) => ({ "&": "&amp;", "<": "&lt;" })[c] ?? "&quot;")],
    ["in hex", Buffer.from(key).toString("hex")],
  ])("%s is gone, and what stands around it stays", (_, form) => {
    expect(redact(key, `before ${form} after`)).toBe("before [redacted] after");
  });

  it.each([0, 1, 2, 3, 4, 5])("is gone from base64 where %i characters stand before it", (before) => {
    for (const after of ["", "!", "!!", "!!!"]) {
      const text = base64(`${"u".repeat(before)}${key}${after}`);
      for (const form of [text, text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")]) {
        const shown = redact(key, `[${form}]`);
        expect(shown).toContain("[redacted]");
        // What is left are the characters that neighbours share: no whole byte of the secret's middle.
        expect(Buffer.from(shown.replace("[redacted]", ""), "base64").toString("latin1")).not.toMatch(/9\\+Q|c0f|fee/);
      }
    }
  });

  it.each([
    ["the pair of basic in base64", "kim:pa55word-x", base64("kim:pa55word-x"), true],
    ["six characters in base64, wherever they stand", "abc123", base64("u:abc123").slice(3, 10), false],
  ])("%s is gone", (_, secret, form, whole) => {
    expect(redact(secret, form, whole)).toBe("[redacted]");
  });

  it.each<[string, string, string, string]>([
    ["cut off", "sk_live_0123456789abcdef", "Invalid key sk_live_012345678…", "Invalid key [redacted]…"],
    ["masked in front", "sk_live_0123456789abcdef", "Invalid key ****456789abcdef", "Invalid key ****[redacted]"],
    ["out of the middle", "sk_live_0123456789abcdef", "what is live_0123456789?", "what is [redacted]?"],
    ["masked as it should be", "sk_live_0123456789abcdef", "sk_live_…cdef", "sk_live_…cdef"],
    ["too short for halves", "pass-123", "pass-1", "pass-1"],
    ["one of many that begin alike", `eyJhbGciOi.${"x".repeat(60)}`, "eyJhbGciOi.other", "eyJhbGciOi.other"],
  ])("%s", (_, secret, said, want) => expect(redact(secret, said)).toBe(want));

  it("of which half is a user's name does not take the name out", () => {
    expect(redact("ann@example.com:pw-1", "hello ann@example.com, no pw-1", true)).toBe(
      "hello ann@example.com, no pw-1",
    );
    expect(redact("ann@example.com:pw-1", "ann@example.com:pw-1", true)).toBe("[redacted]");
  });

  it("of less than six characters protects nothing, and honest texts have it", () => {
    expect(redact("abc12", "abc12")).toBe("abc12");
    expect(redact("abc123", "xabc123x")).toBe("x[redacted]x");
  });

  it("that overlaps with another leaves no end of either", () => {
    const redactor = createRedactor();
    for (const secret of ["alpha-bravo", "bravo-charlie", "alpha"]) redactor.add(secret);
    expect(redactor.text("<alpha-bravo-charlie>")).toBe("<[redacted]>");
    expect(redactor.text("<alpha-bravo-charli>")).toBe("<[redacted]-charli>");
  });

  it("is found among a thousand, in ten million characters", () => {
    const secrets = Array.from({ length: 1000 }, (_, i) => `sk_live_${(i * 7919).toString(36).padStart(20, "z")}`);
    const redactor = createRedactor();
    for (const secret of secrets) redactor.add(secret);
    // All of them begin alike, and the text is full of that beginning.
    const filling = "sk_live_ and honest words; ".repeat(370);
    const clean = redactor.text(secrets.map((secret) => filling + secret).join(""));
    expect(clean).toBe(`${filling}[redacted]`.repeat(1000));
  });
});

describe("the search", () => {
  it.each<[string, string[], string, [number, number][]]>([
    ["nothing wanted", [], "anything at all", []],
    ["a text shorter than what is wanted", ["abcdef"], "abcde", []],
    [
      "at both ends",
      ["abcdef"],
      "abcdef-abcdef",
      [
        [0, 6],
        [7, 13],
      ],
    ],
    ["the longest that begins there", ["abcdef", "abcdefgh"], "abcdefgh", [[0, 8]]],
    ["one within another", ["abcdefghij", "defghi"], "xabcdefghijx", [[1, 11]]],
    ["over itself", ["aaaaaa"], "aaaaaaaa", [[0, 8]]],
    ["other scripts", ["пароль"], "мой пароль!", [[4, 10]]],
  ])("finds %s", (_, wanted, text, want) => expect(searchFor(wanted).find(text)).toEqual(want));

  it("finds what a plain search does, in texts of few letters", () => {
    let seed = 7;
    const word = (length: number): string =>
      Array.from({ length }, () => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        return "ab"[(seed >>> 16) & 1];
      }).join("");
    for (let round = 0; round < 200; round++) {
      const wanted = [word(6), word(7), word(9)];
      const text = word(80);
      const marks = Array<boolean>(text.length).fill(false);
      for (const one of wanted)
        for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + 1)) marks.fill(true, at, at + one.length);
      const found = Array<boolean>(text.length).fill(false);
      for (const [start, end] of searchFor(wanted).find(text)) found.fill(true, start, end);
      expect([wanted, found]).toEqual([wanted, marks]);
    }
  });
});
