import { parse, print } from "graphql";
import { describe, expect, it } from "vitest";
import { withoutEndlessDefaults } from "../../../../../src/read/graphql/load/endless.js";

const lostOf = (...sdl: readonly string[]): readonly string[] =>
  [...withoutEndlessDefaults(sdl.map((text) => parse(text))).lost].map((node) => print(node));

/** Types of two fields each, whose defaults bring in the next type's. */
const fan = (levels: number): string =>
  Array.from({ length: levels }, (_, i) => `input T${i} { l: T${i + 1} = {} r: T${i + 1} = {} }`).join(" ");

describe("a default that brings in others without end", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["itself", ["input I { a: I! = {} b: Int }"], ["a: I! = {}"]],
    ["itself, by way of another", ["input I { a: J = { b: {} } } input J { b: I = {} }"], ["a: J = {b: {}}"]],
    ["itself, in a list", ["input I { a: [I!] = [{}] }"], ["a: [I!] = [{}]"]],
    [
      "itself, from an extension in another file",
      ["input I { b: Int }", "extend input I { a: I = {} }"],
      ["a: I = {}"],
    ],
  ])("%s", (_, sdl, lost) => {
    expect(lostOf(...sdl)).toEqual(lost);
  });

  it("is left out where 28 types would make 2^28 values, and nowhere before it is too much", () => {
    const lost = lostOf(`${fan(28)} input T28 { x: Int = 1 } type Query { t(i: T0 = {}): Int }`);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(10);
    expect(lostOf(`${fan(8)} input T8 { x: Int = 1 }`)).toEqual([]);
  });

  it("is left out where the chain of types is deeper than a stack", () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => `input T${i} { n: T${i + 1} = {} }`).join(" ");
    expect(lostOf(`${chain} input T20000 { x: Int }`).length).toBeGreaterThan(0);
  });

  it.each([
    "input I { a: Int = 1 b: I } type Query { f(i: I = { a: 2, b: { b: null } }): Int }",
    'input I { a: [J!] = [{}, {}] } input J { x: String = "x" }',
    "scalar J directive @d(x: J = { a: [1] }) on FIELD",
    "input I { a: I = null }",
  ])("is not what ends: %s", (sdl) => {
    const document = parse(sdl);
    expect(withoutEndlessDefaults([document])).toEqual({ documents: [document], lost: new Set() });
  });
});
