import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkToolkit, type GenerateOptions, type GenerateReport, generateOpenApi } from "../../../src/generate.js";
import { put, Room, tree } from "../write/room.js";

const room = new Room();

const listPets = { operationId: "listPets", summary: "Lists.", responses: { 204: { description: "Done" } } };
const document = (more: object = {}): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/pets": { get: listPets, put: { ...listPets, operationId: "putPets", deprecated: true } } },
    ...more,
  });

/** A project with one document in it. */
function project(text = document()): string {
  const dir = room.folder();
  writeFileSync(join(dir, "pets.json"), text);
  return dir;
}

const generate = (cwd: string, more: Partial<GenerateOptions> = {}): Promise<GenerateReport> =>
  generateOpenApi({ cwd, spec: "pets.json", ...more });
const codes = ({ diagnostics }: GenerateReport): readonly string[] =>
  diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
const NOTHING = { written: [], removed: [], unchanged: 0, edited: [], foreign: [] };

describe("a run", () => {
  it("reports what it made, in stages", async () => {
    const cwd = project();
    const stages: string[] = [];
    const report = await generate(cwd, { onStage: (stage) => void stages.push(stage) });
    expect(stages).toEqual(["load", "read", "emit", "write"]);
    expect(report).toMatchObject({
      ok: true,
      stale: true,
      toolkit: "pets",
      out: "generated/pets",
      source: "pets.json",
      counts: { operations: 2, tools: 1, skipped: 1 },
      skipped: [{ pointer: "#/paths/~1pets/put", reason: "PUT /pets is deprecated" }],
      changes: [],
      files: { removed: [], unchanged: 0, edited: [], foreign: [] },
    });
    expect(Object.keys(tree(join(cwd, "generated/pets")))).toEqual([...report.files.written].sort());
    expect(await generate(cwd)).toMatchObject({ ok: true, stale: false, files: { written: [], unchanged: 5 } });
  });

  it("S-07 gives the same bytes wherever and whenever it runs", async () => {
    const [here, there] = [project(), room.folder()];
    mkdirSync(join(there, "deep/er"), { recursive: true });
    put(there, { "deep/er/pets.json": document() });
    symlinkSync("deep", join(there, "link"));
    const secret = "hunter2-from-the-environment";
    await generate(here);
    process.env["PETS_KEY"] = secret;
    await generate(join(there, "link/er"));
    delete process.env["PETS_KEY"];
    await generate(there, { spec: "deep/er/pets.json", out: "deep/er/again/pets" });
    const want = tree(join(here, "generated/pets"));
    expect(tree(join(there, "deep/er/generated/pets"))).toEqual(want);
    expect(tree(join(there, "deep/er/again/pets"))).toEqual(want);
    for (const text of Object.values(want)) {
      for (const foreign of [secret, room.dir, process.cwd(), String(new Date().getFullYear())])
        expect(text).not.toContain(foreign);
    }
  });

  it("S-07 gives the same tools for a document with its keys in another order", async () => {
    const [one, other] = [project(), project()];
    const paths = {
      "/a": { get: { ...listPets, operationId: "getA" } },
      "/b": { get: { ...listPets, operationId: "getB" } },
    };
    writeFileSync(join(one, "pets.json"), document({ paths }));
    writeFileSync(join(other, "pets.json"), document({ paths: { "/b": paths["/b"], "/a": paths["/a"] } }));
    await generate(one);
    await generate(other);
    const modules = (dir: string): object =>
      Object.fromEntries(
        Object.entries(tree(join(dir, "generated/pets"))).filter(([path]) => path !== "manifest.json"),
      );
    expect(modules(one)).toEqual(modules(other));
  });

  it("takes a document from standard input, and remembers no place for it", async () => {
    const cwd = room.folder();
    const stdin = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(document()));
    expect(await generate(cwd, { spec: "-", stdin })).toMatchObject({ ok: true, source: "-" });
    const manifest = JSON.parse(readFileSync(join(cwd, "generated/pets/manifest.json"), "utf8")) as { source: object };
    expect(manifest.source).toMatchObject({ file: "stdin" });
    expect(manifest.source).not.toHaveProperty("spec");
    expect(await checkToolkit("generated/pets", { cwd })).toMatchObject({
      ok: false,
      stale: true,
      toolkit: "pets",
      diagnostics: [{ code: "SPEC_UNKNOWN" }],
    });
  });

  it("remembers a URL without what may be secret in it", async () => {
    const cwd = room.folder();
    const fetch = (): Promise<Response> =>
      Promise.resolve(new Response(document(), { headers: { "content-type": "application/json" } }));
    const report = await generate(cwd, { spec: "https://example.com/pets.json?token=s3cret#x", fetch });
    expect(report).toMatchObject({ ok: true, source: "https://example.com/pets.json" });
    const all = Object.values(tree(join(cwd, "generated/pets"))).join("\n");
    expect(all).toContain('"spec": "https://example.com/pets.json"');
    expect(`${all}${JSON.stringify(report)}`).not.toContain("s3cret");
    const refused = await generate(cwd, { spec: "https://user:s3cret@example.com/pets.json", fetch });
    expect(codes(refused)).toEqual(["SPEC_ADDRESS_INVALID"]);
    expect(JSON.stringify(refused)).not.toContain("s3cret");
  });
});

describe("bad input leaves nothing behind, and is told without an exception", () => {
  const valid = document();
  it.each<readonly [what: string, text: string, more: Partial<GenerateOptions>, code: string | undefined]>([
    ["no file", valid, { spec: "none.json" }, "FILE_UNREADABLE"],
    ["a folder", valid, { spec: "." }, "FILE_UNREADABLE"],
    ["no JSON, no YAML", "{", {}, "SYNTAX_ERROR"],
    ["nothing", "", {}, "NOT_OPENAPI"],
    ["another document", '{"a":1}', {}, "NOT_OPENAPI"],
    ["another version", '{"openapi":"2.5.0"}', {}, "VERSION_UNSUPPORTED"],
    ["no operation", document({ paths: {} }), {}, undefined],
    ["no operation that is wanted", valid, { include: ["nothing"] }, undefined],
    ["no package's name", valid, { packageName: "../Evil" }, "PACKAGE_NAME_INVALID"],
    ["a folder that is a file", valid, { out: "pets.json" }, "OUTPUT_REFUSED"],
    ["a folder below a file", valid, { out: "pets.json/out" }, "OUTPUT_REFUSED"],
    ["a folder that cannot be", valid, { out: "a\0b" }, "OUTPUT_REFUSED"],
    ["a folder whose name is too long", valid, { out: "x".repeat(300) }, "OUTPUT_REFUSED"],
  ])("%s", async (_, text, more, code) => {
    const cwd = project(text);
    const report = await generate(cwd, more);
    expect(report).toMatchObject({ ok: false, files: NOTHING, changes: [] });
    expect(codes(report)).toEqual(code === undefined ? [] : [code]);
    expect(tree(cwd)).toEqual({ "pets.json": text });
  });

  it("and keeps the toolkit that is there", async () => {
    const cwd = project();
    await generate(cwd);
    const before = tree(join(cwd, "generated"));
    writeFileSync(join(cwd, "pets.json"), "{");
    expect(codes(await generate(cwd))).toEqual(["SYNTAX_ERROR"]);
    writeFileSync(join(cwd, "pets.json"), document({ paths: {} }));
    expect((await generate(cwd)).ok).toBe(false);
    expect(tree(join(cwd, "generated"))).toEqual(before);
  });
});

describe("what stands in the way", () => {
  it("S-09 is told, and nothing is written", async () => {
    const cwd = project();
    put(cwd, { "out/README.md": "mine" });
    const report = await generate(cwd, { out: "out" });
    expect(report).toMatchObject({ ok: false, stale: true, files: { foreign: ["README.md"] } });
    expect(report.diagnostics.slice(-1)).toMatchObject([
      { code: "FILE_FOREIGN", severity: "error", at: { file: "README.md", pointer: "" } },
    ]);
    expect(tree(join(cwd, "out"))).toEqual({ "README.md": "mine" });
    expect(await generate(cwd, { out: "out", force: true })).toMatchObject({ ok: true, files: { foreign: [] } });
  });

  it("S-08 is a link, and is not followed", async () => {
    const cwd = project();
    put(cwd, { "mine/x": "mine" });
    mkdirSync(join(cwd, "out"));
    symlinkSync("../mine", join(cwd, "out/tools"));
    for (const force of [false, true]) {
      const report = await generate(cwd, { out: "out", force });
      expect(codes(report)).toEqual(["OUTPUT_REFUSED"]);
      expect(report.diagnostics.at(-1)?.message).toMatch(
        /^out cannot be written: tools(\/\w+)? is a link or a file, not a folder$/,
      );
    }
    expect(tree(cwd)).toMatchObject({ "mine/x": "mine", "out/tools": "→ ../mine" });
    expect(existsSync(join(cwd, "out/index.ts"))).toBe(false);
  });

  it("was edited by hand: a warning, and the rest is brought up to date", async () => {
    const cwd = project();
    await generate(cwd);
    writeFileSync(join(cwd, "generated/pets/README.md"), "mine");
    writeFileSync(
      join(cwd, "pets.json"),
      document({ info: { title: "Pets", version: "2" }, servers: [{ url: "https://b.example.com" }] }),
    );
    const report = await generate(cwd);
    expect(report).toMatchObject({
      ok: true,
      files: { edited: ["README.md"], written: ["catalog.ts", "manifest.json"] },
    });
    expect(report.diagnostics.slice(-1)).toMatchObject([{ code: "FILE_EDITED", severity: "warning" }]);
    expect(readFileSync(join(cwd, "generated/pets/README.md"), "utf8")).toBe("mine");
  });
});

describe("--check and --dry-run", () => {
  it.each([{ check: true }, { dryRun: true }])("%j write nothing, and say what would be written", async (mode) => {
    const cwd = project();
    expect(await generate(cwd, mode)).toMatchObject({ ok: true, stale: true, files: { written: { length: 5 } } });
    expect(tree(cwd)).toEqual({ "pets.json": document() });
    await generate(cwd);
    const before = tree(cwd);
    expect(await generate(cwd, mode)).toMatchObject({ ok: true, stale: false, files: { written: [] } });
    expect(await generate(cwd, { ...mode, deprecated: true })).toMatchObject({
      ok: true,
      stale: true,
      changes: [{ kind: "new", tool: "update_pets" }],
    });
    expect(tree(cwd)).toEqual(before);
  });
});

describe("a folder that is not the toolkit's own", () => {
  it.each([
    [".", "you are in that folder, or below it"],
    ["..", "you are in that folder, or below it"],
    ["/", "it is the root of a disk"],
    ["specs", "specs/deep/pets.json stands in that folder"],
    ["specs/deep", "specs/deep/pets.json stands in that folder"],
  ])("is not written to: %s", async (out, why) => {
    const cwd = project();
    mkdirSync(join(cwd, "specs/deep"), { recursive: true });
    cpSync(join(cwd, "pets.json"), join(cwd, "specs/deep/pets.json"));
    for (const force of [false, true]) {
      const { ok, diagnostics } = await generate(cwd, { spec: "specs/deep/pets.json", out, force });
      expect([ok, diagnostics.find(({ code }) => code === "OUTPUT_REFUSED")?.message]).toEqual([
        false,
        expect.stringContaining(why),
      ]);
    }
    expect((await generate(cwd, { spec: "specs/deep/pets.json", out: "specs/deep2" })).ok).toBe(true);
  });

  it("may hold the document once the toolkit stands there", async () => {
    const cwd = project();
    await generate(cwd, { out: "kit" });
    cpSync(join(cwd, "pets.json"), join(cwd, "kit/pets.json"));
    expect((await generate(cwd, { spec: "kit/pets.json", out: "kit" })).ok).toBe(true);
    expect(await checkToolkit(".", { cwd: join(cwd, "kit") })).toMatchObject({ ok: true, stale: false });
  });
});

describe("checkToolkit", () => {
  it("makes the toolkit again with the options that it was made with", async () => {
    const cwd = project();
    const options: Partial<GenerateOptions> = {
      name: "animals",
      out: "kit",
      include: ["*_pets"],
      exclude: ["nothing"],
      baseUrl: "https://other.example.com",
      quota: { limit: 2, interval: 1000 },
      allowOrigins: ["https://files.example.com"],
      deprecated: true,
      tools: { list_pets: { name: "all_pets" } },
      packageName: "@acme/pets",
    };
    expect((await generate(cwd, options)).ok).toBe(true);
    const elsewhere = room.folder();
    expect(await checkToolkit(join(cwd, "kit"), { cwd: elsewhere })).toMatchObject({
      ok: true,
      stale: false,
      toolkit: "animals",
      counts: { tools: 2 },
      changes: [],
    });
    writeFileSync(
      join(cwd, "pets.json"),
      document({ paths: { "/pets": { get: { ...listPets, summary: "Finds." } } } }),
    );
    expect(await checkToolkit("kit", { cwd })).toMatchObject({
      stale: true,
      changes: [
        { kind: "text-only", tool: "all_pets" },
        { kind: "removed", tool: "update_pets" },
      ],
    });
    expect(readFileSync(join(cwd, "kit/catalog.ts"), "utf8")).toContain("update_pets");
  });

  it.each<readonly [what: string, files: Readonly<Record<string, string>>]>([
    ["nothing", {}],
    ["no manifest", { "kit/a.ts": "" }],
    ["another manifest", { "kit/manifest.json": "{}" }],
    ["a file", { kit: "" }],
  ])("of %s is an error, not an exception", async (_, files) => {
    const cwd = room.folder();
    put(cwd, files);
    expect(await checkToolkit("kit", { cwd })).toMatchObject({
      ok: false,
      stale: true,
      out: "kit",
      diagnostics: [{ code: "TOOLKIT_UNREADABLE" }],
    });
  });

  it("takes no option from a manifest that it does not understand", async () => {
    const cwd = project();
    await generate(cwd);
    const file = join(cwd, "generated/pets/manifest.json");
    const manifest = JSON.parse(readFileSync(file, "utf8")) as object;
    const options = {
      include: 5,
      exclude: [{}],
      quota: "x",
      tools: [],
      check: false,
      force: true,
      cwd: "/",
      spec: "/etc/hosts",
      out: "/",
      fetch: 1,
    };
    writeFileSync(file, JSON.stringify({ ...manifest, options }));
    const before = tree(cwd);
    expect(await checkToolkit("generated/pets", { cwd })).toMatchObject({
      ok: true,
      stale: true,
      out: "generated/pets",
      source: "pets.json",
      files: { written: ["manifest.json"] },
      changes: [],
    });
    expect(tree(cwd)).toEqual(before);
  });

  it("of a document that is gone says which", async () => {
    const cwd = project();
    await generate(cwd);
    const file = join(cwd, "generated/pets/manifest.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("../../pets.json", "../../gone.json"));
    const report = await checkToolkit("generated/pets", { cwd });
    expect(codes(report)).toEqual(["FILE_UNREADABLE"]);
    expect(report.diagnostics[0]?.message).toContain("gone.json");
  });
});
