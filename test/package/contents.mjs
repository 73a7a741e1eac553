// What `npm pack` would publish: what is needed, and no more.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
/** Beside what is built. */
const NEEDED = [
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "package.json",
  ...["catalog", "index", "schemas", "tool", "types"].map((name) => `templates/${name}.ts`),
  // What the README works with, and where it comes from.
  ...["bookshelf.graphql", "galaxy.yaml", "museum.yaml", "sources.json"].map((name) => `specs/${name}`),
];
const MAX_BYTES = 2_500_000;

const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
  cwd: root,
  encoding: "utf8",
});
const [{ files, unpackedSize }] = JSON.parse(packed);
const paths = new Set(files.map(({ path }) => path));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Every built file comes from a source that is there, and every source is built. */
function isBuilt(path) {
  const source = /^dist\/(.+?)(?:\.d\.ts|\.js)$/.exec(path)?.[1];
  return source !== undefined && existsSync(join(root, "src", `${source}.ts`));
}

const targets = [
  ...Object.values(manifest.bin),
  ...Object.values(manifest.exports).flatMap((to) => Object.values(typeof to === "string" ? { to } : to)),
];
const faults = [
  ...NEEDED.filter((path) => !paths.has(path)).map((path) => `${path} is missing`),
  ...targets
    .filter((to) => !paths.has(to.replace(/^\.\//, "")))
    .map((to) => `${to}, which package.json names, is missing`),
  ...[...paths]
    .filter((path) => !NEEDED.includes(path) && !path.startsWith("templates/") && !isBuilt(path))
    .map((path) => `${path} does not belong there (dist may be old: remove it, and build again)`),
  ...Object.values(manifest.bin)
    .filter((path) => !readFileSync(join(root, path), "utf8").startsWith("#!/usr/bin/env node\n"))
    .map((path) => `${path} does not say what runs it`),
  ...(unpackedSize > MAX_BYTES ? [`${unpackedSize} bytes are more than ${MAX_BYTES}`] : []),
];
for (const fault of faults) console.error(fault);
console.log(`${paths.size} files, ${Math.round(unpackedSize / 1000)} kB`);
process.exitCode = faults.length > 0 ? 1 : 0;
