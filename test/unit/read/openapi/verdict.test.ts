import { describe, expect, it } from "vitest";
import { loadText, openapi } from "./load/folder.js";

const OK = { "200": { description: "ok" } };
const operation = { responses: OK };

async function findings(text: string, validate = true): Promise<readonly (readonly [string, string | undefined])[]> {
  const { document, list } = await loadText(text, { validate });
  expect(document).toBeDefined();
  expect(list.map((d) => [d.code, d.severity]).filter(([code]) => code !== "SPEC_INVALID")).toEqual([]);
  return list.map((d) => [d.message, d.at?.pointer] as const);
}

describe("swagger-parser's verdict", () => {
  it.each([
    [
      "2.0",
      JSON.stringify({ swagger: "2.0", info: { title: "T", version: "1" }, paths: { "/a": { get: operation } } }),
    ],
    ["3.0", openapi({ openapi: "3.0.4", paths: { "/a": { get: operation } } })],
    ["3.0 of an unknown patch", openapi({ openapi: "3.0.9", paths: { "/a": { get: operation } } })],
    ["3.1", openapi({ paths: { "/a": { get: operation } } })],
    ["3.1 of components alone", openapi({ paths: undefined, components: {} })],
    [
      "3.2",
      openapi({
        openapi: "3.2.0",
        $self: "https://x.test/",
        tags: [{ name: "a", parent: "b", kind: "nav", summary: "s" }],
        components: { mediaTypes: {} },
        paths: {
          "/a": {
            query: { responses: { "200": { summary: "s", description: "d", content: { "a/b": { itemSchema: {} } } } } },
            additionalOperations: { COPY: operation },
            get: { ...operation, parameters: [{ name: "q", in: "querystring", content: { "a/b": {} } }] },
          },
        },
      }),
    ],
    ["an operation by reference", openapi({ paths: { "/a": { get: { $ref: "#/x-op" } } }, "x-op": operation })],
    ["a link with a server", openapi({ components: { links: { L: { operationId: "a", server: { url: "/" } } } } })],
  ])("has nothing to say about %s", async (_, text) => expect(await findings(text)).toEqual([]));

  it.each<[string, string, [string, string][]]>([
    [
      "a wrong type, without the faults that it brings along",
      openapi({ openapi: "3.0.0", components: { schemas: { A: { properties: { b: { type: "null" } } } } } }),
      [
        [
          'must be equal to one of the allowed values: "array", "boolean", "integer", "number", "object", "string"',
          "#/components/schemas/A/properties/b/type",
        ],
      ],
    ],
    [
      "an unknown field",
      openapi({ openapi: "3.0.0", paths: { "/a": { get: { ...operation, odd: 1 } } } }),
      [['must NOT have additional properties: "odd"', "#/paths/~1a/get"]],
    ],
    [
      "what stops swagger-parser itself: numbers for versions",
      "openapi: 3.0\ninfo: {title: T, version: 1.0}\npaths: {/a: {}, b: {}}\n",
      [
        ["must be a string, in quotes", "#/openapi"],
        ["must be a string, in quotes", "#/info/version"],
        ['must NOT have additional properties: "b"', "#/paths"],
      ],
    ],
    ["missing paths", openapi({ openapi: "3.0.0", paths: undefined }), [["must have required property 'paths'", ""]]],
  ])("names %s", async (_, text, want) => expect(await findings(text)).toEqual(want));

  it("is given by default up to 1 MiB, and always or never when asked", async () => {
    const small = openapi({ info: { title: "T" } });
    const large = openapi({ info: { title: "T", description: "d".repeat(1024 * 1024) } });
    const count = async (text: string, validate?: boolean) =>
      (await loadText(text, { ...(validate === undefined ? { validate: undefined as never } : { validate }) })).codes
        .length;
    expect([await count(small), await count(small, false), await count(large), await count(large, true)]).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it("is bounded: a hundred findings, and none where lists would be compared for ever", async () => {
    const many = openapi({ paths: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`p${i}`, {}])) });
    const list = await findings(many);
    expect([list.length, list.at(-1)?.[0]]).toEqual([101, "and 50 more of the same kind"]);
    const start = performance.now();
    const parameters = Array.from({ length: 20_000 }, (_, i) => ({ name: `p${i}`, in: "query", schema: {} }));
    const { codes } = await loadText(
      openapi({ openapi: "3.0.0", paths: { "/a": { get: { ...operation, parameters } } } }),
      {
        validate: true,
      },
    );
    expect(codes).toEqual(["VERDICT_SKIPPED"]);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("leaves the document as it is", async () => {
    const text = openapi({
      openapi: "3.0.0",
      paths: { "/a": { get: { responses: { "200": { $ref: "#/components/responses/R" } } } } },
    });
    const { document } = await loadText(text, { validate: true });
    expect(document?.root.value).toEqual(JSON.parse(text));
  });
});
