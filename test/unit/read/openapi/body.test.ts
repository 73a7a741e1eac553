import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/read/openapi/document.js";
import { properties, readOperation } from "./reading.js";

const person = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, age: { type: "integer" } },
};
const post = (requestBody: JsonObject, options: Parameters<typeof readOperation>[1] = {}) =>
  readOperation({ requestBody }, { method: "post", ...options });
const content = (...types: string[]) => Object.fromEntries(types.map((type) => [type, { schema: person }]));

describe("request bodies", () => {
  it("that are plain objects stand flat", () => {
    const { detail } = post({ required: true, content: content("application/json") });
    expect(detail?.http.body).toEqual({ mediaType: "application/json", required: true, fields: ["name", "age"] });
    expect(detail?.input).toEqual({
      type: "object",
      additionalProperties: false,
      properties: { name: { type: "string" }, age: { type: "integer" } },
      required: ["name"],
    });
  });

  it("that are optional stay optional, but are given whole", () => {
    const { detail } = post({ content: content("application/json") });
    expect(detail?.http.body).toEqual({ mediaType: "application/json", fields: ["name", "age"] });
    expect(detail?.input).toMatchObject({ dependentRequired: { age: ["name"] } });
    expect(detail?.input).not.toHaveProperty("required");
  });

  it.each([
    ["a list", { type: "array", items: { type: "string" } }],
    ["a map", { type: "object", additionalProperties: { type: "string" } }],
    ["an open object", { ...person, additionalProperties: true }],
    ["a union", { oneOf: [person, { type: "object", required: ["id"], properties: { id: { type: "string" } } }] }],
    ["anything", {}],
  ])("that are %s are one argument", (_, schema) => {
    const { detail } = post({ required: true, description: "All of it", content: { "application/json": { schema } } });
    expect(detail?.http.body).toEqual({ mediaType: "application/json", required: true, arg: "body" });
    expect(detail?.input).toMatchObject({ required: ["body"], properties: { body: { description: "All of it" } } });
  });

  it.each([
    [["application/xml", "application/json"], "application/json"],
    [["application/x-www-form-urlencoded", "application/vnd.api+json"], "application/vnd.api+json"],
    [["application/vnd.api+json", "application/json; charset=utf-8"], "application/json; charset=utf-8"],
    [["multipart/form-data", "application/x-www-form-urlencoded"], "application/x-www-form-urlencoded"],
    [["text/plain", "multipart/form-data"], "multipart/form-data"],
    [["application/octet-stream", "text/csv"], "text/csv"],
    [["*/*"], "application/json"],
    [["application/*"], "application/json"],
    [["text/*"], "text/plain"],
    [["bad type\r\nX: y", "application/json"], "application/json"],
  ])("of %j are sent as %s", (types, want) => {
    expect(post({ content: content(...types) }).detail?.http.body?.mediaType).toBe(want);
  });

  it("with bytes go as multipart where that stands beside JSON", () => {
    const schema = {
      type: "object",
      properties: {
        note: { type: "string" },
        files: { type: "array", items: { type: "string", format: "binary" } },
        pic: { type: "string", format: "binary" },
      },
    };
    const { detail } = post(
      {
        content: {
          "application/json": { schema },
          "multipart/form-data": { schema, encoding: { pic: { contentType: "image/png, image/*" } } },
        },
      },
      { version: "3.0" },
    );
    expect(detail?.http.body).toEqual({
      mediaType: "multipart/form-data",
      fields: ["note", "files", "pic"],
      encoding: { files: { file: true }, pic: { file: true, contentType: "image/png" } },
    });
    expect(properties(detail)).toEqual({
      note: { type: "string" },
      files: { type: "array", items: { $ref: "#/$defs/FileValue" } },
      pic: { $ref: "#/$defs/FileValue" },
    });
  });

  const upload = {
    type: "object",
    properties: {
      pic: { type: "string", format: "binary" },
      more: { type: "array", items: { type: "string", format: "binary" } },
      about: { type: "object", properties: { raw: { type: "string", format: "binary" } } },
    },
  };
  it.each([
    ["written in place", upload],
    ["shared", { $ref: "#/components/schemas/Upload" }],
    ["inherited", { allOf: [{ $ref: "#/components/schemas/Upload" }, { type: "object", properties: { a: {} } }] }],
  ])("with the parts of a multipart body %s take files for bytes, and text inside of JSON", (_, schema) => {
    const root = { components: { schemas: { Upload: upload } } };
    const { detail } = post({ content: { "multipart/form-data": { schema } } }, { version: "3.0", root });
    expect(properties(detail)).toMatchObject({
      pic: { $ref: "#/$defs/FileValue" },
      more: { type: "array", items: { $ref: "#/$defs/FileValue" } },
      about: { properties: { raw: { type: "string" } } },
    });
    expect(detail?.http.body?.encoding).toEqual({ pic: { file: true }, more: { file: true } });
  });

  it.each([
    ["a list of a form", "application/x-www-form-urlencoded", { type: "array" }, undefined, { minItems: 1 }],
    [
      "an object with a style",
      "application/x-www-form-urlencoded",
      { type: "object" },
      "deepObject",
      { minProperties: 1 },
    ],
    ["a list of a multipart body", "multipart/form-data", { type: "array" }, undefined, { minItems: 1 }],
  ])("with a required field that is empty would not have it: %s", (_, type, field, style, want) => {
    const schema = { type: "object", required: ["f"], properties: { f: { ...field }, g: { ...field } } };
    const encoding = style === undefined ? {} : { f: { style }, g: { style } };
    const { f, g } = properties(post({ content: { [type]: { schema, encoding } } }).detail);
    expect(f).toMatchObject({ ...field, ...want });
    expect(g).not.toMatchObject(want);
  });

  it.each([
    ["an object of a form, which is JSON", "application/x-www-form-urlencoded", { type: "object" }],
    ["an object of a multipart body", "multipart/form-data", { type: "object" }],
    ["a list in JSON", "application/json", { type: "array" }],
  ])("with a required field that is empty have it: %s", (_, type, field) => {
    const schema = { type: "object", required: ["f"], properties: { f: { ...field } } };
    const { f } = properties(post({ content: { [type]: { schema } } }).detail);
    expect(f).not.toHaveProperty("minItems");
    expect(f).not.toHaveProperty("minProperties");
  });

  it("with lists of bytes alone do so as well", () => {
    const schema = {
      type: "object",
      properties: { files: { type: "array", items: { type: "string", format: "binary" } } },
    };
    const { detail } = post({ content: { "application/json": { schema }, "multipart/form-data": { schema } } });
    expect(detail?.http.body).toMatchObject({ mediaType: "multipart/form-data", encoding: { files: { file: true } } });
  });

  it("of a form keep their Encoding Objects, as far as they differ", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "object" }, b: { type: "array", items: { type: "string" } }, c: { type: "string" } },
    };
    const encoding = {
      a: { style: "deepObject", explode: true },
      b: { style: "form", explode: false },
      c: {
        style: "form",
        explode: true,
        headers: {
          "X-A": { schema: { const: "1" } },
          "X-B": { schema: { type: "string" } },
          "Content-Type": { schema: { const: "x" } },
        },
      },
    };
    const { detail } = post({ content: { "application/x-www-form-urlencoded": { schema, encoding } } });
    expect(detail?.http.body?.encoding).toEqual({
      a: { style: "deepObject" },
      b: { style: "form", explode: false },
      c: { style: "form", headers: { "X-A": "1" } },
    });
  });

  it.each([
    ["bytes", "application/octet-stream", { type: "string", format: "binary" }, true],
    ["bytes that nothing describes", "application/zip", undefined, true],
    ["pictures of any kind", "image/*", { type: "string", format: "binary" }, true],
    ["text of an unknown type", "application/vnd.acme", { type: "string" }, undefined],
    ["XML, whatever its schema", "application/xml", person, undefined],
  ])("%s: %s", (_, type, schema, file) => {
    const { detail } = post(
      { required: true, content: { [type]: schema ? { schema } : {} } as JsonObject },
      { version: "3.0" },
    );
    expect(detail?.http.body).toEqual({ mediaType: type, required: true, arg: "body", ...(file && { file }) });
    const body = properties(detail)["body"];
    expect(file ? body?.$ref : body?.type).toBe(file ? "#/$defs/FileValue" : "string");
  });

  it.each([
    ["GET", "3.0", undefined],
    ["HEAD", "3.0", undefined],
    ["DELETE", "3.0", ["name", "age"]],
    ["GET", "3.1", ["name", "age"]],
    ["TRACE", "3.1", undefined],
  ] as const)("R-13 of a %s in %s", (method, version, want) => {
    const { detail, said } = post({ content: content("application/json") }, { method: method.toLowerCase(), version });
    expect(detail?.http.body?.fields).toEqual(want);
    expect(said).toEqual(want ? [] : [`BODY_IGNORED ${method} /x: the body of a ${method} is not sent`]);
  });

  it("without properties are no argument; a required one is still sent", () => {
    const empty = {
      "application/x-www-form-urlencoded": { schema: { type: "object", properties: {}, additionalProperties: false } },
    };
    expect(post({ content: empty }).detail?.http).toEqual({ method: "POST", path: "/x" });
    expect(post({ required: true, content: empty }).detail?.http.body).toEqual({
      mediaType: "application/x-www-form-urlencoded",
      required: true,
      fields: [],
    });
  });

  it("count the properties that they need at least", () => {
    const schema = { type: "object", minProperties: 1, properties: { a: { type: "string" }, b: { type: "string" } } };
    const requestBody = { required: true, content: { "application/json": { schema } } };
    const parameters = [{ name: "id", in: "path", required: true, schema: {} }];
    const { detail } = readOperation({ requestBody, parameters }, { method: "patch", path: "/x/{id}" });
    expect(detail?.input).toMatchObject({ minProperties: 2, required: ["id"] });
  });

  it("that rename something below say so", () => {
    const schema = {
      type: "object",
      properties: { "a-b": { type: "string" }, in: { type: "object", properties: { "c.d": { type: "string" } } } },
    };
    const { detail } = post({ content: { "application/json": { schema } } });
    expect(detail?.http.body).toEqual({
      mediaType: "application/json",
      fields: [{ arg: "a_b", name: "a-b" }, "in"],
      renamed: true,
    });
  });

  it.each([
    [
      "a $ref that leads nowhere",
      { $ref: "#/no" },
      "OPERATION_SKIPPED POST /x: the request body is no object, or its $ref leads nowhere",
    ],
    [
      "a schema that leads nowhere",
      { content: { "application/json": { schema: { $ref: "#/no" } } } },
      'OPERATION_SKIPPED POST /x: $ref "#/no" leads nowhere',
    ],
    ["no content", { required: true }, "BODY_INVALID POST /x: the request body has no content, and is left out"],
  ])("with %s are reported", (_, body, message) => {
    expect(post(body).said).toEqual([expect.stringContaining(message)]);
  });
});
