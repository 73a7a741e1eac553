import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, MAIN, Sandbox } from "./cli.js";

const box = new Sandbox();
beforeAll(build, 120_000);
afterAll(() => box.clear());

const text = (file: string): string => readFileSync(join(box.dir, file), "utf8");
const put = (file: string, from: string | RegExp, to: string): void =>
  box.put(
    file,
    text(file).replace(from, () => to),
  );

describe("a document of one's own", () => {
  it("becomes a toolkit, with a report on stderr", async () => {
    box.copySpec("museum.yaml");
    const { code, out, err } = await box.run(["openapi", "museum.yaml"]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toContain("8 operations → 8 tools: 4 read, 3 write, 1 irreversible");
    expect(err).toContain("files to generated/museum");
    expect(err).toContain("toolgen list generated/museum");
    expect(err).toContain("export MUSEUM_MUSEUMPLACEHOLDERAUTH=…");
    expect(box.has("generated/museum/catalog.ts")).toBe(true);
  });

  it("is listed, as a table and as data", async () => {
    const table = await box.run(["list", "generated/museum"]);
    expect(table).toMatchObject({ code: 0, err: "" });
    expect(table.out).toMatch(/^museum {2}Redocly Museum API · 8 tools · https:/);
    expect(table.out).toMatch(/^ {2}delete_special_event {2}irreversible {2}Delete special event\.$/m);
    const { out } = await box.run(["list", "generated/museum", "--format", "json"]);
    const { toolkits, tools } = JSON.parse(out) as { toolkits: unknown[]; tools: { name: string }[] };
    expect(toolkits).toMatchObject([
      { name: "museum", auth: { MuseumPlaceholderAuth: { type: "http", scheme: "basic" } } },
    ]);
    expect(tools).toHaveLength(8);
    const found = await box.run(["list", "generated/museum", "--search", "special EVENT create"]);
    expect(found.out).toContain("1 of 8 tools");
    expect(found.out).toContain("create_special_event");
  });

  it("is up to date until it changes, and the changes are told", async () => {
    expect(await box.run(["check", "generated/museum"])).toMatchObject({ code: 0, err: "" });
    expect((await box.run(["openapi", "museum.yaml", "--check"])).code).toBe(0);
    expect((await box.run(["openapi", "museum.yaml"])).err).toContain("up to date");
    put("museum.yaml", "operationId: getMuseumHours", "operationId: getOpeningHours");
    const stale = await box.run(["check", "generated/museum"]);
    expect(stale.code).toBe(1);
    expect(stale.out).toMatch(/removed +get_museum_hours/);
    expect(stale.out).toMatch(/new +get_opening_hours/);
    const data = await box.run(["check", "generated/museum", "--json"]);
    expect(data.code).toBe(1);
    expect(JSON.parse(data.out)).toMatchObject({
      toolkits: [{ stale: true, changes: [{ kind: "removed", tool: "get_museum_hours" }, { kind: "new" }] }],
    });
    const dry = await box.run(["openapi", "museum.yaml", "--dry-run", "--json"]);
    expect(dry).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(dry.out)).toMatchObject({ ok: true, stale: true });
    expect(text("generated/museum/catalog.ts")).toContain("get_museum_hours");
  });

  it("prints what was read with --dump-ir, and writes nothing", async () => {
    const { code, out } = await box.run(["openapi", "museum.yaml", "--out", "elsewhere", "--dump-ir"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ name: "museum", source: { kind: "openapi" } });
    expect(box.has("elsewhere")).toBe(false);
  });

  it("that cannot be read is an error with its place and its cure, and no stack", async () => {
    box.put("broken.yaml", "openapi: 3.1.0\npaths: [\n");
    const broken = await box.run(["openapi", "broken.yaml"]);
    expect(broken).toMatchObject({ code: 1, out: "" });
    expect(broken.err).toMatch(/broken\.yaml:\d+:\d+/);
    expect(broken.err).toContain("nothing was written");
    expect(broken.err).not.toMatch(/^\s+at /m);
    const missing = await box.run(["openapi", "none.yaml", "--json"]);
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.out)).toMatchObject({ ok: false, diagnostics: [{ code: "FILE_UNREADABLE" }] });
  });

  it("may come from standard input", async () => {
    const { code } = await box.run(["openapi", "-", "--out", "piped", "--name", "piped"], {
      input: text("museum.yaml"),
    });
    expect(code).toBe(0);
    expect(box.has("piped/catalog.ts")).toBe(true);
  });
});

describe("a config file", () => {
  it.each([
    [
      "toolgen.config.ts",
      "interface Own { spec: string }\nconst own: Own = { spec: 'museum.yaml' };\nexport default { toolkits: [{ ...own, out: 'ts' }] };",
    ],
    [
      "toolgen.config.mjs",
      "import 'toolgen/tool';\nexport default { toolkits: [{ spec: 'museum.yaml', out: 'mjs', tools: { getTicketCode: { name: 'show_code' } } }] };",
    ],
  ])("%s is carried out", async (name, config) => {
    box.put(`config/${name}`, config);
    box.put("config/museum.yaml", text("museum.yaml"));
    const { code, err } = await box.run(["generate", "--config", `config/${name}`]);
    expect(err).toContain(`config/${name.split(".").at(-1)}`);
    expect(code).toBe(0);
  });

  it("changes single tools", () => expect(text("config/mjs/catalog.ts")).toContain("show_code"));

  it("that is not there is a usage error", async () => {
    const { code, err } = await box.run(["generate"]);
    expect(code).toBe(2);
    expect(err).toContain("There is no toolgen.config.ts");
  });
});

it("a reader that leaves early is no failure", () => {
  const line = `"${process.execPath}" "${MAIN}" list generated/museum --format json | head -c 10; echo " \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", line], { cwd: box.dir, encoding: "utf8" });
  expect(stdout).toMatch(/ 0\n$/);
  expect(stderr).toBe("");
});
