// The least that a generator can do: read the document, parse it, write as many bytes into as many files.
// node floor.mjs <document> <folder> [list of [path, bytes] as a JSON file]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [document, folder, list] = process.argv.slice(2);
const text = readFileSync(document, "utf8");
const parsed = document.endsWith(".json") ? JSON.parse(text) : (await import("js-yaml")).load(text);
if (typeof parsed !== "object") throw new Error("no document");
const made = new Set();
for (const [path, bytes] of list ? JSON.parse(readFileSync(list, "utf8")) : []) {
  const file = join(folder, path);
  const parent = dirname(file);
  if (!made.has(parent)) mkdirSync(parent, { recursive: true });
  made.add(parent);
  writeFileSync(file, "x".repeat(bytes));
}
