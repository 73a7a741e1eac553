/** One idea a folder: `spec.yaml`, `flags.json` and perhaps `config.json` → `expected/` and what the run said. UPDATE_GOLDEN=1 writes them anew. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { main } from "../../src/cli/program.js";
import type { Diagnostic } from "../../src/diagnostics.js";
import { printable } from "../../src/emit/doc.js";
import { testWorld } from "../unit/cli/world.js";
import { complaints } from "../unit/emit/compile.js";

const update = process.env["UPDATE_GOLDEN"] === "1";
const room = mkdtempSync(join(tmpdir(), "toolgen-golden-"));
afterAll(() => rmSync(room, { recursive: true, force: true }));

const cases = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, "flags.json")),
);

/** By path, with `/`. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.sort().map((name) => [name.slice(folder.length + 1).replaceAll("\\", "/"), readFileSync(name, "utf8")]),
  );
}

/** The document and the toolkit stand side by side, as they do here: the manifest tells the way between them. */
async function generate(name: string): Promise<{ readonly files: ReadonlyMap<string, string>; readonly said: string }> {
  const cwd = join(room, name);
  for (const file of ["spec.yaml", "config.json"]) {
    const from = join(import.meta.dirname, name, file);
    if (existsSync(from)) cpSync(from, join(cwd, file));
  }
  const flags: unknown = JSON.parse(readFileSync(join(import.meta.dirname, name, "flags.json"), "utf8"));
  const words = ["openapi", "spec.yaml", "--out", "expected", "--json", ...(flags as readonly string[])];
  const world = testWorld({ cwd });
  const code = await main(words, world);
  const { diagnostics } = JSON.parse(world.out()) as { readonly diagnostics: readonly Diagnostic[] };
  const lines = diagnostics.map(({ severity, code, at, message }) =>
    [severity, code, at?.pointer || "#", printable(message)].join(" "),
  );
  return { files: filesOf(join(cwd, "expected")), said: `exit ${code}\n${lines.map((line) => `${line}\n`).join("")}` };
}

describe("golden", () => {
  it.each(cases)("%s", async (name) => {
    const folder = join(import.meta.dirname, name);
    const { files, said } = await generate(name);
    if (update) {
      rmSync(join(folder, "expected"), { recursive: true, force: true });
      if (files.size > 0) cpSync(join(room, name, "expected"), join(folder, "expected"), { recursive: true });
      writeFileSync(join(folder, "said.txt"), said);
    }
    expect(said).toBe(readFileSync(join(folder, "said.txt"), "utf8"));
    const expected = filesOf(join(folder, "expected"));
    expect([...files.keys()]).toEqual([...expected.keys()]);
    // The manifest last: it differs wherever something does.
    const paths = [...files.keys()].sort((a, b) => Number(a === "manifest.json") - Number(b === "manifest.json"));
    for (const path of paths) expect(files.get(path), path).toBe(expected.get(path));
  });

  it.each(["nodenext", "bundler"] as const)("all of it compiles, %s", (resolution) => {
    const all = new Map([["package.json", '{"type":"module"}']]);
    for (const name of cases) {
      for (const [path, text] of filesOf(join(import.meta.dirname, name, "expected"))) all.set(`${name}/${path}`, text);
    }
    expect(complaints(all, resolution)).toEqual([]);
  });
});
