import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { createScalars } from "../../../../src/read/graphql/scalars.js";

const scalars = (names: string, given = {}) =>
  createScalars(buildSchema(`${names.replace(/\S+/g, "scalar $&")} type Query { a: Int }`), given);

describe("scalars in variables", () => {
  it.each([
    ["Int", { type: "integer", minimum: -2147483648, maximum: 2147483647 }],
    ["Float", { type: "number" }],
    ["String", { type: "string" }],
    ["Boolean", { type: "boolean" }],
    ["ID", { type: ["string", "integer"] }],
    [
      "BigInt",
      { type: ["string", "integer"], description: "An integer; digits where it is large.", pattern: "^-?\\d+$" },
    ],
    ["Decimal", { type: ["string", "number"], description: "A decimal number." }],
    ["DateTime", { type: "string", description: "RFC 3339 date and time." }],
    ["timestamptz", { type: "string", description: "RFC 3339 date and time." }],
    ["Date", { type: "string", description: "Date as YYYY-MM-DD." }],
    ["UUID", { type: "string", description: "UUID." }],
    ["URI", { type: "string", description: "URI." }],
    ["JSON", {}],
    ["jsonb", {}],
    ["JSONObject", { type: "object" }],
    ["JSONString", { type: "string", contentMediaType: "application/json" }],
    ["Void", { type: "null" }],
    ["Upload", { $ref: "#/$defs/FileValue" }],
    ["Odd", { description: "GraphQL scalar Odd." }],
  ])("%s", (name, schema) => {
    const builtIn = ["Int", "Float", "String", "Boolean", "ID"].includes(name);
    expect(scalars(builtIn ? "" : name).input(name)).toEqual(schema);
  });

  it("are what the caller says, even for what is known, and for files", () => {
    const given = {
      DateTime: { type: "integer" },
      Odd: { type: "boolean" },
      Upload: { type: "string" },
      ID: { type: "string" },
    };
    const { input, unknown, isUpload } = scalars("DateTime Odd Upload", given);
    expect(["DateTime", "Odd", "Upload", "ID"].map(input)).toEqual(Object.values(given));
    expect(unknown).toEqual([]);
    expect(isUpload("Upload")).toBe(false);
  });

  it("never come from Object.prototype", () => {
    const { input, unknown } = scalars("constructor toString");
    expect(input("constructor")).toEqual({ description: "GraphQL scalar constructor." });
    expect(input("hasOwnProperty")).toEqual({});
    expect(unknown).toEqual(["constructor", "toString"]);
  });

  it("of which nothing is known tell what their schema says of them", () => {
    const sdl = `"A **hash**." scalar Hash32 @specifiedBy(url: "https://example.com/hash") type Query { a: Int }`;
    expect(createScalars(buildSchema(sdl)).input("Hash32")).toEqual({
      description: "GraphQL scalar Hash32 (https://example.com/hash): A hash.",
    });
  });
});

describe("scalars in results", () => {
  it.each([
    ["ID", { type: "string" }],
    ["Int", { type: "integer" }],
    ["JSON", {}],
  ])("%s", (name, schema) => {
    expect(scalars(name === "JSON" ? "JSON" : "").output(name)).toEqual(schema);
  });
});
