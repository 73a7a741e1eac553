import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonError, parseJson } from "../../../src/json/parse.js";
import { stringifyJson } from "../../../src/json/stringify.js";

describe("parseJson", () => {
  it.each([
    ['{"a":[1,2.5,-3e2,true,false,null,"x"]}', { a: [1, 2.5, -300, true, false, null, "x"] }],
    ["\ufeff[1]", [1]],
    [' { "a" : { } , "b" : [ ] } ', { a: {}, b: [] }],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["9007199254740991", 9007199254740991],
    ["1234567890123456.5", 1234567890123456.5],
    [
      '{"id":18446744073709551615,"s":"18446744073709551615","\\u0061":"\\n"}',
      { id: 18446744073709551615n, s: "18446744073709551615", a: "\n" },
    ],
  ])("reads %s", (text, want) => {
    expect(parseJson(text)).toEqual(want);
  });

  it("R-10 gives the digits of a big integer as a string when asked", () => {
    expect(parseJson('{"id":9007199254740993}', { integers: "string" })).toEqual({ id: "9007199254740993" });
  });

  it("gives what no double holds as its digits when asked, and not as an Infinity that becomes null", () => {
    expect(parseJson('{"a":1e400,"b":-1E+999,"c":1.5e3,"d":"1e400"}', { integers: "string" })).toEqual({
      a: "1e400",
      b: "-1E+999",
      c: 1500,
      d: "1e400",
    });
  });

  it("R-07 reads __proto__ as an own key, on both ways through", () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1},"n":9007199254740993}']) {
      const value = parseJson(text);
      expect(Object.hasOwn(value as object, "__proto__")).toBe(true);
      expect(({} as { x?: unknown }).x).toBeUndefined();
    }
  });

  it.each([
    ["{", "The text ends too early, at character 2"],
    ["[1,]", 'Unexpected "]" at character 4'],
    ["{'a':1}", 'Unexpected "\'" at character 2'],
    ["[01]", 'Unexpected "1" at character 3'],
    ["nul", 'Unexpected "n" at character 1'],
    ['"abc', "A string is not closed; it opens at character 1"],
    ['["\\x"]', "A string has a control character or a wrong escape; it opens at character 2"],
    ["[] []", 'Unexpected "[" at character 4'],
    ["", "The text ends too early, at character 1"],
  ])("says where %s is wrong", (text, message) => {
    expect(() => parseJson(text)).toThrowError(
      new JsonError(message.replace(/ at character \d+$/, ""), Number(/\d+$/.exec(message)?.[0]) - 1),
    );
  });

  it("D-01 refuses 200,000 arrays inside each other, without a stack overflow", () => {
    expect(() => parseJson("[".repeat(200_000))).toThrow(
      /More than 500 arrays and objects inside each other at character 501/,
    );
  });

  it("agrees with JSON.parse wherever no integer is beyond 2^53", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("never throws anything but a JsonError", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0e-+.truefalsn 19') }), (text) => {
        try {
          parseJson(text);
        } catch (cause) {
          expect(cause).toBeInstanceOf(JsonError);
        }
      }),
    );
  });
});

describe("stringifyJson", () => {
  it.each([
    [{ a: 9007199254740993n, b: undefined, c: [undefined, null] }, '{"a":9007199254740993,"c":[null,null]}'],
    [{ a: "é\u2028" }, '{"a":"é\u2028"}'],
    [undefined, "null"],
    [{}, "{}"],
  ])("writes %o", (value, want) => {
    expect(stringifyJson(value)).toBe(want);
  });

  it("indents like JSON.stringify, with big integers too", () => {
    expect(stringifyJson({ a: [1n, {}], b: { c: 2n } }, 2)).toBe(JSON.stringify({ a: [1, {}], b: { c: 2 } }, null, 2));
  });

  it("reads back what it wrote", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        fc.string(),
        fc.bigInt({ min: 2n ** 53n }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("any"), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie("any"), { maxKeys: 4 }),
      ),
    })).any;
    fc.assert(fc.property(value, (v) => void expect(parseJson(stringifyJson(v))).toEqual(v)));
  });
});
