import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/read/openapi/document.js";
import { readDocument } from "./reading.js";

const key = { type: "apiKey", in: "header", name: "X-Key" };
const read = (security: JsonObject[string] | undefined, own: JsonObject[string] | undefined) => {
  const root = {
    ...(security !== undefined && { security }),
    paths: { "/x": { get: own === undefined ? {} : { security: own } } },
    components: {
      securitySchemes: {
        a: key,
        b: { type: "http", scheme: "Bearer" },
        bad: { type: "apiKey", in: "body", name: "x" },
      },
    },
  };
  const { details, said } = readDocument(root as JsonObject);
  return { auth: details.get("GET /x")?.auth, said };
};

describe("A-17 security requirements", () => {
  it.each([
    ["none", undefined, undefined, []],
    ["global", [{ a: [] }], undefined, [{ a: [] }]],
    ["own instead of global", [{ a: [] }], [{ b: ["read"] }], [{ b: ["read"] }]],
    ["an empty list removes the global ones", [{ a: [] }], [], []],
    ["optional", undefined, [{ a: [] }, {}], [{ a: [] }, {}]],
    ["and, or", undefined, [{ a: [], b: [] }, { b: [] }], [{ a: [], b: [] }, { b: [] }]],
    ["an unknown one beside a known one goes", undefined, [{ no: [] }, { a: [] }], [{ a: [] }]],
    ["half unknown is unknown", undefined, [{ a: [], no: [] }, { b: [] }], [{ b: [] }]],
    ["only unknown ones stay, and are never met", undefined, [{ no: [] }], [{ no: [] }]],
  ])("%s", (_, global, own, want) => {
    expect(read(global, own).auth).toEqual(want);
  });

  it("that name what is not there are reported", () => {
    expect(read(undefined, [{ no: [] }, { bad: [] }]).said).toEqual([
      'SECURITY_UNKNOWN security scheme "no" is not declared',
      'SECURITY_SCHEME_INVALID security scheme "bad" is not understood',
    ]);
  });
});

describe("security schemes", () => {
  const scheme = (given: JsonObject, url?: string) => {
    const root = { paths: {}, components: { securitySchemes: { s: given } } };
    return readDocument(root, "3.1", url).draft.scheme("s");
  };

  it.each([
    [key, key],
    [
      { type: "http", scheme: "Bearer", bearerFormat: "JWT", description: "A **token**." },
      { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A token." },
    ],
    [{ type: "mutualTLS" }, { type: "mutualTLS" }],
    [
      { type: "openIdConnect", openIdConnectUrl: "https://id.example.com/x" },
      { type: "openIdConnect", openIdConnectUrl: "https://id.example.com/x" },
    ],
    [
      { type: "openIdConnect", openIdConnectUrl: "/x" },
      { type: "openIdConnect", openIdConnectUrl: "https://docs.example.com/x" },
    ],
    [
      {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://id.example.com/token", scopes: { r: "Read" } }, wrong: {} },
      },
      {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://id.example.com/token", scopes: { r: "Read" } } },
      },
    ],
    [{ type: "apiKey", in: "header", name: "X\r\nY" }, undefined],
    [{ type: "apiKey", in: "header" }, undefined],
    [{ type: "http" }, undefined],
    [{ type: "basic" }, undefined],
  ])("%j", (given, want) => {
    expect(scheme(given as JsonObject, "https://docs.example.com/a/b.yaml")).toEqual(want);
  });
});
