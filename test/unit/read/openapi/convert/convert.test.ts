import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../../src/read/openapi/document.js";
import { own } from "../../../../../src/read/openapi/value.js";
import { folderOf, type Loading, load, loadText, target } from "../load/folder.js";

const INFO = { title: "T", version: "1" };
const OK = { "200": { description: "ok" } };

function swagger(rest: Readonly<Record<string, unknown>>): Promise<Loading> {
  return loadText(JSON.stringify({ swagger: "2.0", info: INFO, host: "x.test", paths: {}, ...rest }));
}

/** The operation of `POST /a`, converted. */
async function operation(
  given: Readonly<Record<string, unknown>>,
  rest: object = {},
): Promise<Loading & { op: JsonValue | undefined }> {
  const loading = await swagger({ paths: { "/a": { post: { responses: OK, ...given } } }, ...rest });
  return { ...loading, op: target(loading, "#/paths/~1a/post") };
}

describe("Swagger 2.0 servers", () => {
  it.each([
    [{ host: "x.test", schemes: ["http", "https"], basePath: "/v1/" }, ["https://x.test/v1", "http://x.test/v1"]],
    [{ host: "x.test" }, ["https://x.test"]],
    [{ host: "localhost:8080", basePath: "api" }, ["http://localhost:8080/api"]],
    [{ host: "x.test", schemes: ["wss"] }, ["https://x.test"]],
    [{ host: "http://x.test/", basePath: "/" }, ["http://x.test"]],
    [{ host: undefined, basePath: "/v1" }, ["/v1"]],
    [{ host: undefined }, ["/"]],
  ])("%j", async (root, urls) => {
    const { document } = await swagger(root);
    expect(own(document?.root.value, "servers")).toEqual(urls.map((url) => ({ url })));
  });

  it("of an operation, where it names other schemes", async () => {
    const schemes = ["https", "http"];
    expect(own((await operation({ schemes: ["http"] }, { schemes })).op, "servers")).toEqual([
      { url: "http://x.test" },
    ]);
    expect(own((await operation({ schemes: ["https"] }, { schemes })).op, "servers")).toBeUndefined();
  });

  it("have the scheme of the document's own URL where none is named", async () => {
    const fetch = async () => new Response(JSON.stringify({ swagger: "2.0", host: "x.test", paths: {} }));
    const { document } = await load("http://y.test/api.json", { fetch });
    expect(own(document?.root.value, "servers")).toEqual([{ url: "http://x.test" }]);
  });
});

describe("Swagger 2.0 parameters", () => {
  const list = { type: "array", items: { type: "integer", format: "int32" } };
  const schema = { type: "array", items: { type: "integer", format: "int32" } };
  const text = { schema: { type: "string" } };

  it.each<[object, object, string[]]>([
    [
      { in: "query", type: "string", enum: ["a"], default: "a" },
      { schema: { type: "string", enum: ["a"], default: "a" } },
      [],
    ],
    [{ in: "query", ...list }, { style: "form", explode: false, schema }, []],
    [{ in: "query", ...list, collectionFormat: "csv" }, { style: "form", explode: false, schema }, []],
    [{ in: "query", ...list, collectionFormat: "multi" }, { style: "form", explode: true, schema }, []],
    [{ in: "query", ...list, collectionFormat: "ssv" }, { style: "spaceDelimited", explode: false, schema }, []],
    [{ in: "query", ...list, collectionFormat: "pipes" }, { style: "pipeDelimited", explode: false, schema }, []],
    [
      { in: "query", ...list, collectionFormat: "tsv" },
      { description: "(items separated by a tab)", ...text },
      ["SWAGGER2_LOSS"],
    ],
    [{ in: "query", ...list, collectionFormat: "odd" }, { style: "form", explode: false, schema }, ["SWAGGER2_LOSS"]],
    [{ in: "header", ...list }, { style: "simple", explode: false, schema }, []],
    [
      { in: "header", ...list, collectionFormat: "pipes", description: "Ids." },
      { description: "Ids. (items separated by |)", ...text },
      ["SWAGGER2_LOSS"],
    ],
    [{ in: "path", ...list }, { required: true, style: "simple", explode: false, schema }, []],
    [
      { in: "path", ...list, collectionFormat: "multi" },
      { required: true, style: "simple", explode: false, schema },
      ["SWAGGER2_LOSS"],
    ],
    [
      { in: "query", required: true, type: "string", "x-nullable": true },
      { required: true, schema: { type: "string", nullable: true } },
      [],
    ],
    [
      { in: "query", type: "string", "x-example": 1, "x-other": 2 },
      { "x-other": 2, example: 1, schema: { type: "string" } },
      [],
    ],
    [{ in: "query", type: "string", allowEmptyValue: true }, { allowEmptyValue: true, schema: { type: "string" } }, []],
    [{ in: "query" }, { schema: {} }, []],
  ])("%j", async (given, want, codes) => {
    const { name, ...rest } = { name: "p", ...given };
    const loading = await operation({ parameters: [{ name, ...rest }] });
    expect([own(loading.op, "parameters"), loading.codes]).toEqual([
      [{ name: "p", in: own(JSON.parse(JSON.stringify(given)), "in"), ...want }],
      codes,
    ]);
  });

  it("that are shared stay shared; broken references stay for the reader", async () => {
    const parameters = {
      "a b/c": { name: "q", in: "query", type: "string" },
      B: { name: "b", in: "body", schema: {} },
    };
    const refs = [{ $ref: "#/parameters/a b~1c" }, { $ref: "#/parameters/gone" }];
    const loading = await operation({ parameters: refs }, { parameters });
    expect(own(loading.op, "parameters")).toEqual([
      { $ref: "#/components/parameters/a b~1c" },
      { $ref: "#/parameters/gone" },
    ]);
    expect(target(loading, "#/components/parameters/a b~1c")).toEqual({
      name: "q",
      in: "query",
      schema: { type: "string" },
    });
    expect(target(loading, "#/components/parameters/B")).toBeUndefined();
    expect(loading.codes).toEqual(["REF_BROKEN"]);
  });
});

describe("Swagger 2.0 bodies", () => {
  const body = {
    name: "b",
    in: "body",
    required: true,
    description: "The pet.",
    schema: { $ref: "#/definitions/Pet" },
  };
  const media = { schema: { $ref: "#/components/schemas/Pet" } };
  const definitions = { Pet: { type: "object" } };
  const field = (name: string, rest: object = {}) => ({ name, in: "formData", type: "string", ...rest });
  const form = "application/x-www-form-urlencoded";
  const multipart = "multipart/form-data";

  it.each([
    [undefined, undefined, ["application/json"]],
    [["text/xml"], undefined, ["text/xml"]],
    [["text/xml"], ["application/json", "application/xml"], ["application/json", "application/xml"]],
    [["text/xml"], [], ["application/json"]],
  ])("consumes %j, and %j for the operation", async (root, mine, types) => {
    const { op, codes } = await operation({ consumes: mine, parameters: [body] }, { consumes: root, definitions });
    expect([own(op, "requestBody"), codes]).toEqual([
      { description: "The pet.", required: true, content: Object.fromEntries(types.map((type) => [type, media])) },
      [],
    ]);
  });

  it.each([
    [undefined, false, [form]],
    [["application/json", form], false, [form]],
    [["application/json"], false, [form]],
    [[multipart, form], false, [multipart, form]],
    [[multipart, form], true, [multipart]],
    [[form], true, [multipart]],
  ])("a form in %j (with a file: %j) is sent as %j", async (consumes, file, types) => {
    const fields = [field("a"), ...(file ? [field("f", { type: "file" })] : [])];
    const { op } = await operation({ consumes, parameters: fields });
    expect(Object.keys(Object(own(own(op, "requestBody"), "content")))).toEqual(types);
  });

  it("a form's fields are properties, and its lists have encodings", async () => {
    const items = { type: "array", items: { type: "string" } };
    const parameters = [
      field("a", { required: true, description: "A." }),
      field("csv", items),
      field("multi", { ...items, collectionFormat: "multi" }),
      field("ssv", { ...items, collectionFormat: "ssv" }),
      field("tsv", { ...items, collectionFormat: "tsv" }),
      field("__proto__", { type: "integer" }),
    ];
    const { op, codes } = await operation({ parameters });
    const text = { type: "array", items: { type: "string" } };
    expect(own(op, "requestBody")).toEqual({
      required: true,
      content: {
        [form]: {
          schema: {
            type: "object",
            properties: JSON.parse(
              JSON.stringify({
                a: { type: "string", description: "A." },
                csv: text,
                multi: text,
                ssv: text,
                tsv: { type: "string", description: "(items separated by a tab)" },
              }).replace(/\}$/, ',"__proto__":{"type":"integer"}}'),
            ),
            required: ["a"],
          },
          encoding: {
            csv: { style: "form", explode: false },
            multi: { style: "form", explode: true },
            ssv: { style: "spaceDelimited", explode: false },
          },
        },
      },
    });
    expect(codes).toEqual(["SWAGGER2_LOSS"]);
  });

  it("files are binary strings", async () => {
    const many = { type: "array", items: { type: "file" }, collectionFormat: "multi" };
    const { op } = await operation({ parameters: [field("f", { type: "file", format: "x" }), field("g", many)] });
    const file = { type: "string", format: "binary" };
    expect(own(own(own(op, "requestBody"), "content"), multipart)).toEqual({
      schema: { type: "object", properties: { f: file, g: { type: "array", items: file } } },
    });
  });

  it("come from the path item and from shared parameters, too", async () => {
    const parameters = { Body: body, Field: field("shared") };
    const paths = {
      "/a": {
        parameters: [{ $ref: "#/parameters/Body" }, { name: "q", in: "query", type: "string" }],
        post: { responses: OK },
        put: { parameters: [{ ...body, schema: { type: "string" } }], responses: OK },
      },
      "/f": {
        parameters: [field("x"), field("y")],
        post: { parameters: [{ $ref: "#/parameters/Field" }, field("y", { type: "integer" })], responses: OK },
      },
    };
    const loading = await swagger({ paths, parameters, definitions });
    const schema = (pointer: string, type: string) =>
      target(loading, `#/paths/${pointer}/requestBody/content/${type.replace("/", "~1")}/schema`);
    expect([loading.list, target(loading, "#/paths/~1a/parameters")]).toEqual([
      [],
      [{ name: "q", in: "query", schema: { type: "string" } }],
    ]);
    expect(schema("~1a/post", "application/json")).toEqual(media.schema);
    expect(schema("~1a/put", "application/json")).toEqual({ type: "string" });
    expect(own(schema("~1f/post", form), "properties")).toEqual({
      x: { type: "string" },
      shared: { type: "string" },
      y: { type: "integer" },
    });
  });

  it("are one: what is beside is reported", async () => {
    const { op, list } = await operation({ parameters: [field("a"), body, body] }, { definitions });
    expect(Object.keys(Object(own(own(op, "requestBody"), "content")))).toEqual(["application/json"]);
    expect(list.map((d) => [d.code, d.at?.pointer])).toEqual([
      ["SWAGGER2_LOSS", "#/paths/~1a/post/parameters/2"],
      ["SWAGGER2_LOSS", "#/paths/~1a/post/parameters/0"],
    ]);
  });
});

describe("Swagger 2.0 responses", () => {
  const respond = async (response: object, rest: object = {}, produces?: string[]) => {
    const { op } = await operation({ ...(produces ? { produces } : {}), responses: { "200": response } }, rest);
    return own(own(op, "responses"), "200");
  };
  const schema = { type: "string" };

  it.each<[object, object, object]>([
    [{ description: "d" }, {}, { description: "d" }],
    [{}, {}, { description: "" }],
    [{ description: "d", schema }, {}, { description: "d", content: { "application/json": { schema } } }],
    [
      { description: "d", schema },
      { produces: ["a/b", "c/d"] },
      { description: "d", content: { "a/b": { schema }, "c/d": { schema } } },
    ],
    [
      { description: "d", schema: { type: "file" } },
      {},
      { description: "d", content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } },
    ],
    [
      { description: "d", schema, examples: { "application/json": { a: 1 }, "text/plain": "x" } },
      {},
      {
        description: "d",
        content: { "application/json": { schema, example: { a: 1 } }, "text/plain": { schema, example: "x" } },
      },
    ],
    [
      { description: "d", headers: { "X-A": { type: "array", items: schema, description: "A." } }, "x-b": 1 },
      {},
      {
        description: "d",
        "x-b": 1,
        headers: { "X-A": { description: "A.", schema: { type: "array", items: schema } } },
      },
    ],
  ])("%j %j", async (response, rest, want) => expect(await respond(response, rest)).toEqual(want));

  it("that are shared are converted for what the operation produces", async () => {
    const responses = { R: { description: "d", schema } };
    const rest = { responses, produces: ["a/b"] };
    expect(await respond({ $ref: "#/responses/R" }, rest)).toEqual({ $ref: "#/components/responses/R" });
    expect(await respond({ $ref: "#/responses/R" }, rest, ["a/b"])).toEqual({ $ref: "#/components/responses/R" });
    expect(await respond({ $ref: "#/responses/R" }, rest, ["c/d"])).toEqual({
      description: "d",
      content: { "c/d": { schema } },
    });
  });
});

describe("Swagger 2.0 schemas and security", () => {
  it("schemas are read as OpenAPI 3.0 writes them", async () => {
    const A = {
      type: "object",
      discriminator: "kind",
      properties: {
        discriminator: { type: "string", "x-nullable": true },
        type: { type: ["string", "null"] },
        ref: { $ref: "#/definitions/A/properties/type" },
        one: { "x-oneOf": [{ type: "file" }] },
      },
      example: { $ref: "#/definitions/A", "x-nullable": true },
    };
    const loading = await swagger({ definitions: { A } });
    expect(target(loading, "#/components/schemas/A")).toEqual({
      type: "object",
      discriminator: { propertyName: "kind" },
      properties: {
        discriminator: { type: "string", nullable: true },
        type: { type: ["string", "null"] },
        ref: { $ref: "#/components/schemas/A/properties/type" },
        one: { oneOf: [{ type: "string", format: "binary" }] },
      },
      example: A.example,
    });
    expect(target(loading, "#/components/schemas/A/properties/ref/type")).toEqual(["string", "null"]);
  });

  const urls = { authorizationUrl: "https://x.test/a", tokenUrl: "https://x.test/t" };
  it.each([
    [
      { type: "basic", description: "B." },
      { type: "http", scheme: "basic", description: "B." },
    ],
    [
      { type: "apiKey", in: "header", name: "K" },
      { type: "apiKey", in: "header", name: "K" },
    ],
    [
      { type: "oauth2", flow: "implicit", authorizationUrl: urls.authorizationUrl, scopes: { a: "A" } },
      { type: "oauth2", flows: { implicit: { authorizationUrl: urls.authorizationUrl, scopes: { a: "A" } } } },
    ],
    [
      { type: "oauth2", flow: "password", tokenUrl: urls.tokenUrl },
      { type: "oauth2", flows: { password: { tokenUrl: urls.tokenUrl, scopes: {} } } },
    ],
    [
      { type: "oauth2", flow: "application", tokenUrl: urls.tokenUrl, scopes: {} },
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: urls.tokenUrl, scopes: {} } } },
    ],
    [
      { type: "oauth2", flow: "accessCode", ...urls, scopes: {}, "x-a": 1 },
      { type: "oauth2", "x-a": 1, flows: { authorizationCode: { ...urls, scopes: {} } } },
    ],
  ])("%j", async (given, want) => {
    const loading = await swagger({ securityDefinitions: { S: given } });
    expect([target(loading, "#/components/securitySchemes/S"), loading.list]).toEqual([want, []]);
  });

  it("an unknown flow is reported where it stands", async () => {
    const { list } = await swagger({ securityDefinitions: { S: { type: "oauth2", flow: "magic" } } });
    expect(list.map((d) => [d.code, d.at?.pointer])).toEqual([["SWAGGER2_LOSS", "#/securityDefinitions/S"]]);
  });
});

describe("a converted document", () => {
  it("says where things stand in the original", async () => {
    const shared = { name: "s", in: "query", type: "string" };
    const body = { name: "b", in: "body", schema: { type: "object" } };
    const parameters = [{ name: "q", in: "query", type: "string" }, body, { name: "r", in: "query", type: "string" }];
    const response = { description: "d", schema: { type: "object" } };
    const { document } = await swagger({
      paths: { "/a": { post: { parameters, responses: { "200": response } } } },
      definitions: { Pet: {} },
      parameters: { S: shared },
      securityDefinitions: { K: { type: "basic" } },
    });
    const original = (pointer: string) => document?.place({ file: document.root.at.file, pointer }).pointer;
    expect(
      [
        "/components/schemas/Pet/properties/x",
        "/components/parameters/S/schema",
        "/components/securitySchemes/K",
        "/paths/~1a/post/operationId",
        "/paths/~1a/post/parameters/1",
        "/paths/~1a/post/requestBody/content/application~1json/schema/type",
        "/paths/~1a/post/responses/200/content/application~1json/schema/type",
      ].map(original),
    ).toEqual([
      "#/definitions/Pet/properties/x",
      "#/parameters/S/schema",
      "#/securityDefinitions/K",
      "#/paths/~1a/post/operationId",
      "#/paths/~1a/post/parameters/2",
      "#/paths/~1a/post/parameters/1/schema/type",
      "#/paths/~1a/post/responses/200/schema/type",
    ]);
  });

  it("finds references into other operations where their targets have gone", async () => {
    const response = { description: "d", schema: { title: "answer" } };
    const body = { name: "b", in: "body", schema: { title: "question" } };
    const refs = ["#/paths/~1a/get/responses/200/schema", "#/paths/~1a/get/parameters/0/schema"];
    const loading = await swagger({
      paths: { "/a": { get: { parameters: [body], responses: { "200": response } } } },
      definitions: Object.fromEntries(refs.map(($ref, i) => [`D${i}`, { $ref }])),
    });
    expect([loading.list, refs.map((ref) => own(target(loading, ref), "title"))]).toEqual([[], ["answer", "question"]]);
  });

  it("of several files is converted file by file", async () => {
    const folder = folderOf({
      "swagger.yaml": `swagger: '2.0'
info: {title: T, version: '1'}
produces: [a/b]
paths:
  /a: {$ref: 'paths/a.yaml'}
definitions:
  $ref: 'defs.yaml'
`,
      "paths/a.yaml": `parameters:
  - $ref: '../params.yaml#/q'
get:
  parameters:
    - {name: b, in: body, schema: {$ref: '#/x-local'}}
  responses:
    200: {$ref: '../params.yaml#/ok'}
    400: {description: d, schema: {$ref: '../swagger.yaml#/definitions/Pet'}}
x-local: {title: local}
`,
      "params.yaml": `q: {name: q, in: query, type: array, items: {type: string}}
ok: {description: ok, schema: {$ref: 'defs.yaml#/Pet'}}
`,
      "defs.yaml": `Pet: {x-nullable: true, properties: {self: {$ref: '#/Pet'}, other: {$ref: 'swagger.yaml#/definitions/Pet'}}}
`,
    });
    const loading = await load("swagger.yaml", { cwd: folder });
    const { document } = loading;
    expect(loading.list).toEqual([]);
    expect(target(loading, "#/paths/~1a")).toEqual({
      parameters: [
        { name: "q", in: "query", style: "form", explode: false, schema: { type: "array", items: { type: "string" } } },
      ],
      get: {
        requestBody: { content: { "application/json": { schema: { $ref: "paths/a.yaml#/x-local" } } } },
        responses: {
          "200": { description: "ok", content: { "a/b": { schema: { $ref: "defs.yaml#/Pet" } } } },
          "400": { description: "d", content: { "a/b": { schema: { $ref: "#/components/schemas/Pet" } } } },
        },
      },
      "x-local": { title: "local" },
    });
    expect(target(loading, "paths/a.yaml#/x-local")).toEqual({ title: "local" });
    const pet = document?.resolve("defs.yaml#/Pet", document.root.at);
    expect(pet?.value).toEqual({
      nullable: true,
      properties: { self: { $ref: "#/Pet" }, other: { $ref: "swagger.yaml#/components/schemas/Pet" } },
    });
    expect(pet && document?.resolve("swagger.yaml#/components/schemas/Pet", pet.at)?.value).toEqual({
      nullable: true,
      properties: { self: { $ref: "defs.yaml#/Pet" }, other: { $ref: "#/components/schemas/Pet" } },
    });
    expect(document?.place({ file: "swagger.yaml", pointer: "/paths/~1a/parameters/0/schema" })).toEqual({
      file: "params.yaml",
      pointer: "#/q/schema",
      line: 1,
      column: 1,
    });
  });

  it("agrees with swagger2openapi on what both can keep", async () => {
    const s2o: { convertObj(api: object, options: object): Promise<{ openapi: object }> } = createRequire(
      import.meta.url,
    )("swagger2openapi");
    const items = { type: "array", items: { type: "string" } };
    const api = {
      swagger: "2.0",
      info: INFO,
      host: "x.test",
      basePath: "/v1",
      schemes: ["https"],
      consumes: ["application/json"],
      produces: ["application/json", "application/xml"],
      tags: [{ name: "t" }],
      security: [{ K: [] }],
      securityDefinitions: {
        K: { type: "apiKey", in: "query", name: "k" },
        B: { type: "basic" },
        O: {
          type: "oauth2",
          flow: "accessCode",
          authorizationUrl: "https://x.test/a",
          tokenUrl: "https://x.test/t",
          scopes: { a: "A" },
        },
      },
      parameters: { Limit: { name: "limit", in: "query", type: "integer", maximum: 10 } },
      responses: { Gone: { description: "gone", schema: { $ref: "#/definitions/Error" } } },
      definitions: {
        Error: { type: "object", required: ["code"], properties: { code: { type: "integer", "x-nullable": true } } },
        Pet: {
          discriminator: "kind",
          allOf: [{ $ref: "#/definitions/Error" }],
          properties: { kind: { type: "string" } },
        },
      },
      paths: {
        "/pets/{id}": {
          parameters: [{ name: "id", in: "path", required: true, type: "integer", format: "int64" }],
          get: {
            tags: ["t"],
            operationId: "getPet",
            parameters: [
              { $ref: "#/parameters/Limit" },
              { name: "csv", in: "query", ...items },
              { name: "multi", in: "query", ...items, collectionFormat: "multi" },
              { name: "pipes", in: "query", ...items, collectionFormat: "pipes" },
              { name: "X-H", in: "header", ...items },
            ],
            responses: {
              "200": { description: "ok", schema: { $ref: "#/definitions/Pet" } },
              "404": { $ref: "#/responses/Gone" },
            },
          },
          put: {
            parameters: [{ name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } }],
            responses: {
              default: { description: "any", headers: { "X-Rate": { type: "integer", description: "r" } } },
            },
          },
          post: {
            consumes: ["multipart/form-data"],
            parameters: [
              { name: "file", in: "formData", type: "file", description: "f" },
              { name: "note", in: "formData", type: "string", required: true },
            ],
            responses: { "204": { description: "none" } },
          },
        },
      },
    };
    const theirs = await s2o.convertObj(JSON.parse(JSON.stringify(api)), { patch: true });
    const ours = (await loadText(JSON.stringify(api))).document?.root.value;
    // Ours spells out what is the default, and requires a form that has a required field.
    const wanted = JSON.parse(JSON.stringify(theirs.openapi));
    const { get, post } = wanted.paths["/pets/{id}"];
    wanted.openapi = "3.0.3";
    post.requestBody.required = true;
    get.parameters[2].style = "form";
    get.parameters[3].explode = false;
    get.parameters[4] = { ...get.parameters[4], style: "simple", explode: false };
    expect(ours).toEqual(wanted);
  });
});
