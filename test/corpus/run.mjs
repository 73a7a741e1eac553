// Every document of the corpus becomes a toolkit that holds what is promised of toolkits.
// Usage: run.mjs [--only NAME…] [--verbose]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corpus, fixtures, measured } from "./documents.mjs";
import { generate } from "./generate.mjs";
import { faultsOfSchemas } from "./schemas.mjs";
import { faultsOfStructure } from "./structure.mjs";
import { faultsOfTypes } from "./types.mjs";

const { loadToolkits } = await import(join(import.meta.dirname, "../../dist/cli/loader/toolkit.js"));

const MOST = 10;
const CANARY = "canary-of-the-environment";

function parse(argv) {
  const options = { only: [], verbose: false };
  for (const [i, word] of argv.entries()) {
    if (word === "--verbose") options.verbose = true;
    else if (word.startsWith("--") ? word !== "--only" : !argv.slice(0, i).includes("--only"))
      throw new Error(`unknown argument ${word}`);
    else if (word !== "--only") options.only.push(word);
  }
  return options;
}

/** By path. */
function contents(folder) {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}

function faultsOfCounts({ ok, counts, skipped, diagnostics }, operations) {
  const faults = [];
  if (operations !== undefined && counts.operations !== operations)
    faults.push(`it has ${operations} operations, and ${counts.operations} were seen`);
  if (counts.tools + skipped.length !== counts.operations)
    faults.push(`${counts.operations} operations, ${counts.tools} tools, ${skipped.length} reasons`);
  if (skipped.some(({ reason }) => !reason)) faults.push("an operation is left out without a reason");
  if (!ok && counts.operations > 0) faults.push("nothing was written");
  if (!ok && diagnostics.length === 0) faults.push("nothing was written, and nothing said");
  return faults;
}

async function check({ file, folder, operations }) {
  const report = await generate({ file, folder });
  const faults = faultsOfCounts(report, operations);
  if (report.ok) {
    const [{ toolkit }] = await loadToolkits(["kit"], folder);
    const tools = await Promise.all(Object.values(toolkit.tools).map((entry) => entry.load()));
    if (tools.length !== report.counts.tools)
      faults.push(`${report.counts.tools} tools, ${tools.length} in the catalogue`);
    faults.push(...(await faultsOfSchemas(tools)), ...faultsOfTexts(folder));
  }
  return { report, faults };
}

/** Modules that do nothing, and no text that tells where and in what environment they were made. */
function faultsOfTexts(folder) {
  const files = contents(join(folder, "kit"));
  const foreign = [folder, CANARY];
  const telling = [...files].filter(([, text]) => foreign.some((word) => text.includes(word)));
  return [...faultsOfStructure(files), ...telling.map(([path]) => `${path} tells where it was made`)];
}

function faultsOfTwins(folder, twin) {
  const [one, other] = [contents(join(folder, "kit")), contents(join(twin, "kit"))];
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return paths.filter((path) => one.get(path) !== other.get(path)).map((path) => `${path} differs between two runs`);
}

/** The same again in a process that differs in all that should not matter. */
function startTwins(documents) {
  const env = { ...process.env, TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", API_KEY: CANARY };
  const child = spawn(process.execPath, [join(import.meta.dirname, "generate.mjs")], {
    env,
    stdio: ["pipe", "inherit", "inherit"],
  });
  child.stdin.end(JSON.stringify(documents.map(({ file, twin }) => ({ file, folder: twin })).reverse()));
  return once(child, "close");
}

const options = parse(process.argv.slice(2));
if (!existsSync(join(corpus, "facts.json"))) {
  console.log("skipped: the corpus is not on this machine (TOOLGEN_CORPUS)");
  process.exit(0);
}
const room = mkdtempSync(join(tmpdir(), "toolgen-corpus-"));
let failed = 0;
const tell = (name, facts, faults) => {
  if (faults.length > 0) failed++;
  console.log(`${faults.length > 0 ? "FAILED " : ""}${name}: ${facts}`);
  const most = options.verbose ? faults.length : MOST;
  for (const fault of faults.slice(0, most)) console.log(`  ${fault}`);
  if (faults.length > most) console.log(`  and ${faults.length - most} more (--verbose)`);
};
try {
  writeFileSync(join(room, "package.json"), '{"type":"module"}');
  const documents = [...measured(), ...fixtures()]
    .filter(({ name }) => options.only.length === 0 || options.only.includes(name))
    .map((document) => {
      const folder = document.name.replaceAll("/", "-");
      return { ...document, folder: join(room, "first", folder), twin: join(room, "again", folder) };
    });
  const twins = startTwins(documents);
  const quiet = { documents: 0, operations: 0 };
  for (const document of documents) {
    const { report, faults } = await check(document);
    const { counts, skipped } = report;
    const isFixture = document.operations === undefined;
    if (isFixture && faults.length + skipped.length === 0 && !options.verbose) {
      quiet.documents++;
      quiet.operations += counts.operations;
      continue;
    }
    tell(document.name, `${counts.operations} operations, ${counts.tools} tools`, faults);
    for (const { pointer, reason } of skipped) console.log(`  left out ${pointer}: ${reason}`);
  }
  if (quiet.documents > 0) tell(`${quiet.documents} fixtures`, `${quiet.operations} operations, as many tools`, []);
  const [code] = await twins;
  const differing = documents.flatMap(({ name, folder, twin }) =>
    faultsOfTwins(folder, twin).map((f) => `${name}: ${f}`),
  );
  tell("two runs", `${documents.length} documents`, code === 0 ? differing : [`the second one ended with ${code}`]);
  const kits = documents.map(({ folder }) => join(folder, "kit")).filter((kit) => existsSync(kit));
  for (const resolution of ["nodenext", "bundler"])
    tell(`types, ${resolution}`, `${kits.length} toolkits`, faultsOfTypes(kits, resolution));
} finally {
  rmSync(room, { recursive: true, force: true });
}
console.log(failed > 0 ? `${failed} failed` : "all passed");
process.exitCode = failed > 0 ? 1 : 0;
