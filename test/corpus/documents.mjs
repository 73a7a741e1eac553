// The documents of the corpus, a folder beside the project (TOOLGEN_CORPUS), and what is known of them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Absent: nothing can be checked. */
export const corpus = process.env.TOOLGEN_CORPUS ?? join(root, "../shared/corpus");

/** Root files of documents that have a folder of their own. */
const ROOTS = { "digitalocean/": "DigitalOcean-public.v2.yaml" };
/** Parts of documents of many files, and overlays, are no documents. */
const PARTS = /overlay\.yaml$|^swagger2-multifile\/(?!spec\/swagger\.)|external-shared\.json$/;
/** Kept by the conformance run; not part of the corpus. */
const ELSEWHERE = { "github-rest.json": join(root, "test/conformance/.cache/github.json") };

/**
 * Real documents, with the number of operations that a script counted in each.
 * @returns {{name: string, file: string, operations: number}[]}
 */
export function measured() {
  const facts = JSON.parse(readFileSync(join(corpus, "facts.json"), "utf8"));
  return facts.openapi
    .map(({ file, ops }) => ({
      name: file.replace(/\/$/, ""),
      file: ELSEWHERE[file] ?? join(corpus, "openapi", file, ROOTS[file] ?? ""),
      operations: ops,
    }))
    .filter(({ file }) => existsSync(file));
}

/**
 * Fixtures of the standards and of other tools: many have no operation on purpose.
 * @returns {{name: string, file: string}[]}
 */
export function fixtures() {
  const folder = join(corpus, "conformance");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ name: relative(folder, file), file }))
    .filter(({ name }) => !PARTS.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
