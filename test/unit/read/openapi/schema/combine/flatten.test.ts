import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../../src/diagnostics.js";
import type { JsonObject, JsonValue } from "../../../../../../src/read/openapi/document.js";
import { createSchemaReader } from "../../../../../../src/read/openapi/schema.js";
import { inline, inMemory } from "../document.js";
import { plain } from "../judge.js";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const schemas = {
  Pet: {
    type: "object",
    description: "A pet",
    required: ["id", "name"],
    properties: { id: { type: "integer", readOnly: true }, name: text, "x-tag": text },
  },
  Cat: {
    allOf: [
      ref("Pet"),
      { required: ["lives"], properties: { lives: { type: "integer" }, photo: { type: "string", format: "binary" } } },
    ],
  },
  Alias: ref("Cat"),
  Words: { ...ref("Cat"), description: "Words" },
  Maybe: { allOf: [ref("Pet")], nullable: true },
};

function flatten(given: JsonValue, version: "3.0" | "3.1" = "3.0") {
  return createSchemaReader(inMemory({ components: { schemas } }, version), new Diagnostics()).flatten(
    inline(given),
    "input",
  );
}

describe("a body that is a plain object", () => {
  it("stands flat, by wire names, whatever it is made of", () => {
    const want = [
      ["name", text, true],
      ["x-tag", text, false],
      ["lives", { type: "integer" }, true],
      ["photo", { type: "string", format: "binary" }, false],
    ];
    for (const given of [ref("Cat"), ref("Alias"), { allOf: [ref("Cat")] }, { ...ref("Words"), "x-a": 1 }]) {
      const flat = flatten(given);
      expect(flat?.properties.map((p) => [p.name, plain(p.schema), p.required])).toEqual(want);
      expect(flat?.nullable).toBe(false);
    }
    expect(flatten(ref("Cat"))?.properties.at(-1)?.node.at.pointer).toBe(
      "/components/schemas/Cat/allOf/1/properties/photo",
    );
    expect(flatten(ref("Words"))?.description).toBe("Words");
    expect(flatten({ ...ref("Words"), description: "Mine" })?.description).toBe("Mine");
  });

  it("may be null as a whole", () => {
    for (const given of [
      ref("Maybe"),
      { ...ref("Pet"), nullable: true },
      { type: "object", properties: { name: text }, nullable: true },
    ]) {
      const flat = flatten(given);
      expect(flat?.nullable).toBe(true);
      expect(flat?.properties[0]?.name).toBe("name");
    }
  });

  it("tells what depends on what by wire names, and its size", () => {
    const flat = flatten(
      {
        type: "object",
        properties: { "a-b": text, c: text },
        dependentRequired: { "a-b": ["c"] },
        minProperties: 1,
        maxProperties: 2,
      },
      "3.1",
    );
    expect(plain(flat?.dependentRequired)).toEqual({ "a-b": ["c"] });
    expect([flat?.minProperties, flat?.maxProperties]).toEqual([1, 2]);
  });

  it("asks for what is required and described nowhere", () => {
    const flat = flatten({ type: "object", properties: { a: text }, required: ["a", "b-c"] });
    expect(flat?.properties.map((p) => [p.name, p.required])).toEqual([
      ["a", true],
      ["b_c", true],
    ]);
  });

  it("may have no properties, when it is closed or all are read-only", () => {
    expect(flatten({ type: "object", additionalProperties: false })?.properties).toEqual([]);
    expect(flatten({ type: "object", properties: { id: { readOnly: true } } })?.properties).toEqual([]);
  });
});

describe("any other body is one argument", () => {
  it.each<readonly [string, JsonValue]>([
    ["a list", { type: "array", items: text }],
    ["text", text],
    ["anything", {}],
    ["true", true],
    ["an object without properties", { type: "object" }],
    ["a map", { type: "object", additionalProperties: text }],
    [
      "an object that takes further properties",
      { type: "object", properties: { a: text }, additionalProperties: true },
    ],
    [
      "an object that takes further properties by a schema",
      { type: "object", properties: { a: text }, additionalProperties: {} },
    ],
    ["a union", { oneOf: [ref("Pet"), ref("Cat")] }],
    [
      "alternatives of what is required",
      { type: "object", properties: { a: text, b: text }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    ],
    ["patterns", { type: "object", properties: { a: text }, patternProperties: { "^x": text } }],
    ["not", { type: "object", properties: { a: text }, not: { required: ["a"] } }],
    ["an object or a list", { type: ["object", "array"], properties: { a: text } }],
    ["a part that is a union", { allOf: [ref("Pet"), { oneOf: [{ required: ["a"] }, { required: ["b"] }] }] }],
    ["recursion by way of null", { anyOf: [{ type: "null" }, { type: "null" }] }],
  ])("%s", (_, given) => {
    expect(flatten(given, "3.1")).toBeUndefined();
  });
});

describe("files", () => {
  const reader = (version: "3.0" | "3.1") =>
    createSchemaReader(
      inMemory(
        {
          components: {
            schemas: {
              Bin: { type: "string", format: "binary" },
              Bins: { type: "array", items: ref("Bin") },
              Form: { type: "object", properties: { f: ref("Bin") } },
            },
          },
        },
        version,
      ),
      new Diagnostics(),
    );

  it.each<readonly [what: string, given: JsonValue, version: "3.0" | "3.1", want: boolean]>([
    ["format: binary", { type: "string", format: "binary" }, "3.0", true],
    ["type: file, as Swagger 2.0 has it", { type: "file" }, "3.0", true],
    ["a reference to one", ref("Bin"), "3.0", true],
    ["allOf of one", { allOf: [ref("Bin")], description: "d" }, "3.0", true],
    ["a binary media type", { type: "string", contentMediaType: "image/png" }, "3.1", true],
    ["nothing said, from 3.1", {}, "3.1", true],
    ["nothing said, in 3.0", {}, "3.0", false],
    ["base64 text", { type: "string", contentMediaType: "image/png", contentEncoding: "base64" }, "3.1", false],
    ["JSON in a string", { type: "string", contentMediaType: "application/json" }, "3.1", false],
    ["format: byte", { type: "string", format: "byte" }, "3.0", false],
    ["a list of files is no file", ref("Bins"), "3.0", false],
  ])("isFile: %s", (_, given, version, want) => {
    expect(reader(version).isFile(inline(given))).toBe(want);
  });

  it("become file values where the caller says that bytes are sent, and stay text elsewhere", () => {
    const one = reader("3.0");
    expect(one.read(inline({ ...ref("Bin"), description: "Photo" }), "input", { files: true })).toEqual({
      $ref: "#/$defs/FileValue",
      description: "Photo",
    });
    expect(plain(one.read(inline(ref("Bins")), "input", { files: true }))).toEqual({
      type: "array",
      items: { $ref: "#/$defs/FileValue" },
    });
    expect(
      plain(one.read(inline({ type: "string", format: "binary", nullable: true }), "input", { files: true })),
    ).toEqual({
      anyOf: [{ $ref: "#/$defs/FileValue" }, { type: "null" }],
    });
    expect(plain(one.read(inline({ oneOf: [ref("Bin"), { type: "integer" }] }), "input", { files: true }))).toEqual({
      oneOf: [{ $ref: "#/$defs/FileValue" }, { type: "integer" }],
    });
    expect(Object.keys(one.schemas())).toEqual(["FileValue"]);
    expect(one.schemas()["FileValue"]).toMatchObject({
      additionalProperties: false,
      oneOf: [{ required: ["data"] }, { required: ["handle"] }],
    });
    expect(one.read(inline(ref("Bin")), "input")).toEqual({ $ref: "#/$defs/Bin" });
    expect(one.read(inline(ref("Bin")), "output", { files: true })).toEqual({ $ref: "#/$defs/Bin" });
    expect(one.flatten(inline(ref("Form")), "input")?.properties.map((p) => one.isFile(p.node))).toEqual([true]);
    const parts = one.flatten(inline(ref("Form")), "input", { files: true })?.properties;
    expect(parts?.map((p) => plain(p.schema))).toEqual([{ $ref: "#/$defs/FileValue" }]);
  });
});
