import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/read/openapi/document.js";
import { readDocument } from "./reading.js";

const top = (servers: JsonObject[string], url?: string) => {
  const { draft, said } = readDocument({ paths: {}, servers }, "3.1", url);
  return { servers: draft.servers, said };
};

describe("servers", () => {
  it.each([
    [[{ url: "https://a.example.com/v1" }], [{ url: "https://a.example.com/v1" }]],
    [
      [{ url: "https://{r}.example.com", variables: { r: { default: "eu", enum: ["eu", "us"] } } }],
      [{ url: "https://{r}.example.com", variables: { r: { default: "eu", enum: ["eu", "us"] } } }],
    ],
    [
      [{ url: "https://{r}.example.com", variables: { r: { enum: ["eu"] } } }],
      [{ url: "https://{r}.example.com", variables: { r: { default: "eu", enum: ["eu"] } } }],
    ],
    [
      [{ url: "https://{r}.x.example", variables: { fault: { default: "1" }, r: { default: "fault" } } }],
      [{ url: "https://{r}.x.example", variables: { r: { default: "fault" } } }],
    ],
    [[{ url: "//a.example.com" }], [{ url: "https://a.example.com" }]],
    [[{ url: "/v1" }], [{ url: "/v1" }]],
    [[{ url: "" }], [{ url: "/" }]],
    [[], [{ url: "/" }]],
  ])("%j", (given, want) => {
    expect(top(given as JsonObject[string])).toEqual({ servers: want, said: [] });
  });

  it.each([
    ["../v9", "https://docs.example.com/a/v9"],
    ["", "https://docs.example.com/"],
    ["/", "https://docs.example.com/"],
  ])("relative to the document: %s", (url, want) => {
    expect(top([{ url }], "https://docs.example.com/a/b/rel.yaml").servers).toEqual([{ url: want }]);
  });

  it.each([
    ["no url", {}, "the server has no url"],
    ["another scheme", { url: "ftp://a.example.com" }, "the server's url is ftp:, not http or https"],
    ["a password", { url: "https://u:p@a.example.com" }, "the server's url holds a user name or password"],
    ["a query", { url: "https://a.example.com/?k=1" }, "the server's url has a query or a fragment"],
    ["a variable without a value", { url: "https://{r}.example.com" }, `the server's variable "r" has no default`],
    ["no host", { url: "https://" }, `the server's url "https://" is no URL`],
  ])("with %s are left out", (_, server, message) => {
    const { servers, said } = top([server as JsonObject, { url: "https://b.example.com" }]);
    expect(servers).toEqual([{ url: "https://b.example.com" }]);
    expect(said).toEqual([`SERVER_INVALID ${message}: it is left out`]);
  });

  it("of an operation win over those of its path", () => {
    const { details, said } = readDocument({
      servers: [{ url: "https://top.example.com" }],
      paths: {
        "/a": { get: {} },
        "/b": {
          servers: [{ url: "https://path.example.com" }],
          get: {},
          put: { servers: [{ url: "https://op.example.com" }] },
        },
        "/c": { get: { servers: [{ url: "ftp://x" }] } },
      },
    });
    expect([...details].map(([name, detail]) => [name, detail?.server?.url])).toEqual([
      ["GET /a", undefined],
      ["GET /b", "https://path.example.com"],
      ["PUT /b", "https://op.example.com"],
      ["GET /c", undefined],
    ]);
    expect(details.get("GET /c")).toBeUndefined();
    expect(said.at(-1)).toBe("OPERATION_SKIPPED GET /c: none of its servers can be used");
  });
});
