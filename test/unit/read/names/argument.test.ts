import { describe, expect, it } from "vitest";
import { argumentName, argumentNames } from "../../../../src/read/names/argument.js";

describe("argument names", () => {
  it.each([
    ["name", "name"],
    ["$filter", "filter"],
    ["X-Request-ID", "X_Request_ID"],
    ["filter[name]", "filter_name"],
    ["2fa", "_2fa"],
    ["größe", "gro_e"],
    ["__proto__", "proto"],
    ["_", "_"],
  ])("%s → %s", (wire, want) => expect(argumentName(wire)).toBe(want));

  it("of nothing legal, and of too many letters", () => {
    expect(argumentName("名前")).toMatch(/^field_[0-9a-f]{6}$/);
    expect(argumentName("")).toMatch(/^field_[0-9a-f]{6}$/);
    expect(argumentName(`${"a".repeat(70)}-b`)).toMatch(/^a{57}_[0-9a-f]{6}$/);
  });

  it("only those that change, each unique in its object", () => {
    expect(argumentNames(["a", "b_c"])).toEqual(new Map());
    const names = argumentNames(["a-b", "a.b", "a_b", "c-d"]);
    expect(names.get("c-d")).toBe("c_d");
    expect([names.get("a-b"), names.get("a.b")]).toEqual([
      expect.stringMatching(/^a_b_/),
      expect.stringMatching(/^a_b_/),
    ]);
    expect(new Set([...names.values(), "a_b"]).size).toBe(4);
  });
});
