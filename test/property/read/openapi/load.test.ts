import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { dump } from "js-yaml";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/diagnostics.js";
import type { JsonValue } from "../../../../src/read/openapi/document.js";
import { loadOpenApi } from "../../../../src/read/openapi/load.js";
import { countMembers, duplicateKeys, locateInJson } from "../../../../src/read/openapi/place/json.js";
import { locateInYaml } from "../../../../src/read/openapi/place/yaml.js";
import { pointerOf, tokensOf } from "../../../../src/read/openapi/pointer.js";
import { folderOf } from "../../../unit/read/openapi/load/folder.js";

async function load(
  spec: string,
  text: string | Uint8Array,
  cwd: string,
): Promise<{ found: unknown; codes: string[] }> {
  const diagnostics = new Diagnostics();
  const stdin = async () => Buffer.from(text);
  const fetch = () => Promise.reject(new Error("fetched"));
  const document = await loadOpenApi(spec, { cwd, stdin, fetch, allowRefs: [], validate: false }, diagnostics);
  const codes = diagnostics.list.map((d) => d.code);
  expect(document === undefined).toBe(diagnostics.failed);
  return { found: document, codes };
}

/** All places of a value, as tokens. */
function places(value: JsonValue, at: readonly string[] = []): [readonly string[], JsonValue][] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [[at, value], ...inside.flatMap(([key, child]) => places(child, [...at, key]))];
}

const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }).map((v) => JSON.parse(JSON.stringify(v)) as JsonValue);

const yamlPieces = fc.array(
  fc.constantFrom(
    ..."openapi: 3.1.0\n|paths:\n|  /a: |&a |*a |<<: *a\n|- |[|]|{|}|, |: |? |'|\"|| |\t|\n|  |>-\n|!!str |!x |%YAML 1.2\n|---\n|...\n|# c\n|0x|1e9|.nan|~|\u2028|\ud800|\0|$ref: |$id: |x"
      .split("|")
      .concat("|\n"),
  ),
  { maxLength: 40 },
);

/** Small: what matters is where it stands. */
const odd = fc.constantFrom<JsonValue>(
  null,
  true,
  0,
  "",
  "x",
  [],
  [null],
  [[]],
  {},
  { x: 1 },
  { $ref: "#" },
  { $ref: 1 },
);

describe("loading never throws", () => {
  it("whatever the text", () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string({ unit: "binary" }),
          yamlPieces.map((p) => p.join("")),
        ),
        async (text) => {
          await load("-", text, "/");
        },
      ),
      { numRuns: 400 },
    ));

  it("whatever the bytes", () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => void (await load("-", bytes, "/"))),
    ));

  it("whatever the values of a document of any version", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom({ swagger: "2.0" }, { openapi: "3.0.3" }, { openapi: "3.1.0" }, { openapi: "3.2.0" }),
        fc.dictionary(
          fc.constantFrom(
            "paths",
            "definitions",
            "parameters",
            "responses",
            "securityDefinitions",
            "components",
            "host",
            "consumes",
          ),
          fc.oneof(
            odd,
            fc.dictionary(
              fc.constantFrom("/a", "A", "__proto__", "$ref"),
              fc.oneof(
                odd,
                fc.dictionary(
                  fc.constantFrom(
                    "get",
                    "parameters",
                    "$ref",
                    "type",
                    "in",
                    "items",
                    "schema",
                    "flow",
                    "$id",
                    "discriminator",
                  ),
                  fc.oneof(
                    odd,
                    fc.constantFrom("#", "#/definitions/A", "#/paths/~1a", "array", "body", "formData"),
                    fc.array(odd, { maxLength: 3 }),
                  ),
                ),
              ),
            ),
          ),
        ),
        async (version, rest) => void (await load("-", JSON.stringify({ ...version, ...rest }), "/")),
      ),
      { numRuns: 500 },
    ));
});

describe("S-10 a reference never leaves the document's folder", () => {
  const piece = fc.constantFrom(
    ..."../|..%2f|%2e%2e/|./|/|\\|..\\|//|file:|file://|http://|https://x.test/|data:,|sub/|link/|secret.json|canary.json|%00|%|#/|~1|?|etc/passwd| |:|@|C:".split(
      "|",
    ),
  );
  const ref = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((p) => p.join("")),
    fc.string(),
    fc.webUrl(),
  );

  it("whatever its text", async () => {
    const folder = folderOf({
      "secret.json": '"canary"',
      "api/sub/secret.json": '"mine"',
      "api/api.json": "",
      "api/canary.json": "1",
    });
    await fc.assert(
      fc.asyncProperty(fc.array(ref, { maxLength: 4 }), async (refs) => {
        const paths = Object.fromEntries(refs.map(($ref, i) => [`/${i}`, { $ref }]));
        const diagnostics = new Diagnostics();
        const fetch = () => Promise.reject(new Error("fetched"));
        const text = JSON.stringify({ openapi: "3.1.0", paths });
        const stdin = async () => Buffer.from(text);
        for (const spec of ["-", "api/api.json"]) {
          writeFileSync(`${folder}/api/api.json`, text);
          const document = await loadOpenApi(
            spec,
            { cwd: folder, stdin, fetch, allowRefs: [], validate: false },
            diagnostics,
          );
          for (const one of refs) {
            const node = document?.resolve(one, document.root.at);
            expect(JSON.stringify(node?.value) ?? "").not.toContain('canary"');
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("places", () => {
  it("are found in any JSON text", () =>
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const locate = locateInJson(text);
        for (const [tokens, found] of places(value)) {
          const { value: at } = locate(tokens);
          const rest = text.slice(at);
          const want = JSON.stringify(found, null, indent).split("\n")[0] ?? "";
          expect(rest.startsWith(want)).toBe(true);
        }
      }),
    ));

  it("count members as a parser does, and find each duplicate", () =>
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify([value, value]);
        const members = places(JSON.parse(text)).reduce(
          (sum, [, v]) => sum + (typeof v === "object" && v !== null && !Array.isArray(v) ? Object.keys(v).length : 0),
          0,
        );
        expect([countMembers(text), duplicateKeys(text)]).toEqual([members, []]);
        const twice = `{"a": ${text}, "\\u0061": 1, "b": ${text}}`;
        expect(duplicateKeys(twice).map((d) => d.pointer)).toEqual(["/a"]);
      }),
    ));

  it("are found in any YAML text", () =>
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }).map((v) => JSON.parse(JSON.stringify(v)) as JsonValue),
        (value) => {
          const text = dump(value);
          const locate = locateInYaml(text, 100);
          for (const [tokens] of places(value)) {
            const { at } = locate(tokens);
            expect(at).toBeGreaterThanOrEqual(0);
            expect(at).toBeLessThanOrEqual(text.length);
          }
        },
      ),
    ));

  it("pointers are read as they are written", () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (tokens) => {
        expect(tokensOf(pointerOf(tokens))).toEqual(tokens);
      }),
    ));
});
