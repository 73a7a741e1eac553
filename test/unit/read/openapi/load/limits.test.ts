import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOf, load, loadText, openapi, target } from "./folder.js";

describe("S-14 limits", () => {
  it("S-14 60 MB are refused before they are read", async () => {
    const folder = folderOf({ "api.json": "" });
    truncateSync(join(folder, "api.json"), 60_000_000);
    const before = process.memoryUsage().arrayBuffers;
    const { document, list } = await load("api.json", { cwd: folder });
    expect([document, list.map((d) => [d.code, d.message])]).toEqual([
      undefined,
      [["LIMIT_EXCEEDED", "api.json: 57.2 MiB, more than the limit of 50 MiB"]],
    ]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it("S-14 20,000 operations and a description of 1 MB are read", async () => {
    const operation = (i: number) => ({
      operationId: `op${i}`,
      responses: { default: { $ref: "#/components/responses/R" } },
    });
    const paths = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`/p${i}`, { get: operation(i) }]));
    const components = { responses: { R: { description: "d".repeat(1_000_000) } } };
    const start = performance.now();
    const { document, list } = await loadText(openapi({ paths, components }));
    expect([document !== undefined, list]).toEqual([true, []]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  const deep = (levels: number) => `{"openapi": "3.1.0", "x": ${"[".repeat(levels)}${"]".repeat(levels)}}`;
  const methods = { get: {}, put: {}, post: {} };
  const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, i]));

  it.each([
    ["bytes", openapi({ x: "x".repeat(300) }), { bytes: 200 }, "-: more than 200 bytes", undefined],
    [
      "levels of JSON",
      deep(20),
      { depth: 10 },
      "-: the document is nested more deeply than 10 levels",
      `#/x${"/0".repeat(10)}`,
    ],
    [
      "levels of JSON, by default",
      deep(100_000),
      {},
      "-: the document is nested more deeply than 400 levels",
      `#/x${"/0".repeat(400)}`,
    ],
    [
      "values",
      openapi({ x: twenty }),
      { nodes: 20 },
      "-: the document has more than 20 values, counting what YAML aliases repeat",
      "#/x",
    ],
    [
      "operations",
      openapi({ paths: { "/a": methods, "/b": methods } }),
      { operations: 5 },
      "-: the document has 6 operations; the limit is 5",
      "#/paths",
    ],
    ["one text", openapi({ x: "x".repeat(300) }), { text: 200 }, "-: a text has 300 characters; the limit is 200", ""],
    ["one key", openapi({ ["x".repeat(300)]: 1 }), { text: 200 }, "-: a key has 300 characters; the limit is 200", ""],
  ])("S-14 are kept for %s", async (_, text, limits, message, pointer) => {
    const { document, list } = await loadText(text, { limits });
    expect([document, list.map((d) => [d.code, d.message, d.at?.pointer])]).toEqual([
      undefined,
      [["LIMIT_EXCEEDED", message, pointer ?? ""]],
    ]);
  });

  it("hold for all files together; a file too many costs only what needs it", async () => {
    const paths = { "/a": { $ref: "a.json" }, "/b": { $ref: "b.json" } };
    const root = openapi({ paths });
    const folder = folderOf({ "api.json": root, "a.json": '"a"', "b.json": '"b"' });
    writeFileSync(join(folder, "big.json"), JSON.stringify("x".repeat(5000)));
    const bytes = await load("api.json", { cwd: folder, limits: { bytes: root.length + 4 } });
    const files = await load("api.json", { cwd: folder, limits: { files: 2 } });
    for (const loading of [bytes, files]) {
      expect([target(loading, "a.json"), target(loading, "b.json"), loading.codes]).toEqual([
        "a",
        undefined,
        ["REF_UNREADABLE"],
      ]);
    }
    expect(bytes.list[0]?.message).toBe('$ref "b.json": more than the limit of 1 KiB');
    expect(files.list[0]?.message).toBe('$ref "b.json": the document has more than 2 files');
  });

  it("a 2^28 fan-out and a chain of 400 references are read at once", async () => {
    const fan = Object.fromEntries(
      Array.from({ length: 28 }, (_, i) => {
        const next = { $ref: `#/components/schemas/F${i + 1}` };
        return [`F${i}`, { properties: { a: next, b: next } }];
      }),
    );
    const chain = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`C${i}`, { $ref: `#/components/schemas/C${i + 1}` }]),
    );
    const components = { schemas: { ...fan, F28: {}, ...chain, C400: { title: "end" } } };
    const start = performance.now();
    const loading = await loadText(openapi({ components }), { validate: true });
    expect([loading.list, target(loading, "#/components/schemas/C400/title")]).toEqual([[], "end"]);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe("integers beyond 2^53", () => {
  it("are reported in defaults, constants and choices that lose digits, and nowhere else", async () => {
    const text = `openapi: 3.1.0
components:
  schemas:
    A:
      maximum: 9223372036854775807
      default: 9223372036854775807
      const: 9223372036854775808
      example: 9007199254740993
      enum:
        - 9007199254740992
        - 9007199254740993
        - 9223372036854776000
        - 1e300
    default: {maximum: 9007199254740993}
`;
    const { list } = await loadText(text);
    expect(list.map(({ code, message, at }) => [code, message, at?.pointer, at?.line, at?.column])).toEqual([
      [
        "NUMBER_IMPRECISE",
        "9223372036854775807 is read as 9223372036854775808",
        "#/components/schemas/A/default",
        6,
        7,
      ],
      ["NUMBER_IMPRECISE", "9007199254740993 is read as 9007199254740992", "#/components/schemas/A/enum/1", 11, 11],
    ]);
  });

  it("are found in JSON too", async () => {
    const { list } = await loadText(
      '{"openapi": "3.1.0",\n"components": {"schemas": {"A": {"default": -9007199254740993}}}}',
    );
    expect(list.map(({ message, at }) => [message, at?.line, at?.column])).toEqual([
      ["-9007199254740993 is read as -9007199254740992", 2, 34],
    ]);
  });
});
