import { describe, expect, it } from "vitest";
import { isSource, parseBinding } from "../../../src/tool/binding.js";
import { withoutArguments } from "../../../src/tool/narrow.js";

describe("a binding as text", () => {
  it.each([
    ["tenant_id=env:TENANT", { arg: "tenant_id", from: { env: "TENANT" } }],
    ["user=context:user.id", { arg: "user", from: { context: "user.id" } }],
    ["limit=10", { arg: "limit", from: { value: "10" } }],
    ["note=", { arg: "note", from: { value: "" } }],
    ["q=a=b", { arg: "q", from: { value: "a=b" } }],
    ["q=https://a.example", { arg: "q", from: { value: "https://a.example" } }],
    ["q=value:env:HOME", { arg: "q", from: { value: "env:HOME" } }],
    ["q=value:a\nb", { arg: "q", from: { value: "a\nb" } }],
    ["list_*:limit=10", { tool: "list_*", arg: "limit", from: { value: "10" } }],
    ["GET /v1/a:b:limit=10", { tool: "GET /v1/a:b", arg: "limit", from: { value: "10" } }],
    ["tenant_id", undefined],
    ["=x", undefined],
    [":limit=1", undefined],
    ["tenant id=x", undefined],
    ["tenant-id=x", undefined],
    ["q=env:", undefined],
    ["q=env:A B", undefined],
    ["q=context:", undefined],
    ["q=context:a..b", undefined],
  ])("%s", (text, want) => expect(parseBinding(text)).toEqual(want));
});

describe("a source", () => {
  it.each([
    [{ value: null }, true],
    [{ env: "A" }, true],
    [{ context: "a.b" }, true],
    [{}, false],
    [{ env: 1 }, false],
    [{ env: "A", context: "b" }, false],
    [{ value: undefined }, false],
    [{ other: "A" }, false],
    [["env"], false],
    ["env:A", false],
    [null, false],
  ])("%j: %s", (value, want) => expect(isSource(value)).toBe(want));
});

describe("a schema without arguments that are always given", () => {
  const properties = { a: {}, b: {}, c: {} };
  it.each<[string, object, string[], object]>([
    ["asks for what is left", { required: ["a", "b"] }, ["a"], { properties: { b: {}, c: {} }, required: ["b"] }],
    ["asks for nothing where nothing is left", { required: ["a"] }, ["a"], { properties: { b: {}, c: {} } }],
    [
      "asks for what comes with them",
      { dependentRequired: { a: ["b", "c"], b: ["a", "c"], c: ["a"] } },
      ["a", "c"],
      { properties: { b: {} }, required: ["b"] },
    ],
    [
      "keeps what has nothing to do with them",
      { dependentRequired: { b: ["c", "a"] } },
      ["a"],
      { properties: { b: {}, c: {} }, dependentRequired: { b: ["c"] } },
    ],
  ])("%s", (_, more, given, want) => {
    expect(withoutArguments({ type: "object", properties, ...more }, new Set(given))).toEqual({
      type: "object",
      ...want,
    });
  });
});
