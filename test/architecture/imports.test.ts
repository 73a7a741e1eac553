import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../../src");
const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s[^;"']*?from\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** Static, and of more than types. */
const VALUES = /(?:^|\n)\s*(?:import|export)\s+(?!type\s)[^;"']*?from\s*["']([^"']+)["']/g;

/** Which folders (or files) of src a folder may import from, besides itself. What is not listed may import nothing. */
const ALLOWED: Record<string, readonly string[]> = {
  tool: [],
  json: [],
  diagnostics: [],
  "diagnostics.ts": ["diagnostics"],
  ir: ["tool"],
  read: ["ir", "tool", "diagnostics.ts", "json"],
  shape: ["ir", "tool", "diagnostics.ts", "read"],
  emit: ["ir", "tool", "diagnostics.ts", "json"],
  write: ["ir", "tool", "diagnostics.ts", "json", "emit"],
  generate: ["read", "shape", "emit", "write", "ir", "tool", "diagnostics.ts", "json"],
  "generate.ts": ["generate", "write"],
  runtime: ["tool", "json"],
  serve: ["runtime", "providers", "tool", "json"],
  providers: ["runtime", "tool", "json"],
  cli: [
    "generate.ts",
    "generate",
    "runtime",
    "serve",
    "providers",
    "tool",
    "json",
    "diagnostics.ts",
    "emit",
    "ir",
    "index.ts",
  ],
  "index.ts": ["generate.ts", "runtime", "tool", "ir", "diagnostics.ts"],
};

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".ts"));
const imports = new Map(
  files.map((file) => {
    const text = readFileSync(join(SRC, file), "utf8");
    const targets = [...text.matchAll(STATEMENT)]
      .map((m) => m[1] ?? m[2] ?? m[3] ?? "")
      .filter((s) => s.startsWith("."))
      .map((s) => relative(SRC, join(SRC, dirname(file), s)).replace(/\.js$/, ".ts"));
    return [file, targets];
  }),
);
const room = (file: string): string => file.split("/")[0] ?? file;

/** Files and packages that are there as soon as a module is. */
function loadedWith(entry: string): { readonly reached: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const reached = new Set([entry]);
  const packages = new Set<string>();
  for (const file of reached) {
    for (const [, from = ""] of readFileSync(join(SRC, file), "utf8").matchAll(VALUES)) {
      if (from.startsWith(".")) reached.add(relative(SRC, join(SRC, dirname(file), from)).replace(/\.js$/, ".ts"));
      else packages.add(from);
    }
  }
  return { reached, packages };
}

describe("imports of src", () => {
  it("go only where the architecture lets them", () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((t) => room(t) !== room(file) && !(ALLOWED[room(file)] ?? []).includes(room(t)))
        .map((t) => `${file} → ${t}`),
    );
    expect(wrong).toEqual([]);
  });

  it("of one kind of source know nothing of the other: what both need has a home of its own", () => {
    const kinds = ["read/openapi/", "read/graphql/"];
    const kindOf = (file: string): string | undefined => kinds.find((kind) => file.startsWith(kind));
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((t) => room(file) === "read" && kindOf(t) && kindOf(t) !== kindOf(file))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("have no cycle of any kind", () => {
    const state = new Map<string, "open" | "done">();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (state.get(file) === "done") return;
      if (state.get(file) === "open") {
        cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
        return;
      }
      state.set(file, "open");
      for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
      state.set(file, "done");
    };
    for (const file of imports.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it("of toolgen/tool reach no package, so that generated code stays light", () => {
    const packages = files
      .filter((f) => room(f) === "tool")
      .flatMap((f) =>
        [...readFileSync(join(SRC, f), "utf8").matchAll(STATEMENT)].map((m) => m[1] ?? m[2] ?? m[3] ?? ""),
      )
      .filter((s) => !s.startsWith("."));
    expect(packages).toEqual([]);
  });

  it.each([
    [
      "the generator",
      "generate.ts",
      ["graphql", "@graphql-tools/load", "@apidevtools/swagger-parser", "ts-morph", "undici"],
    ],
    ["the runtime", "runtime/index.ts", ["graphql", "ajv", "undici", "ioredis"]],
    ["the command line", "cli/main.ts", ["yargs", "js-yaml", "graphql", "ajv", "ts-morph"]],
  ])("of %s load heavy packages only when they are needed", (_, entry, heavy) => {
    const { reached, packages } = loadedWith(entry);
    expect(heavy.filter((name) => [...packages].some((one) => one === name || one.startsWith(`${name}/`)))).toEqual([]);
    expect(reached.size).toBeGreaterThan(1);
  });

  it("of the registry load what single calls need with the first of these", () => {
    const { reached } = loadedWith("runtime/index.ts");
    const late = /^runtime\/(?:graphql\/|describe\.ts|http\/(?:sender|bind|response)\.ts)/;
    expect([...reached].filter((file) => late.test(file))).toEqual([]);
  });

  it("leave no room without a subject", () => {
    const rooms = files
      .flatMap((f) => f.split("/"))
      .filter((p) => /^(utils?|helpers?|common|misc|lib)(\.ts)?$/.test(p));
    expect(rooms).toEqual([]);
  });
});
