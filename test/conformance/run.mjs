// Every tool is called with arguments made from its own input schema; an independent mock server of the same document
// judges the requests. Usage: run.mjs [--sample N] [--only NAME…] [--all] [--seed N] [--verbose]
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeArguments } from "./arguments.mjs";
import { documents } from "./documents.mjs";
import { startJudge } from "./judge.mjs";

const dist = join(import.meta.dirname, "../../dist");
const { generateOpenApi, createRegistry } = await import(join(dist, "index.js"));
const { loadToolkits } = await import(join(dist, "cli/loader/toolkit.js"));

/** What Prism wrongly rejects: `{document, tool, location, code, reason}`; the reason names the standard's text. */
const accepted = JSON.parse(readFileSync(join(import.meta.dirname, "accepted.json"), "utf8"));

function parse(argv) {
  const options = { sample: 0, only: [], all: false, seed: 1, verbose: false };
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i];
    if (flag === "--sample") options.sample = Number(argv[++i]);
    else if (flag === "--seed") options.seed = Number(argv[++i]);
    else if (flag === "--all") options.all = true;
    else if (flag === "--verbose") options.verbose = true;
    else if (flag === "--only") while (argv[i + 1] && !argv[i + 1].startsWith("--")) options.only.push(argv[++i]);
    else throw new Error(`unknown argument ${flag}`);
  }
  return options;
}

/** A value for any scheme, so that no call stops for want of one. */
const credentials = async ({ definition }) =>
  definition.type === "http" && definition.scheme === "basic" ? "user:password" : "token-for-the-judge";

const isAccepted = (document, tool, violation) =>
  accepted.find(
    (a) =>
      a.document === document &&
      (a.tool === "*" || a.tool === tool) &&
      a.code === violation.code &&
      (a.location === "*" || a.location === violation.location.join(".")),
  );

async function judgeDocument({ name, file }, options, quota) {
  const folder = await mkdtemp(join(tmpdir(), "toolgen-conformance-"));
  const judge = await startJudge(file);
  const outcome = { name, tools: 0, calls: 0, accepted: 0, faults: [] };
  try {
    const report = await generateOpenApi({
      cwd: folder,
      spec: file,
      out: name,
      name: "judged",
      include: [],
      exclude: [],
      tags: [],
      allowOrigins: [],
      allowRefs: [],
      deprecated: true,
      validate: false,
    });
    if (!report.ok)
      throw new Error(`${name}: nothing was generated: ${JSON.stringify(report.diagnostics.slice(0, 3))}`);
    const [{ toolkit }] = await loadToolkits([name], folder);
    const registry = createRegistry({ credentials, timeoutMs: 20_000, retries: 0, approve: () => true, coerce: false });
    registry.register(toolkit, { baseUrl: judge.baseUrl });
    const names = Object.keys(toolkit.tools);
    const step = quota ? Math.max(1, Math.floor(names.length / quota)) : 1;
    for (const [i, tool] of names.entries()) {
      if (i % step !== 0 || (quota && outcome.tools >= quota)) continue;
      outcome.tools++;
      const { inputSchema } = await registry.describe(tool);
      for (const kind of ["minimal", "full"]) {
        const args = makeArguments(inputSchema, kind, options.seed + i);
        const result = await registry.call(tool, args);
        const verdicts = judge.take();
        outcome.calls++;
        if (!verdicts.length)
          outcome.faults.push({
            tool,
            kind,
            args,
            what: `not sent: ${result.ok ? "ok" : `${result.error.code}: ${result.content}`}`,
          });
        for (const verdict of verdicts) {
          if (verdict.problem)
            outcome.faults.push({
              tool,
              kind,
              args,
              what: `${verdict.problem} ${verdict.method} ${verdict.url}: ${verdict.detail}`,
            });
          for (const violation of verdict.violations ?? []) {
            if (isAccepted(name, tool, violation)) outcome.accepted++;
            else
              outcome.faults.push({
                tool,
                kind,
                args,
                what: `${violation.location.join(".")} ${violation.code}: ${violation.message}`,
                url: verdict.url,
                body: verdict.body?.slice(0, 400),
              });
          }
        }
      }
    }
    await registry.close();
  } finally {
    await judge.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return outcome;
}

const options = parse(process.argv.slice(2));
const { found, missing } = documents(options.only, options.all);
for (const name of missing) console.log(`skipped ${name}: the document is not on this machine (TOOLGEN_CORPUS)`);
let passed = 0;
let failed = 0;
for (const document of found) {
  const quota = options.sample ? Math.ceil(options.sample / 2 / found.length) : 0;
  const outcome = await judgeDocument(document, options, quota);
  const faulty = new Set(outcome.faults.map((f) => `${f.tool} ${f.kind}`)).size;
  passed += outcome.calls - faulty;
  failed += faulty;
  console.log(
    `${outcome.name}: ${outcome.tools} tools, ${outcome.calls} calls, ${faulty} with a fault, ${outcome.accepted} violations accepted with a reason`,
  );
  for (const fault of outcome.faults.slice(0, options.verbose ? Infinity : 15))
    console.log(
      `  ${fault.tool} (${fault.kind}): ${fault.what}${options.verbose ? `\n    ${JSON.stringify(fault.args)}\n    ${fault.url ?? ""} ${fault.body ?? ""}` : ""}`,
    );
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
