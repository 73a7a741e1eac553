import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/diagnostics.js";
import type { JsonObject } from "../../../src/read/openapi/document.js";
import { readOpenApi } from "../../../src/read/openapi/index.js";
import { shapeOpenApi } from "../../../src/shape/openapi.js";
import type { ShapeOptions } from "../../../src/shape/options.js";
import { inMemory } from "../read/openapi/schema/document.js";

const run = (root: JsonObject, options: ShapeOptions = {}) => {
  const diagnostics = new Diagnostics();
  const document = inMemory(
    { info: { title: "Pets" }, servers: [{ url: "https://api.example.com/v1" }], ...root },
    "3.1",
  );
  const spec = shapeOpenApi(readOpenApi(document, diagnostics), options, diagnostics);
  return {
    spec,
    tools: spec.operations.map((o) => o.toolName),
    said: diagnostics.list.map(({ code, message }) => `${code} ${message}`),
  };
};
const responses = { "200": { description: "ok" } };
const pets = {
  "/pets": { get: { tags: ["Pets"], responses }, post: { responses } },
  "/pets/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: {} }],
    get: { responses },
    delete: { responses },
  },
};

describe("shape", () => {
  it("makes a ToolSpec, its tools sorted by name", () => {
    const { spec, said } = run({ paths: pets });
    expect(spec).toMatchObject({
      name: "pets",
      title: "Pets",
      servers: { default: { url: "https://api.example.com/v1" } },
      origins: ["https://api.example.com"],
      auth: {},
      schemas: {},
    });
    expect(spec.operations.map(({ toolName, effect, group, pointer }) => [toolName, effect, group, pointer])).toEqual([
      ["create_pet", "write", "pets", "#/paths/~1pets/post"],
      ["delete_pet", "irreversible", "pets", "#/paths/~1pets~1{id}/delete"],
      ["get_pet", "read", "pets", "#/paths/~1pets~1{id}/get"],
      ["list_pets", "read", "pets", "#/paths/~1pets/get"],
    ]);
    expect(said).toEqual([]);
  });

  it("reads only what is selected, under the names it has among all", () => {
    const broken = { ...pets, "/x": { get: { operationId: "pets/get", parameters: [{ $ref: "#/no" }] } } };
    const { tools, said } = run({ paths: broken }, { include: ["GET /pets/{id}"] });
    expect(tools).toEqual([expect.stringMatching(/^get_pet_[0-9a-f]{6}$/)]);
    expect(said).toEqual(["OPERATIONS_NOT_SELECTED 4 of 5 operations are not selected"]);
  });

  it("leaves deprecated ones out unless they are asked for, and counts them", () => {
    const paths = { "/a": { get: { deprecated: true, responses } }, "/b": { get: { responses } } };
    expect(run({ paths })).toMatchObject({ tools: ["get_b"], said: ["OPERATION_DEPRECATED GET /a is deprecated"] });
    expect(run({ paths }, { deprecated: true }).tools).toEqual(["get_a", "get_b"]);
  });

  it("obeys x-toolgen-*, and the config before it", () => {
    const get = {
      "x-toolgen-name": "find_it",
      "x-toolgen-effect": "write",
      "x-toolgen-quota": "2/500ms",
      "x-toolgen-aliases": { query: "q", no: "nothing", q: "q" },
      "x-toolgen-nonsense": 1,
      parameters: [{ name: "q", in: "query", schema: {} }],
      responses,
    };
    const { spec, said } = run(
      { paths: { "/a": { get } } },
      { tools: { "GET /a": { effect: "read", description: "Found." }, "no*": {} } },
    );
    expect(spec.operations[0]).toMatchObject({
      toolName: "find_it",
      effect: "read",
      description: "Found.",
      quota: { limit: 2, interval: 500 },
      aliases: { query: "q" },
    });
    expect(said).toEqual([
      "EXTENSION_INVALID GET /a: x-toolgen-nonsense is none of name, description, effect, ignore, aliases, bind, quota, rate-limit, cost, idempotency-header",
      'PATTERN_UNMATCHED config: "no*" matches no operation',
      'EXTENSION_INVALID find_it: alias no: there is no argument "nothing"',
      "EXTENSION_INVALID find_it: alias q is an argument itself",
    ]);
  });

  it.each([
    [{ "x-toolgen-ignore": true }, "OPERATION_IGNORED GET /a is left out as asked", 0],
    [
      { "x-toolgen-name": "No Name" },
      'EXTENSION_INVALID GET /a: x-toolgen-name: "No Name" does not match ^[a-z][a-z0-9_]{0,47}$',
      1,
    ],
    [
      { "x-toolgen-effect": "none" },
      'EXTENSION_INVALID GET /a: x-toolgen-effect: "none" is none of read, write, irreversible',
      1,
    ],
    [
      { "x-toolgen-quota": "fast" },
      'EXTENSION_INVALID GET /a: x-toolgen-quota: "fast" is no <limit>/<interval>, such as 2/500ms or 5000/1h, with +<burst> behind it for a bucket',
      1,
    ],
  ])("%j", (extension, message, tools) => {
    const { spec, said } = run({ paths: { "/a": { get: { ...extension, responses } } } });
    expect(said[0]).toBe(message);
    expect(spec.operations).toHaveLength(tools);
  });

  it("keeps R-12 every argument away from the destination", () => {
    const names = ["baseUrl", "host", "url", "server", "proxy"];
    const parameters = names.map((name) => ({ name, in: "query", schema: { type: "string" } }));
    const { spec } = run({ paths: { "/a": { get: { parameters, responses } } } });
    expect(spec.operations[0]?.http).toEqual({ method: "GET", path: "/a", query: names });
    expect(Object.keys(spec.servers)).toEqual(["default"]);
  });

  it("says which name was taken", () => {
    const named = { "x-toolgen-name": "one", responses };
    const { tools, said } = run({ paths: { "/a": { get: named, put: named } } });
    expect(new Set(tools).size).toBe(2);
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/^NAME_TAKEN GET \/a cannot be called one, as another tool is: it is one_[0-9a-f]{6}$/);
  });

  it.each([
    [{}, "pets"],
    [{ name: "zoo" }, "zoo"],
    [{ name: "My Zoo!" }, "my_zoo"],
  ])("names the toolkit: %j → %s", (options, want) => {
    expect(run({ paths: {} }, options).spec.name).toBe(want);
  });

  it("says so when nothing is left", () => {
    expect(run({ paths: {} }).said).toEqual(["OPERATIONS_NONE openapi.json: no operation became a tool"]);
  });
});

describe("R10 servers and origins", () => {
  const root = {
    servers: [{ url: "https://api.example.com" }, { url: "https://sandbox.example.com" }],
    security: [{ o: [] }],
    components: {
      securitySchemes: {
        o: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://id.example.com/t", scopes: {} } } },
      },
    },
    paths: {
      "/a": { get: { responses } },
      "/b": { get: { servers: [{ url: "https://files.example.com/x" }], responses } },
      "/c": { servers: [{ url: "https://files.example.com/x" }], get: { responses } },
      "/d": { servers: [{ url: "https://api.example.com" }], get: { responses } },
    },
  };

  it("come from the document's top level; the others are reported with the flag that allows them", () => {
    const { spec, said } = run(root);
    expect(spec.servers).toEqual({
      default: { url: "https://api.example.com" },
      sandbox_example_com: { url: "https://sandbox.example.com" },
      files_example_com_x: { url: "https://files.example.com/x" },
    });
    expect(spec.origins).toEqual(["https://api.example.com", "https://sandbox.example.com"]);
    expect(spec.operations.map(({ http }) => http.server)).toEqual([
      undefined,
      "files_example_com_x",
      "files_example_com_x",
      undefined,
    ]);
    expect(said).toEqual([
      "ORIGIN_NOT_ALLOWED some operations have a server at https://files.example.com: no credential is sent there",
      'ORIGIN_NOT_ALLOWED security scheme "o" has its authorization server at https://id.example.com: no credential is sent there',
    ]);
  });

  it("grow by --allow-origin", () => {
    const { spec, said } = run(root, { allowOrigins: ["https://files.example.com", "https://id.example.com"] });
    expect(spec.origins).toHaveLength(4);
    expect(said).toEqual([]);
  });

  it("are those of --base-url alone, where it is given", () => {
    const { spec } = run(root, { baseUrl: "http://127.0.0.1:4010/v1" });
    expect(spec.servers).toEqual({ default: { url: "http://127.0.0.1:4010/v1" } });
    expect(spec.origins).toEqual(["http://127.0.0.1:4010"]);
    expect(spec.operations.every(({ http }) => http.server === undefined)).toBe(true);
  });

  it.each([
    [[{ url: "/v1" }], 'SERVER_RELATIVE the server "/v1" is relative: calls need --base-url'],
    [
      [{ url: "http://api.example.com" }],
      "SERVER_INSECURE http://api.example.com is not https: no credential is sent there",
    ],
  ])("%j", (servers, message) => {
    expect(run({ ...root, servers, paths: { "/a": { get: { responses } } } }).said).toContain(message);
  });

  it("warn of schemes that read one variable", () => {
    const scheme = { type: "http", scheme: "bearer" };
    const { said } = run({
      security: [{ "a-b": [] }, { a_b: [] }],
      components: { securitySchemes: { "a-b": scheme, a_b: scheme } },
      paths: { "/a": { get: { responses } } },
    });
    expect(said).toEqual(['CREDENTIAL_SHARED security schemes "a-b" and "a_b" both read PETS_A_B']);
  });
});
