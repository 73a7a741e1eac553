import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/read/openapi/document.js";
import { readOperation } from "./reading.js";

const json = (schema: JsonObject) => ({ description: "", content: { "application/json": { schema } } });
const [one, two] = [{ type: "string" }, { type: "integer" }] as const;
const read = (responses: JsonObject, method = "get") => {
  const { detail, said } = readOperation({ responses }, { method });
  return { output: detail?.output, accept: detail?.http.accept, said };
};

describe("outputs", () => {
  it.each([
    ["the first success", { "404": json(two), "200": json(one) }, one],
    ["a range", { "2XX": json(one) }, one],
    ["default, where it is all", { default: json(one) }, one],
    ["not default beside a success", { "204": { description: "" }, default: json(two) }, undefined],
    ["not default beside a redirect", { "302": { description: "" }, default: json(two) }, undefined],
    ["several", { "201": json(two), "200": json(one) }, { anyOf: [one, two] }],
    ["the same twice", { "201": json(one), "200": json(one) }, one],
    ["nothing, where one success says nothing", { "200": json(one), "201": json({}) }, undefined],
    ["nothing at all", { "204": { description: "" } }, undefined],
  ])("are those of %s", (_, responses, want) => {
    expect(read(responses as JsonObject).output).toEqual(want);
  });

  it.each([
    ["JSON, which needs no word", ["application/json"], undefined, undefined],
    ["JSON of another name", ["application/vnd.api+json"], "application/vnd.api+json", undefined],
    ["JSON first", ["text/csv", "application/json"], "application/json, text/csv;q=0.5", undefined],
    ["text", ["text/csv", "application/xml"], "text/csv, application/xml", "string"],
    ["bytes", ["application/pdf"], "application/pdf", "object"],
    ["anything", ["*/*"], undefined, undefined],
  ])("ask for %s", (_, types, accept, type) => {
    const content = Object.fromEntries(types.map((one) => [one, {}]));
    const { output, accept: found } = read({ "200": { description: "", content } });
    expect(found).toBe(accept);
    expect(typeof output === "object" ? output.type : output).toBe(type);
  });

  it.each<[string, string, JsonObject, unknown]>([
    ["lines of JSON", "application/x-ndjson", { itemSchema: one }, { type: "array", items: one }],
    ["a JSON text sequence", "application/json-seq", { itemSchema: one }, { type: "array", items: one }],
    [
      "events, whose data is JSON",
      "text/event-stream; charset=utf-8",
      {
        itemSchema: {
          type: "object",
          required: ["data"],
          properties: { data: { type: "string", contentMediaType: "application/json", contentSchema: two } },
        },
      },
      {
        type: "array",
        items: { type: "object", properties: { event: one, id: one, data: two }, required: ["data"] },
      },
    ],
    [
      "events of any kind",
      "text/event-stream",
      { itemSchema: { oneOf: [{ properties: { event: { const: "a" } } }] } },
      { type: "array", items: { type: "object", properties: { event: one, id: one, data: true }, required: ["data"] } },
    ],
    ["text, where no item is described", "text/event-stream", { schema: one }, one],
    ["JSON, which is no sequence", "application/json", { itemSchema: one }, undefined],
  ])("are lists of items for %s", (_, type, media, want) => {
    expect(read({ "200": { description: "", content: { [type]: media } } }).output).toEqual(want);
  });

  it("are none for HEAD", () => {
    expect(read({ "200": json(one) }, "head").output).toBeUndefined();
  });

  it("hide what is write-only, and say that there is something to hide", () => {
    const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "string", writeOnly: true } } };
    const { detail } = readOperation({ responses: { "200": json(schema) } });
    expect(detail?.http.writeOnly).toBe(true);
    expect(detail?.output).toEqual({ type: "object", properties: { a: { type: "string" } }, "x-toolgen-drop": ["b"] });
  });

  it("that lead nowhere are reported, and cost only themselves", () => {
    const { output, said } = read({ "200": { $ref: "#/no" } });
    expect(output).toBeUndefined();
    expect(said).toEqual(["RESPONSE_INVALID GET /x: a response is no object, or its $ref leads nowhere"]);
  });
});
