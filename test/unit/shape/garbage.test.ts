import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/diagnostics.js";
import type { JsonObject, JsonValue } from "../../../src/read/openapi/document.js";
import { readOpenApi } from "../../../src/read/openapi/index.js";
import { shapeOpenApi } from "../../../src/shape/openapi.js";
import { NAME } from "../../../src/shape/unique.js";
import { inMemory } from "../read/openapi/schema/document.js";

/** Everything that a document may say, once. */
const sound: JsonObject = {
  info: { title: "All", description: "*" },
  servers: [{ url: "https://{r}.example.com", variables: { r: { default: "a", enum: ["a"] } } }],
  security: [{ k: [] }, { o: ["x"] }, {}],
  tags: [{ name: "t" }],
  paths: {
    "/a/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      servers: [{ url: "/own" }],
      get: {
        operationId: "a/get",
        summary: "S",
        description: "D",
        tags: ["t"],
        deprecated: false,
        parameters: [
          {
            name: "q",
            in: "query",
            style: "deepObject",
            explode: true,
            schema: { type: "object", properties: { "x-y": { type: "string" } } },
          },
          { name: "H", in: "header", examples: { one: { value: "1" } }, schema: { type: "string" } },
          { $ref: "#/components/parameters/C" },
          { name: "j", in: "query", content: { "application/json": { schema: { $ref: "#/components/schemas/S" } } } },
        ],
        responses: {
          "200": { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/S" } } } },
        },
      },
      post: {
        "x-toolgen-name": "post_it",
        "x-toolgen-aliases": { nom: "name" },
        security: [],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/S" } },
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: {
                  f: { type: "string", format: "binary" },
                  g: { type: "array", items: { type: "string" } },
                },
              },
              encoding: {
                f: { contentType: "image/png", headers: { "X-A": { schema: { const: "1" } } } },
                g: { style: "form", explode: false },
              },
            },
          },
        },
        responses: { default: { description: "" } },
      },
      delete: { $ref: "#/components/x/del" },
    },
    "/b": { $ref: "#/components/pathItems/B" },
  },
  webhooks: { w: { post: {} } },
  components: {
    x: {
      del: {
        requestBody: { $ref: "#/components/requestBodies/R" },
        responses: { "2XX": { $ref: "#/components/responses/T" } },
      },
    },
    pathItems: { B: { query: { operationId: "b" }, additionalOperations: { COPY: {} } } },
    parameters: { C: { name: "c", in: "cookie", schema: { type: "string" } } },
    requestBodies: { R: { content: { "text/plain": { schema: { type: "string" } } } } },
    responses: { T: { description: "", content: { "text/csv": {}, "application/pdf": {} } } },
    schemas: {
      S: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, next: { $ref: "#/components/schemas/S" } },
      },
    },
    securitySchemes: {
      k: { type: "apiKey", in: "query", name: "key" },
      o: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://id.example.com", scopes: { x: "X" } } } },
    },
  },
};

function places(value: JsonValue, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}
const everywhere = places(sound).filter((path) => path.length > 0);

function replaced(value: JsonValue, path: readonly string[], by: JsonValue | undefined): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== "object" || value === null) return by ?? null;
  const copy: Record<string, JsonValue> = { ...(value as JsonObject) };
  if (rest.length === 0 && by === undefined) delete copy[key];
  else copy[key] = replaced(copy[key] ?? null, rest, by);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

const garbage = fc.oneof(
  fc.constantFrom<JsonValue | undefined>(
    undefined,
    null,
    true,
    0,
    -1,
    "",
    [],
    {},
    [null],
    { $ref: "#/components/schemas/S" },
    { $ref: "#/no" },
    { $ref: "#" },
    "__proto__",
    "*/ `$" + "{x}`",
    "a\r\nb: c",
    "\u202e",
    "{",
    "{}",
    "//",
    "*/*",
    "GET",
    { constructor: {} },
    "x".repeat(300),
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
);

describe("garbage in a document", () => {
  it("never stops a run, and never gets into names, inputs or plans", () => {
    const changes = fc.array(fc.tuple(fc.constantFrom(...everywhere), garbage), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(changes, fc.constantFrom("3.0", "3.1", "3.2"), (all, version) => {
        const root = all.reduce<JsonValue>((value, [path, by]) => replaced(value, path, by), sound);
        if (typeof root !== "object" || root === null || Array.isArray(root)) return;
        const diagnostics = new Diagnostics();
        const spec = shapeOpenApi(
          readOpenApi(inMemory(root as JsonObject, version as "3.1"), diagnostics),
          { deprecated: true },
          diagnostics,
        );
        expect(diagnostics.failed).toBe(false);
        expect(spec.name).toMatch(NAME);
        expect(JSON.parse(JSON.stringify(spec))).toBeTypeOf("object");
        for (const operation of spec.operations) {
          expect(operation.toolName).toMatch(NAME);
          expect(operation.group).toMatch(/^[a-z][a-z0-9_]*$/);
          expect(operation.description).not.toBe("");
          const { input, http } = operation;
          if (typeof input !== "object") throw new Error("no object");
          expect(input).toMatchObject({ type: "object", additionalProperties: false });
          const names = Object.keys(input.properties ?? {});
          for (const name of names) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
          for (const name of input.required ?? []) expect(names).toContain(name);
          const inPath = [
            ...http.path
              .split("#", 1)
              .join("")
              .matchAll(/\{([^{}]*)\}/g),
          ].map(([, name = ""]) => {
            const plan = http.pathParameters?.find((p) => (p.name ?? p.arg) === name);
            return plan?.arg ?? name;
          });
          const planned = [
            ...inPath,
            ...[
              ...(http.query ?? []),
              ...(http.header ?? []),
              ...(http.cookie ?? []),
              ...(http.body?.fields ?? []),
            ].map((p) => (typeof p === "string" ? p : p.arg)),
            ...(http.querystring ? [http.querystring.arg] : []),
            ...(http.body?.arg ? [http.body.arg] : []),
          ];
          expect([...new Set(planned)].sort()).toEqual([...names].sort());
          for (const type of [http.accept ?? "", http.body?.mediaType ?? ""]) expect(type).not.toMatch(/[\r\n]/);
        }
      }),
      { numRuns: 200 },
    );
  });
});
