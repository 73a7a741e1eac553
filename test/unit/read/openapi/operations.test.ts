import { describe, expect, it } from "vitest";
import { readDocument } from "./reading.js";

const names = (root: Parameters<typeof readDocument>[0], version?: Parameters<typeof readDocument>[1]) => {
  const { draft, said } = readDocument(root, version);
  return { operations: draft.operations.map(({ method, path }) => `${method} ${path}`), said };
};

describe("the operations of a document", () => {
  it("are those of every method, of 3.2's query and of additionalOperations", () => {
    const item = Object.fromEntries(
      ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"].map((method) => [method, {}]),
    );
    const { operations, said } = names(
      { paths: { "/a": { ...item, additionalOperations: { COPY: {}, "Un lock": {} } } } },
      "3.2",
    );
    expect(operations).toEqual(
      ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY", "COPY"].map((m) => `${m} /a`),
    );
    expect(said).toEqual(["OPERATION_SKIPPED Un lock /a: this is no method that can be sent"]);
  });

  it("may be given by $ref, and so may path items", () => {
    const root = {
      paths: { "/a": { $ref: "#/components/pathItems/A" }, "/b": { get: { $ref: "#/components/x-ops/b" } } },
      components: { pathItems: { A: { get: { operationId: "getA" } } }, "x-ops": { b: { operationId: "getB" } } },
    };
    const { draft, said } = readDocument(root);
    expect(draft.operations.map(({ operationId, at }) => [operationId, at.pointer])).toEqual([
      ["getA", "/components/pathItems/A/get"],
      ["getB", "/paths/~1b/get"],
    ]);
    expect(said).toEqual([]);
  });

  it.each([
    ["a path item that is none", { "/a": 1, "/b": { get: {} } }, "/a is no path item"],
    [
      "an operation that is none",
      { "/a": { get: [] }, "/b": { get: {} } },
      "GET /a: the operation is no object, or its $ref leads nowhere",
    ],
    [
      "an operation whose $ref is broken",
      { "/a": { get: { $ref: "#/x" } }, "/b": { get: {} } },
      "GET /a: the operation is no object, or its $ref leads nowhere",
    ],
    [
      "braces that do not match",
      { "/a/{id": { get: {} }, "/b": { get: {} } },
      "GET /a/{id: the braces of the path do not match",
    ],
    [
      "a control character",
      { "/a\r\nX: y": { get: {} }, "/b": { get: {} } },
      "GET /a\r\nX: y: the path holds a control character",
    ],
  ])("are left out for %s, and the others stay", (_, paths, message) => {
    const { operations, said } = names({ paths: paths as never });
    expect(operations).toEqual(["GET /b"]);
    expect(said).toEqual([`OPERATION_SKIPPED ${message}`]);
  });

  it("are not what the service calls", () => {
    const { operations, said } = names({
      paths: { "/a": { post: { callbacks: { done: { "{$request.body#/url}": { post: {} } } } } } },
      webhooks: { ping: { post: {} }, pong: { post: {} } },
    });
    expect(operations).toEqual(["POST /a"]);
    expect(said).toEqual(["WEBHOOKS_LEFT_OUT 2 webhooks and 1 callback left out: they are called by the service"]);
  });

  it("are told apart though their ids are not, or their paths are twins", () => {
    const { operations, said } = names({
      paths: {
        "/a/{x}": { get: { operationId: "one" } },
        "/a/{y}": { get: { operationId: "one" } },
        "/f#copy": { post: {} },
      },
    });
    expect(operations).toEqual(["GET /a/{x}", "GET /a/{y}", "POST /f#copy"]);
    expect(said.slice(0, 1)).toEqual([
      'OPERATION_ID_DUPLICATE operationId "one" of GET /a/{y} is that of GET /a/{x} too',
    ]);
  });

  it("inherit the words of their path, and know what stands beside them", () => {
    const { draft } = readDocument({
      paths: {
        "/pets": { summary: "Pets", get: { tags: ["pets", 3] }, post: {} },
        "/pets/{id}": { get: { deprecated: true } },
      },
    } as never);
    expect(
      draft.operations.map(({ summary, tags, items, deprecated }) => ({ summary, tags, items, deprecated })),
    ).toEqual([
      { summary: "Pets", tags: ["pets"], items: true, deprecated: false },
      { summary: "Pets", tags: [], items: true, deprecated: false },
      { summary: undefined, tags: [], items: false, deprecated: true },
    ]);
  });
});
