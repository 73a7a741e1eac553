import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emitToolkit } from "../../../src/emit/toolkit.js";
import type { HttpOperation, ToolSpec } from "../../../src/ir/types.js";
import type { JsonSchema } from "../../../src/tool/json-schema.js";
import type { BoundSource } from "../../../src/tool/types.js";
import { type Change, changesOf } from "../../../src/write/drift.js";
import { OutputFolder } from "../../../src/write/folder.js";
import { readManifest } from "../../../src/write/manifest.js";
import { closed, operation, toolSpec } from "../emit/fixtures.js";
import { Room } from "./room.js";

const room = new Room();

/** A toolkit on disk. */
function written(spec: ToolSpec): OutputFolder {
  const folder = new OutputFolder(join(room.folder(), "out"));
  folder.create(emitToolkit(spec, { version: "1", options: {} }));
  return folder;
}

function changes(before: ToolSpec, after: ToolSpec): readonly Change[] {
  const folder = written(before);
  const manifest = readManifest(folder);
  if (!manifest) throw new Error("there is no manifest");
  return changesOf(folder, manifest, after);
}

const pet: JsonSchema = { type: "object", properties: { name: { type: "string" } } };
const facts: Partial<HttpOperation> = {
  title: "Pet",
  description: "Gets a pet.",
  input: closed({ id: { type: "string" } }, ["id"]),
  output: { $ref: "#/$defs/Pet" },
  auth: [{ key: [] }],
  http: { method: "GET", path: "/pets/{id}", query: ["page"] },
};
const spec = (more: Partial<HttpOperation> = {}, schemas: ToolSpec["schemas"] = { Pet: pet }): ToolSpec =>
  toolSpec({ schemas, operations: [operation("get_pet", { ...facts, ...more })] });

describe("a toolkit", () => {
  it("that did not change has no changes, whatever the order of its schemas' keys", () => {
    expect(changes(spec(), spec())).toEqual([]);
  });

  it("gains and loses tools, sorted by name", () => {
    const of = (...names: string[]): ToolSpec => toolSpec({ operations: names.map((name) => operation(name)) });
    expect(changes(of("b_tool", "d_tool"), of("a_tool", "d_tool", "e_tool"))).toEqual([
      { kind: "new", tool: "a_tool", what: "GET /a_tool" },
      { kind: "removed", tool: "b_tool", what: "GET /b_tool" },
      { kind: "new", tool: "e_tool", what: "GET /e_tool" },
    ]);
  });

  it.each<readonly [what: string, after: ToolSpec, want: readonly string[]]>([
    ["an argument more", spec({ input: closed({ id: { type: "string" }, q: {} }, ["id"]) }), ["widening q is new"]],
    [
      "an argument more that is needed",
      spec({ input: closed({ id: { type: "string" }, q: {} }, ["id", "q"]) }),
      ["breaking q is required now"],
    ],
    ["no argument", spec({ input: closed() }), ["breaking id is gone"]],
    ["another text", spec({ description: "Fetches a pet." }), ["text-only its description"]],
    ["another title", spec({ title: "A pet" }), ["text-only its description"]],
    [
      "another text of an argument",
      spec({ input: closed({ id: { type: "string", description: "Of the pet." } }, ["id"]) }),
      ["text-only id description is another"],
    ],
    ["another effect", spec({ effect: "irreversible" }), ["breaking its effect is irreversible, and was read"]],
    ["other credentials", spec({ auth: [{ key: [], token: [] }] }), ["breaking it needs other credentials"]],
    ["no credentials", spec({ auth: [] }), ["breaking it needs other credentials"]],
    [
      "other settings",
      spec({ timeout: 5, quota: [{ limit: 1, interval: 5 }, { concurrency: 2 }] }),
      [
        'setting quota is [{"limit":1,"interval":5},{"concurrency":2}], and was none',
        "setting timeout is 5, and was none",
      ],
    ],
    [
      "another header for its key, and another request",
      spec({ http: { method: "GET", path: "/v2/pets/{id}", query: ["page"], idempotencyHeader: "X-Key" } }),
      ["breaking its request is built in another way", 'setting idempotencyHeader is "X-Key", and was none'],
    ],
    ["another quota of all", { ...spec(), vendor: "github" }, ['setting vendor is "github", and was none']],
    [
      "another request for the same arguments",
      spec({ http: { method: "GET", path: "/v2/pets/{id}", query: ["page"] } }),
      ["breaking its request is built in another way"],
    ],
    [
      "another request because of another argument: told once",
      spec({
        input: closed({ id: { type: "string" }, page: {} }, ["id"]),
        http: { method: "GET", path: "/pets/{id}" },
      }),
      ["widening page is new"],
    ],
    [
      "a shared schema that gains",
      spec({}, { Pet: { ...pet, required: ["name"] } }),
      ["widening result/name is required now"],
    ],
    [
      "a shared schema that loses",
      spec({}, { Pet: { type: "object", properties: {} } }),
      ["breaking result/name is gone"],
    ],
    ["a shared schema of another name", spec({ output: { $ref: "#/$defs/Animal" } }, { Animal: pet }), []],
    [
      "a result that is not known any more",
      (({ output: _, ...rest }) => toolSpec({ operations: [operation("get_pet", rest)] }))(facts),
      ["breaking result takes other values"],
    ],
  ])("tells %s", (_, after, want) => {
    expect(changes(spec(), after).map(({ kind, what }) => `${kind} ${what}`)).toEqual(want);
  });
});

describe("bound arguments", () => {
  const all = closed({ id: { type: "string" }, q: { type: "string" } }, ["id"]);
  const left = closed({ q: { type: "string" } });
  const id = { type: "string" } as const;
  const open = spec({ input: all });
  const of = (from: BoundSource, schema: JsonSchema = id): ToolSpec =>
    spec({ input: left, bound: { id: { ...from, schema } } });
  const shared = (type: "string" | "integer"): ToolSpec =>
    spec({ input: left, bound: { id: { value: "x", schema: { $ref: "#/$defs/Id" } } } }, { Pet: pet, Id: { type } });

  it.each<readonly [what: string, before: ToolSpec, after: ToolSpec, want: readonly string[]]>([
    ["nothing", of({ env: "A" }), of({ env: "A" }), []],
    ["one that is bound now", open, of({ env: "A" }), ["breaking id is bound now, and no argument any more"]],
    ["one that is no longer bound", of({ env: "A" }), open, ["breaking id is required now"]],
    ["another source", of({ env: "A" }), of({ value: "A" }), ["breaking id is bound to something else"]],
    [
      "a schema that takes less",
      of({ env: "A" }),
      of({ env: "A" }, { ...id, maxLength: 3 }),
      ["breaking id maxLength is 3"],
    ],
    [
      "another shared schema",
      shared("string"),
      shared("integer"),
      ["breaking id no longer takes the type string", "widening id takes the type integer too"],
    ],
  ])("tell %s", (_, before, after, want) => {
    expect(changes(before, after).map(({ kind, what }) => `${kind} ${what}`)).toEqual(want);
  });
});

describe("old modules that cannot be read", () => {
  it.each(["", "export const a = 1;", "process.exit(1)", "\0"])("say so, and are not run: %j", (text) => {
    const folder = written(spec());
    writeFileSync(join(folder.root, "tools/pets/get_pet.ts"), text);
    const manifest = readManifest(folder);
    expect(manifest && changesOf(folder, manifest, spec())).toEqual([
      {
        kind: "breaking",
        tool: "get_pet",
        what: "its module cannot be compared: it was edited, or another version of toolgen wrote it",
      },
    ]);
  });

  it("or shared schemas that are gone are no end of the run", () => {
    const folder = written(spec());
    writeFileSync(join(folder.root, "schemas.ts"), "nonsense");
    const manifest = readManifest(folder);
    expect(manifest && changesOf(folder, manifest, spec())).toEqual([]);
  });
});
