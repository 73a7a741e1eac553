import { describe, expect, it } from "vitest";
import { plainText } from "../../../../src/runtime/arguments/plain.js";

const endless: Record<string, unknown> = {};
endless["self"] = endless;

describe("values are the same by what is in them", () => {
  it.each<[string, unknown, unknown]>([
    ["whatever the order of their keys", { a: 1, b: [true, null] }, { b: [true, null], a: 1 }],
    ["what is undefined is not there", { a: 1, b: undefined }, { a: 1 }],
    ["without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ])("%s", (_, a, b) => {
    expect(plainText(a)).toBe(plainText(b));
    expect(plainText(a)).toBeTypeOf("string");
  });

  it.each<[string, unknown, unknown]>([
    ["a text and a number", { a: "1" }, { a: 1 }],
    ["a number and a big one", { a: 1 }, { a: 1n }],
    ["a list and what looks like one", ["a"], { 0: "a" }],
    ["keys that reach over their place", { 'a":1,"b': 1 }, { a: 1, b: 1 }],
    ["__proto__ as data", JSON.parse('{"__proto__":{"user":"ann"}}'), {}],
  ])("%s are two", (_, a, b) => {
    expect(plainText(a)).not.toBe(plainText(b));
  });

  it.each<[string, unknown]>([
    ["an instance", new (class User {})()],
    ["a Date", { at: new Date(0) }],
    ["a Map", new Map()],
    ["a function", { user: "ann", log: () => {} }],
    ["a symbol", { [Symbol("user")]: "ann" }],
    ["a hidden property", Object.defineProperty({}, "user", { value: "ann" })],
    [
      "a getter",
      {
        get user() {
          return "ann";
        },
      },
    ],
    ["what it inherits", Object.create({ user: "ann" })],
    ["a hole", Object.assign([1], { length: 2 })],
    ["NaN", { a: Number.NaN }],
    ["one that holds itself", endless],
    [
      "a proxy that throws",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no");
          },
        },
      ),
    ],
    ["too many values", Array.from({ length: 2000 }, () => 0)],
    ["too long a text", { a: "x".repeat(100_000) }],
  ])("%s is no plain value", (_, value) => {
    expect(plainText(value)).toBeUndefined();
  });
});
