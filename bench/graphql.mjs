// What becomes of whole GraphQL schemas: how many tools are valid and useful, how large their documents are, what it costs.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CACHE } from "./documents.mjs";
import { median, rounds, spread, table, targets } from "./measure.mjs";

const ROOT = join(import.meta.dirname, "..");
const CORPUS = resolve(ROOT, process.env.TOOLGEN_CORPUS ?? "../shared/corpus");
const SCHEMAS = {
  github: join(CACHE, "github.graphql"),
  linear: join(CORPUS, "graphql/linear.graphql"),
  hasura: join(CORPUS, "graphql/cardano-hasura.graphql"),
  shopify: join(CORPUS, "graphql/shopify-storefront.introspection.json"),
};
/** What alone makes no answer useful. */
const DULL = new Set(["__typename", "clientMutationId", "totalCount", "success", "cursor"]);
/** Tools of root fields that are not deprecated. */
const TARGETS = {
  github: { query: { valid: 31, useful: 31 }, mutation: { valid: 231, useful: 198 } },
  linear: { query: { valid: 159, useful: 150 }, mutation: { valid: 359, useful: 329 } },
};
const MOST_SECONDS = 5;
const MOST_MIB = 1024;

/** @param {{ runs: number, only: string[] }} options */
export async function graphql({ runs, only }) {
  const names = (only.length ? only : Object.keys(SCHEMAS)).filter((name) => Object.hasOwn(SCHEMAS, name));
  if (names.includes("github")) fetchGithub();
  const there = names.filter((name) => existsSync(SCHEMAS[name]));
  const costs = await rounds(
    there.map((name) => ({ name, argv: [fileURLToPath(import.meta.url), SCHEMAS[name]] })),
    runs,
  );
  const rows = [];
  const wanted = [];
  for (const name of there) {
    const { kinds, sizes } = await judge(SCHEMAS[name]);
    const seen = costs.get(name).filter((run) => !run.failed);
    const cpu = seen.map((run) => run.cpu / 1000);
    const rss = seen.map((run) => run.rss);
    rows.push([
      name,
      ...["query", "mutation"].map((kind) => `${kinds[kind].total} / ${kinds[kind].valid} / ${kinds[kind].useful}`),
      Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024),
      ...[0.5, 0.95, 1].map((part) => sizes[Math.ceil(sizes.length * part) - 1]),
      spread(cpu, 1),
      spread(rss, 0),
    ]);
    wanted.push(
      { what: `${name}: CPU, loading included`, is: median(cpu), most: MOST_SECONDS, unit: " s" },
      { what: `${name}: memory`, is: median(rss), most: MOST_MIB, unit: " MiB", digits: 0 },
      ...Object.entries(TARGETS[name] ?? {}).flatMap(([kind, least]) =>
        Object.entries(least).map(([what, count]) => ({
          what: `${name}: ${kind} tools that are not ${what}`,
          is: kinds[kind].total - kinds[kind][what],
          most: kinds[kind].total - count,
          digits: 0,
        })),
      ),
    );
  }
  const head = ["", "queries: all / valid / useful", "mutations", "KiB", "median B", "p95", "largest", "CPU s", "MiB"];
  return [table(head, rows), "### Targets", targets(wanted)].join("\n\n");
}

function fetchGithub() {
  if (existsSync(SCHEMAS.github)) return;
  mkdirSync(CACHE, { recursive: true });
  const spec = "@octokit/graphql-schema@15.26.1";
  const name = execFileSync("npm", ["pack", spec, "--silent"], { cwd: CACHE, encoding: "utf8" }).trim();
  execFileSync("tar", ["-xzf", name, "package/schema.graphql"], { cwd: CACHE });
  renameSync(join(CACHE, "package/schema.graphql"), SCHEMAS.github);
  rmSync(join(CACHE, name), { force: true });
  rmSync(join(CACHE, "package"), { recursive: true, force: true });
}

/** Every root field that is not deprecated, read. */
async function readAll(file) {
  const [{ loadGraphql }, { readGraphql }, { Diagnostics }] = await Promise.all([
    import("../dist/read/graphql/load.js"),
    import("../dist/read/graphql/index.js"),
    import("../dist/diagnostics.js"),
  ]);
  const diagnostics = new Diagnostics();
  const loaded = await loadGraphql([file], { cwd: ROOT }, diagnostics);
  if (!loaded) throw new Error(diagnostics.list.map(({ message }) => message).join("\n"));
  const draft = readGraphql(loaded, {}, diagnostics);
  const current = draft.operations.filter(({ deprecated }) => !deprecated);
  const tools = current.map((operation) => ({ operation: operation.operation, detail: draft.read(operation) }));
  draft.schemas(tools.flatMap(({ detail }) => (detail ? [detail.input, detail.output ?? true] : [])));
  return { schema: loaded.schema, tools };
}

/** Judged by graphql's own parser and validator. */
async function judge(file) {
  const { parse, specifiedRules, validate, visit } = await import("graphql");
  const { schema, tools } = await readAll(file);
  // GitHub's own document defines two fields twice, and is judged by all the same.
  Object.assign(schema, { __validationErrors: [] });
  const none = () => ({ total: 0, valid: 0, useful: 0 });
  const kinds = { query: none(), mutation: none() };
  const sizes = [];
  for (const { operation, detail } of tools) {
    kinds[operation].total += 1;
    if (!detail) continue;
    const document = parse(detail.graphql.document);
    sizes.push(detail.graphql.document.length);
    if (validate(schema, document, specifiedRules).length === 0) kinds[operation].valid += 1;
    let useful = false;
    visit(document, {
      Field(node) {
        if (!node.selectionSet && !DULL.has(node.name.value)) useful = true;
      },
    });
    if (useful) kinds[operation].useful += 1;
  }
  return { kinds, sizes: sizes.sort((a, b) => a - b) };
}

// As a process of its own: what is measured.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await readAll(process.argv[2]);
