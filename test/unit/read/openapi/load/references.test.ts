import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { own } from "../../../../../src/read/openapi/value.js";
import { folderOf, type Loading, load, loadText, openapi, target } from "./folder.js";

const SECRET = '{"secret": "canary"}';

/** `api.json` refers to each of these, below `/x-refs/…`. */
async function withRefs(
  refs: readonly string[],
  files: Readonly<Record<string, string>> = {},
  allowRefs: readonly string[] = [],
): Promise<Loading & { folder: string }> {
  const paths = Object.fromEntries(refs.map((ref, i) => [`/${i}`, { $ref: ref }]));
  const folder = folderOf({ "api/api.json": openapi({ paths }), ...files });
  return { ...(await load("api/api.json", { cwd: folder, allowRefs })), folder };
}

describe("references within a file", () => {
  const text = openapi({
    paths: {
      "/items/{id}": { get: { responses: { "200": { description: "ok" } }, parameters: [{ name: "id", in: "path" }] } },
    },
    components: {
      schemas: {
        "a/b~c": { title: "odd" },
        "100%": { title: "percent" },
        "x y": { title: "blank" },
        Alias: { $ref: "#/components/schemas/Real" },
        Real: { properties: { deep: { title: "deep" } } },
        LoopA: { $ref: "#/components/schemas/LoopB" },
        LoopB: { $ref: "#/components/schemas/LoopA" },
        list: [{ title: "first" }],
      },
    },
  });

  it.each([
    ["#/components/schemas/a~1b~0c", "/components/schemas/a~1b~0c", { title: "odd" }],
    ["#/components/schemas/a%7E1b~0c", "/components/schemas/a~1b~0c", { title: "odd" }],
    ["#/components/schemas/100%25", "/components/schemas/100%", { title: "percent" }],
    ["#/components/schemas/100%", "/components/schemas/100%", { title: "percent" }],
    ["#/components/schemas/x%20y", "/components/schemas/x y", { title: "blank" }],
    ["#/components/schemas/x y", "/components/schemas/x y", { title: "blank" }],
    ["#/paths/~1items~1%7Bid%7D/get/parameters/0/name", "/paths/~1items~1{id}/get/parameters/0/name", "id"],
    ["#/paths/~1items~1{id}/get/responses/200/description", "/paths/~1items~1{id}/get/responses/200/description", "ok"],
    ["#/components/schemas/list/0", "/components/schemas/list/0", { title: "first" }],
    // One step, as the standard says …
    ["#/components/schemas/Alias", "/components/schemas/Alias", { $ref: "#/components/schemas/Real" }],
    // … but a pointer goes through a reference, as with tools that inline first.
    ["#/components/schemas/Alias/properties/deep", "/components/schemas/Real/properties/deep", { title: "deep" }],
    [
      "api.json#/components/schemas/Real/properties/deep/title",
      "/components/schemas/Real/properties/deep/title",
      "deep",
    ],
  ])("%s", async (ref, pointer, value) => {
    const folder = folderOf({ "api.json": text });
    const { document } = await load("api.json", { cwd: folder });
    expect(document?.resolve(ref, { file: "api.json", pointer: "/paths" })).toEqual({
      value,
      at: { file: "api.json", pointer },
    });
  });

  it.each([
    "#/components/schemas/Missing",
    "#/components/schemas/toString",
    "#/components/schemas/__proto__",
    "#/components/schemas/list/-",
    "#/components/schemas/list/01",
    "#/components/schemas/list/length",
    "#/components/schemas/LoopA/properties/x",
    "#components",
    "other.json",
    "",
    "#/components/schemas/Real/properties/deep/title/0",
  ])("%j leads nowhere", async (ref) => {
    const loading = await loadText(text);
    expect(target(loading, ref)).toEqual(ref === "" ? loading.document?.root.value : undefined);
  });

  it("gives the same node for the same reference", async () => {
    const { document } = await loadText(text);
    const from = { file: "(stdin)", pointer: "/paths" };
    const first = document?.resolve("#/components/schemas/Real", from);
    expect(document?.resolve("#/components/schemas/Real", { ...from, pointer: "/components" })).toBe(first);
  });

  it("reports a broken reference once, with its place", async () => {
    const broken = { $ref: "#/components/schemas/Nope" };
    const { list } = await loadText(
      `{"openapi": "3.0.0", "paths": {\n "/a": ${JSON.stringify({ get: broken, put: broken })}}}`,
    );
    expect(list.map(({ code, severity, message, at }) => [code, severity, message, at])).toEqual([
      [
        "REF_BROKEN",
        "warning",
        '$ref "#/components/schemas/Nope" leads nowhere, and in 1 more places',
        { file: "-", pointer: "#/paths/~1a/get", line: 2, column: 9 },
      ],
    ]);
  });

  it("takes no reference for one that stands in data or is a name", async () => {
    const ref = { $ref: "https://x.test/nope" };
    const schema = {
      properties: { $ref: { type: "string" }, default: { type: "string" }, example: { enum: [ref] } },
      example: ref,
      examples: [ref],
      default: ref,
      const: ref,
      enum: [ref],
      "x-data": ref,
    };
    const content = { "a/b": { schema, example: ref, examples: { one: { value: ref } } } };
    const responses = { default: { description: "d", content } };
    expect((await loadText(openapi({ paths: { "/a": { get: { responses } } } }))).list).toEqual([]);
  });

  it("follows references where a name looks like data: responses/default, properties/example", async () => {
    const ref = { $ref: "#/nope" };
    const content = { "a/b": { schema: { properties: { example: ref } } } };
    const paths = { "/a": { get: { responses: { default: ref, "200": { content } } } } };
    expect((await loadText(openapi({ paths }))).list.map((d) => d.message)).toEqual([
      '$ref "#/nope" leads nowhere, and in 1 more places',
    ]);
  });
});

describe("$id, $anchor and $self", () => {
  const schemas = {
    Plain: { title: "plain", $anchor: "plain" },
    Template: {
      $id: "https://example.test/schemas/template",
      $defs: {
        item: { $dynamicAnchor: "item", title: "item of the template" },
        near: { $anchor: "near", title: "near" },
      },
      properties: { inner: { $id: "inner", $defs: { item: { title: "item of inner" } } } },
    },
    Relative: { $id: "/schemas/relative", $defs: { item: { title: "item of relative" } } },
    Example: { example: { $id: "https://example.test/schemas/template", title: "data" } },
  };
  const text = openapi({ $self: "https://example.test/api/openapi.json", components: { schemas } });
  const template = "/components/schemas/Template";

  it.each([
    ["a pointer below the $id", "#/$defs/item", `${template}/properties/x`, "item of the template"],
    ["a pointer below the inner $id", "#/$defs/item", `${template}/properties/inner`, "item of inner"],
    ["else, one into the file", "#/components/schemas/Plain", template, "plain"],
    ["an anchor in the resource", "#near", template, "near"],
    ["a dynamic anchor", "#item", template, "item of the template"],
    ["else, an anchor of the file", "#plain", template, "plain"],
    ["an anchor elsewhere in the file", "#near", "/paths", "near"],
    ["an absolute $id", "https://example.test/schemas/template#/$defs/near", "/paths", "near"],
    ["an absolute $id and an anchor", "https://example.test/schemas/template#near", "/paths", "near"],
    ["an $id relative to the one around", "inner#/$defs/item", template, "item of inner"],
    ["a nested $id, absolute", "https://example.test/schemas/inner#/$defs/item", "/paths", "item of inner"],
    ["an $id relative to $self", "/schemas/relative#/$defs/item", "/paths", "item of relative"],
    ["the document by its $self", "https://example.test/api/openapi.json#/components/schemas/Plain", "/paths", "plain"],
  ])("%s", async (_, ref, pointer, title) => {
    const loading = await loadText(text);
    expect([loading.list, own(target(loading, ref, pointer), "title")]).toEqual([[], title]);
  });

  it("takes an absolute reference to an $id for no reference to the network", async () => {
    const paths = { "/a": { $ref: "https://example.test/schemas/template" } };
    expect((await loadText(openapi({ paths, components: { schemas } }))).list).toEqual([]);
  });

  it("S-15 two documents with equal $id never see each other, and $schema is not fetched", async () => {
    const make = (title: string) =>
      openapi({ components: { schemas: { A: { $id: "https://x.test/a", $schema: "http://127.0.0.1:9/x", title } } } });
    const fetch = () => Promise.reject(new Error("fetched"));
    const [one, two] = [await loadText(make("one"), { fetch }), await loadText(make("two"), { fetch })];
    expect([one.list, two.list]).toEqual([[], []]);
    expect([target(one, "https://x.test/a#/title"), target(two, "https://x.test/a#/title")]).toEqual(["one", "two"]);
  });
});

describe("references to other files", () => {
  it("are relative to the file they stand in, and each file is read once", async () => {
    const { document, list } = await withRefs(["paths/a%20b.yaml#/get", "./paths/a b.yaml"], {
      "api/paths/a b.yaml": "get: {$ref: '../shared/op.json'}\n",
      "api/shared/op.json": '{"requestBody": {"$ref": "../api.json#/info"}, "x": {"$ref": "#/y"}, "y": {"z": 1}}',
    });
    expect(list).toEqual([]);
    const at = { file: "api.json", pointer: "/paths/~10" };
    const operation = document?.resolve("paths/a%20b.yaml#/get", at);
    expect(operation).toEqual({
      value: { $ref: "../shared/op.json" },
      at: { file: "paths/a b.yaml", pointer: "/get" },
    });
    const inner = operation && document?.resolve("../shared/op.json", operation.at);
    expect(inner?.at).toEqual({ file: "shared/op.json", pointer: "" });
    expect(inner && document?.resolve("#/y/z", inner.at)).toEqual({
      value: 1,
      at: { file: "shared/op.json", pointer: "/y/z" },
    });
    expect(inner && document?.resolve("../api.json#/info/title", inner.at)).toEqual({
      value: "T",
      at: { file: "api.json", pointer: "/info/title" },
    });
  });

  it("a file name may hold a percent sign as it is", async () => {
    const loading = await withRefs(["100%25.json", "50%.json", "a%20b.json"], {
      "api/100%.json": "1",
      "api/50%.json": "2",
      "api/a%20b.json": "3",
    });
    expect(loading.list).toEqual([]);
    expect(["100%25.json", "50%.json", "a%20b.json"].map((ref) => target(loading, ref))).toEqual([1, 2, 3]);
  });

  it("are found in extensions and defaults that a reference leads into", async () => {
    const loading = await withRefs(["#/x-shared/op", "parts.json#/default"], {
      "api/api.json": openapi({
        paths: { "/a": { $ref: "#/x-shared/op" }, "/b": { $ref: "parts.json#/default" } },
        "x-shared": { op: { get: { $ref: "one.json" } } },
      }),
      "api/one.json": "1",
      "api/parts.json": '{"default": {"get": {"$ref": "two.json"}}}',
      "api/two.json": "2",
    });
    expect(loading.list).toEqual([]);
    expect([target(loading, "one.json"), target(loading, "two.json")]).toEqual([1, 2]);
  });

  it("are read from a discriminator's mapping, where they are files", async () => {
    const discriminator = {
      propertyName: "k",
      mapping: { dog: "dog.json", cat: "Cat", cow: "./cow.json", x: "#/nope" },
    };
    const loading = await withRefs([], {
      "api/api.json": openapi({ components: { schemas: { A: { discriminator } } } }),
      "api/dog.json": '{"title": "dog"}',
    });
    expect([loading.list, target(loading, "dog.json")]).toEqual([[], { title: "dog" }]);
  });

  it("make the digest, in the order of their names", async () => {
    const files = { "api/b.json": "1", "api/a.json": "2" };
    const one = await withRefs(["b.json", "a.json"], files);
    const two = await withRefs(["b.json", "a.json"], files);
    const other = await withRefs(["b.json", "a.json"], { ...files, "api/a.json": "3" });
    expect(one.document?.sha256).toBe(two.document?.sha256);
    expect(one.document?.sha256).not.toBe(other.document?.sha256);
  });

  it.each([
    ["a missing file", "gone.yaml", {}, "there is no such file"],
    ["a folder", "sub", { "api/sub/x.json": "1" }, "it is a folder; name the root document in it"],
    ["broken YAML", "bad.yaml", { "api/bad.yaml": "a: b: c" }, /\(line 1\)$/],
    ["a tag", "bad.yaml", { "api/bad.yaml": "\n\na: !x y" }, 'the tag "!x" is refused (line 3)'],
  ])("%s costs a warning, with the place", async (_, ref, files, message) => {
    const { document, list } = await withRefs([ref, "#/info"], files);
    expect(document).toBeDefined();
    expect(list.map(({ code, severity, at }) => [code, severity, at?.pointer])).toEqual([
      ["REF_UNREADABLE", "warning", "#/paths/~10"],
    ]);
    expect(list[0]?.message).toMatch(message);
  });

  it("a part that a file does not have is a broken reference", async () => {
    const { list } = await withRefs(["a.json#/b"], { "api/a.json": "{}" });
    expect(list.map((d) => [d.code, d.at?.pointer])).toEqual([["REF_BROKEN", "#/paths/~10"]]);
  });
});

describe("S-10 what a document may not refer to", () => {
  it.each([
    ["../secret.json", "--allow-refs ."],
    ["../../../../../../etc/passwd", "--allow-refs "],
    ["%2e%2e/secret.json", "--allow-refs ."],
    ["..%2fsecret.json", "--allow-refs ."],
    ["sub/../../secret.json#/secret", "--allow-refs ."],
    ["/etc/passwd", "--allow-refs "],
    ["file:///etc/passwd", "--allow-refs "],
    ["FILE:/etc/passwd", "--allow-refs "],
    ["http://127.0.0.1:9/x", "--allow-refs http://127.0.0.1:9"],
    ["https://x.test/a/b.json#/c", "--allow-refs https://x.test"],
    ["HTTPS://x.test:8443/a", "--allow-refs https://x.test:8443"],
    ["http://x.test/a", "Refer to it by https, or put a copy into the document's own folder."],
    ["//x.test/a", "--allow-refs https://x.test"],
    ["https://me:canary@x.test/a", "Remove them from the reference."],
    ["data:application/json,%7B%7D", "Put what it holds into a file beside the document"],
    ["ftp://x.test/a", "Put what it holds into a file beside the document"],
    ["a\0.json", "Correct the reference."],
    ["https://[", "Correct the reference."],
    ["link.json", "--allow-refs ."],
  ])("%j", async (ref, fix) => {
    const paths = { "/a": { get: { $ref: ref } } };
    const folder = folderOf({ "api/api.json": openapi({ paths }), "secret.json": SECRET });
    symlinkSync(join(folder, "secret.json"), join(folder, "api/link.json"));
    const fetch = () => Promise.reject(new Error("fetched"));
    const loading = await load("api/api.json", { cwd: folder, fetch });
    expect(loading.document).toBeDefined();
    expect(target(loading, ref)).toBeUndefined();
    expect(loading.list.map(({ code, severity, at }) => [code, severity, at])).toEqual([
      [
        "REF_REFUSED",
        "warning",
        { file: "api/api.json", pointer: "#/paths/~1a/get", line: 1, column: expect.any(Number) },
      ],
    ]);
    expect(loading.list[0]?.fix).toContain(fix);
    expect(JSON.stringify(loading.list)).not.toContain("canary");
  });

  it("S-10 reports each file once, with the number of places", async () => {
    const { list } = await withRefs(["../a.json#/x", "../a.json#/y", "../b.json"]);
    expect(list.map((d) => d.message)).toEqual([
      '$ref "../a.json#/x" is refused: ../a.json is outside the document\'s folder',
      '$ref "../b.json" is refused: ../b.json is outside the document\'s folder',
    ]);
  });

  it("S-10 a folder can be allowed, by a path relative to where the command runs", async () => {
    const files = { "shared/a.json": '{"b": {"$ref": "c.json"}}', "shared/c.json": "1", "other/d.json": "2" };
    const loading = await withRefs(["../shared/a.json", "../other/d.json"], files, ["shared"]);
    expect(loading.list.map((d) => [d.code, d.fix])).toEqual([
      ["REF_REFUSED", "If you trust it, allow its folder with --allow-refs other"],
    ]);
    const a = loading.document?.resolve("../shared/a.json", { file: "api.json", pointer: "" });
    expect(a?.at).toEqual({ file: "../shared/a.json", pointer: "" });
    expect(a && loading.document?.resolve("c.json", a.at)?.value).toBe(1);
  });

  it("S-10 a link to a folder that is allowed may be followed", async () => {
    const folder = folderOf({
      "api/api.json": openapi({ paths: { "/a": { $ref: "link/a.json" } } }),
      "shared/a.json": "1",
    });
    symlinkSync(join(folder, "shared"), join(folder, "api/link"));
    const refused = await load("api/api.json", { cwd: folder });
    const allowed = await load("api/api.json", { cwd: folder, allowRefs: [join(folder, "shared")] });
    expect([refused.codes, allowed.codes, target(allowed, "link/a.json")]).toEqual([["REF_REFUSED"], [], 1]);
  });

  it("S-10 a document from standard input has no folder of its own", async () => {
    const folder = folderOf({ "a.json": "1" });
    const text = openapi({ paths: { "/a": { $ref: "a.json" } } });
    const refused = await loadText(text, { cwd: folder });
    const allowed = await loadText(text, { cwd: folder, allowRefs: ["."] });
    expect([refused.codes, allowed.codes, target(allowed, "a.json")]).toEqual([["REF_REFUSED"], [], 1]);
  });

  it.each([
    ["http://x.test", "plain http is for loopback only; use https"],
    ["https://me:pw@x.test", "an origin has no user name or password"],
    ["https://x.test?a=b", "an origin has no query or fragment"],
    ["no/such/folder", "there is no such folder, and it is no http(s) origin"],
  ])("--allow-refs %s is an error", async (allow, message) => {
    const { list } = await withRefs([], {}, [allow]);
    expect(list.map((d) => [d.code, d.severity])).toEqual([["ALLOW_REFS_INVALID", "error"]]);
    expect(list[0]?.message).toContain(message);
    expect(list[0]?.message).not.toContain("pw");
  });
});
