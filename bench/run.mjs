// npm run bench -- [generate|start|serve|calls|quota|graphql]… [--runs N] [--only museum,adyen,stripe,github,synthetic,linear,hasura,shopify]
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { installed, TOOLGEN } from "./peers.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" }, only: { type: "string", default: "" } },
});
const PARTS = {
  generate: async (options) => (await import("./generate.mjs")).generate(options),
  start: async (options) => (await import("./start.mjs")).start(options),
  calls: async (options) => (await import("./calls.mjs")).calls(options),
  quota: async (options) => (await import("./quota.mjs")).quota(options),
  serve: async (options) => (await import("./serve.mjs")).serve(options),
  graphql: async (options) => (await import("./graphql.mjs")).graphql(options),
};

const wanted = positionals.length ? positionals : Object.keys(PARTS);
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
const runs = Number(values.runs);
if (unknown.length || !Number.isInteger(runs) || runs < 1) {
  const problem = unknown.length ? `there is no ${unknown.join(", ")}` : "--runs takes a whole number";
  process.stderr.write(`bench: ${problem}; parts are ${Object.keys(PARTS).join(", ")}\n`);
  process.exit(2);
}
if (!existsSync(TOOLGEN)) {
  process.stderr.write("bench: build first: npm run build\n");
  process.exit(2);
}
if (!installed()) process.stderr.write("bench: without the peers; they come with: npm ci --prefix bench\n");

process.stdout.write(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${runs} runs\n`);
for (const name of wanted) {
  const only = values.only.split(",").filter(Boolean);
  process.stdout.write(`\n## ${name}\n\n${await PARTS[name]({ runs, only })}\n`);
}
