import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/read/openapi/document.js";
import { properties, readOperation } from "./reading.js";

const query = { name: "q", in: "query", schema: { type: "string" } };

describe("parameters", () => {
  it.each([
    ["a plain one", { ...query }, ["q"]],
    ["the default style, written out", { ...query, style: "form", explode: true }, ["q"]],
    ["form without explode", { ...query, explode: false }, [{ arg: "q", explode: false }]],
    ["pipeDelimited", { ...query, style: "pipeDelimited" }, [{ arg: "q", style: "pipeDelimited" }]],
    [
      "deepObject, which has one form",
      { ...query, style: "deepObject", explode: true },
      [{ arg: "q", style: "deepObject" }],
    ],
    ["allowReserved", { ...query, allowReserved: true }, [{ arg: "q", allowReserved: true }]],
    [
      "content",
      { name: "q", in: "query", content: { "application/json": { schema: {} } } },
      [{ arg: "q", content: "application/json" }],
    ],
    ["a name that is no argument's", { ...query, name: "filter[a-b]" }, [{ arg: "filter_a_b", name: "filter[a-b]" }]],
  ])("plan %s", (_, parameter, want) => {
    expect(readOperation({ parameters: [parameter] }).detail?.http.query).toEqual(want);
  });

  it("of a path override those of the path item, by name and place", () => {
    const item = {
      parameters: [
        { ...query, required: true },
        { name: "q", in: "header", schema: {} },
      ],
    };
    const { detail } = readOperation({ parameters: [{ ...query, schema: { type: "integer" } }] }, { item });
    expect(detail?.input).toMatchObject({ properties: { q_query: { type: "integer" }, q_header: {} } });
    expect(detail?.input).not.toHaveProperty("required");
  });

  it("of the path are required, whatever they say, and come first", () => {
    const { detail, said } = readOperation(
      { parameters: [query, { name: "id", in: "path", required: false, schema: { type: "integer" } }] },
      { path: "/x/{id}" },
    );
    expect(detail?.input).toEqual({
      type: "object",
      additionalProperties: false,
      properties: { id: { type: "integer" }, q: { type: "string" } },
      required: ["id"],
    });
    expect(said).toEqual([]);
  });

  it.each([
    ["a list", { type: "array", items: {} }, { type: "array", items: {}, minItems: 1 }],
    ["a shared list", { $ref: "#/components/schemas/L" }, { $ref: "#/$defs/L", minItems: 1 }],
    ["a longer list", { type: "array", items: {}, minItems: 2 }, { type: "array", items: {}, minItems: 2 }],
    ["a map", { type: "object" }, { type: "object", minProperties: 1 }],
    ["text", { type: "string" }, { type: "string" }],
  ])("required and empty would not be sent: %s", (_, schema, want) => {
    const root = { components: { schemas: { L: { type: "array", items: {} } } } };
    const read = (parameter: JsonObject) =>
      properties(readOperation({ parameters: [parameter] }, { root }).detail)["q"];
    expect(read({ ...query, schema, required: true })).toEqual(want);
    expect(read({ ...query, schema })?.minItems).toBe("minItems" in schema ? 2 : undefined);
    const content = { "application/json": { schema } };
    expect(read({ name: "q", in: "query", required: true, content })?.minItems).toBe(
      "minItems" in schema ? 2 : undefined,
    );
  });

  it("that the path names and nobody declares are text; those it does not name go", () => {
    const { detail, said } = readOperation(
      { parameters: [{ name: "no", in: "path", schema: {} }] },
      { path: "/x/{id}.{ext}" },
    );
    expect(detail?.input).toMatchObject({
      properties: { id: { type: "string" }, ext: { type: "string" } },
      required: ["id", "ext"],
    });
    expect(said).toEqual([
      'PATH_PARAMETER_MISSING GET /x/{id}.{ext}: parameter "id" is not declared, and taken as text',
      'PATH_PARAMETER_MISSING GET /x/{id}.{ext}: parameter "ext" is not declared, and taken as text',
      'PATH_PARAMETER_UNUSED GET /x/{id}.{ext}: path parameter "no" is not in the path: it is left out',
    ]);
  });

  it.each([
    ["/x/{+path}", "path", "/x/{path}"],
    ["/x/{path*}", "path", "/x/{path}"],
    ["/x/{id:[0-9]+}", "id", "/x/{id}"],
    ["/x/{petID}", "petId", "/x/{petId}"],
    ["/x/{id}{?page,size}", "id", "/x/{id}"],
    ["/x/{id}#copy", "id", "/x/{id}#copy"],
    ["/?method=x&id={id}", "id", "/?method=x&id={id}"],
    ["x/{id}", "id", "/x/{id}"],
  ])("fit the path %s", (path, name, want) => {
    const { detail, said } = readOperation(
      { parameters: [{ name, in: "path", required: true, schema: {} }] },
      { path },
    );
    expect(detail?.http.path).toBe(want);
    expect(said).toEqual([]);
  });

  it("R-04 that would change how a message travels are refused", () => {
    const refused = [
      "Host",
      "Content-Length",
      "Transfer-Encoding",
      "Connection",
      "TE",
      "Upgrade",
      "Proxy-Authorization",
      "Cookie",
      "X-HTTP-Method-Override",
      "X-Forwarded-For",
      "Keep-Alive",
      "Trailer",
    ];
    const { detail, said } = readOperation({
      parameters: refused.map((name) => ({ name, in: "header", required: true, schema: {} })),
    });
    expect(detail?.input).toEqual({ type: "object", additionalProperties: false, properties: {} });
    expect(said).toEqual(
      refused.map((name) => `PARAMETER_REFUSED header ${name} is refused, though the document requires it`),
    );
  });

  it("that OpenAPI says to ignore are ignored", () => {
    const names = ["Accept", "content-type", "AUTHORIZATION"];
    const { detail, said } = readOperation({ parameters: names.map((name) => ({ name, in: "header", schema: {} })) });
    expect(detail?.http.header).toBeUndefined();
    expect(said).toEqual(
      names.map((name) => `PARAMETER_IGNORED header ${name} is no argument: what sends the request sets it`),
    );
  });

  it.each([
    [
      "an apiKey in a header, in any case",
      { type: "apiKey", in: "header", name: "X-Key" },
      { name: "x-key", in: "header" },
      [],
    ],
    ["an apiKey in the query", { type: "apiKey", in: "query", name: "key" }, { name: "key", in: "query" }, []],
    ["not one of another place", { type: "apiKey", in: "query", name: "key" }, { name: "key", in: "header" }, ["key"]],
    ["a bearer token in the query", { type: "http", scheme: "bearer" }, { name: "access_token", in: "query" }, []],
    [
      "a token that says what it is",
      { type: "http", scheme: "bearer" },
      { name: "token", in: "header", description: "Authentication token." },
      [],
    ],
    [
      "not another token",
      { type: "http", scheme: "bearer" },
      { name: "token", in: "query", description: "Of the invitation." },
      ["token"],
    ],
  ])("leave to a security scheme what it sends: %s", (_, scheme, parameter, want) => {
    const { detail } = readOperation(
      { security: [{ s: [] }], parameters: [{ ...parameter, schema: { type: "string" } }] },
      { root: { components: { securitySchemes: { s: scheme } } } },
    );
    expect(Object.keys(properties(detail))).toEqual(want);
  });

  it("with an idempotency key are the runtime's", () => {
    const { detail } = readOperation({
      parameters: [{ name: "Idempotency-Key", in: "header", required: true, schema: {} }],
    });
    expect(detail?.http).toEqual({ method: "GET", path: "/x", idempotencyHeader: "Idempotency-Key" });
    expect(detail?.input).toMatchObject({ properties: {} });
  });

  it.each([
    ["no name", { in: "query" }, "PARAMETER_INVALID a parameter without a name is left out"],
    ["no place", { name: "a" }, 'PARAMETER_INVALID parameter "a" has "in": null: it is left out'],
    [
      "a header name that is none",
      { name: "a b", in: "header" },
      'PARAMETER_INVALID "a b" is no name of a header: it is left out',
    ],
    [
      "a style of another place",
      { name: "a", in: "path", style: "form" },
      'PARAMETER_INVALID style "form" of path parameter "a" is none: simple is taken',
    ],
  ])("with %s are reported", (_, parameter, message) => {
    expect(readOperation({ parameters: [parameter as never] }, { path: "/x/{a}" }).said).toContain(message);
  });

  it("declared twice: the last counts", () => {
    const { detail, said } = readOperation({ parameters: [query, { ...query, schema: { type: "integer" } }] });
    expect(detail?.input).toMatchObject({ properties: { q: { type: "integer" } } });
    expect(said).toEqual(["PARAMETER_DUPLICATE query q is declared twice: the last one counts"]);
  });

  it("whose $ref leads nowhere cost the operation", () => {
    const { detail, said } = readOperation({ parameters: [{ $ref: "#/components/parameters/No" }] });
    expect(detail).toBeUndefined();
    expect(said).toEqual(["OPERATION_SKIPPED GET /x: a parameter is no object, or its $ref leads nowhere"]);
  });

  it("in the querystring are one argument (3.2)", () => {
    const parameter = {
      name: "filter",
      in: "querystring",
      content: { "application/json": { schema: { type: "object" } } },
    };
    const { detail } = readOperation({ parameters: [parameter] }, { version: "3.2" });
    expect(detail?.http.querystring).toEqual({ arg: "filter", content: "application/json" });
    expect(detail?.http.query).toBeUndefined();
  });

  it.each([
    ["its own words", { description: "Rows" }, { type: "integer", default: 5 }, "Rows"],
    ["those of a reference beside it", { $ref: "#/components/parameters/P", description: "Mine" }, {}, "Mine"],
    ["those of its schema", {}, { type: "integer", description: "Of the schema" }, "Of the schema"],
    [
      "format, range, default, example",
      { example: 7 },
      { type: "integer", minimum: 1, maximum: 10, default: 5 },
      "From 1 to 10; default 5; e.g. 7",
    ],
    ["a date", {}, { type: "string", format: "date" }, "Date as YYYY-MM-DD"],
    ["an example of many", { examples: { one: { value: "Oslo" } } }, { type: "string" }, "E.g. Oslo"],
    ["no example beside a list of values", { example: "a" }, { type: "string", enum: ["a", "b"] }, undefined],
    ["no example that is markup", { example: "<b>x</b>" }, { type: "string" }, undefined],
    ["nothing where nothing is known", {}, { type: "string" }, undefined],
  ])("are described by %s", (_, parameter, schema, want) => {
    const root = {
      components: { parameters: { P: { name: "q", in: "query", description: "Theirs", schema: { type: "string" } } } },
    };
    const own = "$ref" in parameter ? parameter : { name: "q", in: "query", schema, ...parameter };
    const { detail } = readOperation({ parameters: [own as never] }, { root });
    expect(properties(detail)["q"]?.description).toBe(want);
  });
});
