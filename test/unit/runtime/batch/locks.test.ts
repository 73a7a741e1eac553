import { describe, expect, it } from "vitest";
import { type Planned, waits } from "../../../../src/runtime/batch/locks.js";
import { object, tool } from "../tools.js";

const call = (effect: "read" | "write", ...locks: readonly string[]): Planned => ({
  tool: tool("act", object({}), { effect, ...(locks.length > 0 && { locks }) }),
  args: {},
});
const read = (...locks: readonly string[]): Planned => call("read", ...locks);
const write = (...locks: readonly string[]): Planned => call("write", ...locks);
const unknown: Planned = { tool: undefined, args: {} };

describe("a call of a batch waits for the nearest ones before it", () => {
  it.each<[string, readonly Planned[], readonly (readonly number[])[]]>([
    ["of which nothing is known: in order", [write(), read(), unknown, write()], [[], [0], [1], [2]]],
    ["that change the same: one after the other", [write("a"), write("a"), write("b"), write("a")], [[], [0], [], [1]]],
    ["that read it: side by side", [read("a"), read("a"), read("b")], [[], [], []]],
    ["that read what it changes", [read("a"), read("a"), write("a"), read("a")], [[], [], [0, 1], [2]]],
    ["that changed what it reads", [write("a"), read("a"), read("a"), write("a")], [[], [0], [0], [1, 2]]],
    ["of any of its locks", [write("a"), write("b"), write("a", "b")], [[], [], [0, 1]]],
    ["around one of which nothing is known", [read("a"), write("b"), write(), read("a")], [[], [], [0, 1], [2]]],
  ])("%s", (_, calls, want) => {
    expect(waits(calls)).toEqual(want);
  });

  it("and names few of them, however many there are", () => {
    const many = (made: () => Planned): readonly Planned[] => Array.from({ length: 10_000 }, made);
    const named = (calls: readonly Planned[]): number => waits(calls).flat().length;
    expect(named(many(() => write()))).toBe(9999);
    expect(named(many(() => write("a")))).toBe(9999);
  });
});
