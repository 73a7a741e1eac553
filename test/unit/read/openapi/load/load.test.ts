import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOf, load, loadText, openapi, target } from "./folder.js";

describe("loadOpenApi", () => {
  it("gives the document, its name and its digest", async () => {
    const text = openapi();
    const folder = folderOf({ "api.json": text });
    const { document, list } = await load("api.json", { cwd: folder });
    expect(list).toEqual([]);
    expect(document?.root).toEqual({ value: JSON.parse(text), at: { file: "api.json", pointer: "" } });
    expect([document?.file, document?.version, document?.versionText, document?.url]).toEqual([
      "api.json",
      "3.1",
      "3.1.0",
      undefined,
    ]);
    expect(document?.sha256).toBe((await loadText(text)).document?.sha256);
    expect(document?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("reads standard input", async () => {
    const { document } = await loadText(openapi());
    expect([document?.file, document?.root.at.file]).toEqual(["stdin", "(stdin)"]);
  });

  it("names a file that is a link as the user does, and reads from where it is", async () => {
    const folder = folderOf({ "v1/api.json": openapi({ a: { $ref: "x.json" } }), "v1/x.json": "{}" });
    symlinkSync(join(folder, "v1/api.json"), join(folder, "latest.json"));
    const loading = await load("latest.json", { cwd: folder });
    expect([loading.codes, loading.document?.file, target(loading, "x.json")]).toEqual([[], "latest.json", {}]);
  });

  it.each([
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${openapi()}`)],
    ["UTF-16, little end first", Buffer.from(`\uFEFF${openapi()}`, "utf16le")],
    ["UTF-16, big end first", Buffer.from(`\uFEFF${openapi()}`, "utf16le").swap16()],
    ["YAML with a mark", Buffer.from("\uFEFFopenapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n")],
  ])("reads %s", async (_, bytes) => {
    const { document, list } = await loadText(bytes);
    expect([document?.root.value, list]).toEqual([JSON.parse(openapi()), []]);
  });

  it("reads what is nearly JSON, and says so", async () => {
    const { document, list } = await loadText('{"openapi": "3.0.0", # old\n "paths": {},}');
    expect(document?.root.value).toEqual({ openapi: "3.0.0", paths: {} });
    expect(list.map(({ code, severity }) => [code, severity])).toEqual([["JSON_LAX", "warning"]]);
  });

  it("reports a key that a JSON object has twice, where the later one stands", async () => {
    const { document, list } = await loadText('{"openapi": "3.0.0",\n "paths": {"/a": {"get": 1},\n  "/a": {}}}');
    expect(document?.root.value).toEqual({ openapi: "3.0.0", paths: { "/a": {} } });
    expect(list.map(({ code, at }) => [code, at])).toEqual([
      ["JSON_DUPLICATE_KEY", { file: "-", pointer: "#/paths/~1a", line: 3, column: 3 }],
    ]);
  });

  it.each([
    ["a missing file", "missing.yaml", "FILE_UNREADABLE", "missing.yaml: there is no such file"],
    ["a folder", ".", "FILE_UNREADABLE", ".: it is a folder; name the root document in it"],
    ["another scheme", "gopher://x.test/a", "SPEC_ADDRESS_INVALID", "gopher://x.test/a: gopher: is not supported"],
    [
      "a URL with a password, and does not repeat it",
      "https://me:s3cret@x.test/a?key=s3cret",
      "SPEC_ADDRESS_INVALID",
      "https://x.test/a: a user name or password stands in the URL",
    ],
  ])("refuses %s", async (_, spec, code, message) => {
    const { document, list } = await load(spec, { cwd: folderOf({}) });
    expect(document).toBeUndefined();
    expect(list.map((d) => [d.code, d.message])).toEqual([[code, message]]);
    expect(JSON.stringify(list)).not.toContain("s3cret");
  });

  it.each([
    ["bytes that are no text", Buffer.from([0x7b, 0xff, 0xfe, 0x80]), "SYNTAX_ERROR", undefined],
    ["broken YAML", Buffer.from("openapi: 3.0.0\npaths:\n  /a: b: c\n"), "SYNTAX_ERROR", 3],
    ["broken JSON", Buffer.from('{"openapi": "3.0.0",\n "paths": {"/a": [}}'), "SYNTAX_ERROR", 2],
    ["nothing", Buffer.from(""), "NOT_OPENAPI", undefined],
    ["a list", Buffer.from("- 1"), "NOT_OPENAPI", undefined],
    ["two YAML documents", Buffer.from("openapi: 3.0.0\n---\nopenapi: 3.0.0\n"), "SYNTAX_ERROR", undefined],
    ["a web page", Buffer.from("<!DOCTYPE html><html></html>"), "NOT_OPENAPI", undefined],
    ["XML", Buffer.from('<?xml version="1.0"?><a/>'), "SYNTAX_ERROR", undefined],
  ])("refuses %s with its line", async (_, bytes, code, line) => {
    const { document, list } = await loadText(bytes);
    expect([document, list.map((d) => [d.code, d.severity, d.at?.line])]).toEqual([undefined, [[code, "error", line]]]);
  });
});

describe("versions", () => {
  it.each([
    ["openapi: 3.0.3", "3.0", "3.0.3"],
    ["openapi: '3.0'", "3.0", "3.0"],
    ["openapi: 3.1", "3.1", "3.1"],
    ["openapi: 3.0", "3.0", "3.0"],
    ["openapi: 3.0.17", "3.0", "3.0.17"],
    ["openapi: 3.1.0-rc1", "3.1", "3.1.0-rc1"],
    ["openapi: 3.2.0", "3.2", "3.2.0"],
    ["swagger: '2.0'", "2.0", "2.0"],
    ["swagger: 2.0", "2.0", "2.0"],
    ["swagger: 3.0.0", "3.0", "3.0.0"],
  ])("%s is %s", async (head, version, text) => {
    const { document, list } = await loadText(`${head}\ninfo: {}\npaths: {}\n`);
    expect([document?.version, document?.versionText, list]).toEqual([version, text, []]);
  });

  it("reads a newer minor version as the newest known", async () => {
    const { document, codes } = await loadText("openapi: 3.7.0\npaths: {}\n");
    expect([document?.version, document?.versionText, codes]).toEqual(["3.2", "3.7.0", ["VERSION_UNKNOWN"]]);
  });

  it.each([
    ["openapi: 4.0.0", "VERSION_UNSUPPORTED", /says openapi: 4\.0\.0; Swagger 2\.0, OpenAPI 3\.0, 3\.1 and 3\.2/],
    ["openapi: three", "VERSION_UNSUPPORTED", /says openapi: three/],
    ["swagger: '1.2'", "VERSION_UNSUPPORTED", /says swagger: 1\.2/],
    ["swaggerVersion: '1.2'", "VERSION_UNSUPPORTED", /says swaggerVersion: 1\.2/],
    ["asyncapi: 3.0.0", "NOT_OPENAPI", /AsyncAPI/],
    ["arazzo: 1.0.0", "NOT_OPENAPI", /Arazzo/],
    ["overlay: 1.0.0", "NOT_OPENAPI", /Overlay/],
    ['{"data": {"__schema": {}}}', "NOT_OPENAPI", /GraphQL/],
    ["type Query {\n  a: Int!\n}", "NOT_OPENAPI", /GraphQL/],
    ['"""Doc"""\ntype Query {\n  a(b: Int = 1): [Int!]!\n}', "NOT_OPENAPI", /GraphQL/],
    ['{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/"}}', "NOT_OPENAPI", /Postman/],
    ['{"$schema": "https://json-schema.org/draft/2020-12/schema"}', "NOT_OPENAPI", /JSON Schema/],
    ["paths: {}", "NOT_OPENAPI", /OpenAPI document without its version/],
    ["x: 1", "NOT_OPENAPI", /neither "openapi" nor "swagger"/],
  ])("%s is refused: %s", async (text, code, message) => {
    const { document, list } = await loadText(text);
    expect([document, list.map((d) => d.code)]).toEqual([undefined, [code]]);
    expect(list[0]?.message).toMatch(message);
  });
});
